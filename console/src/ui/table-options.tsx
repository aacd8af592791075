import { Button, Checkbox, Popover, SegmentedControl, Stack, Text } from '@mantine/core';
import type { Column } from './data-table.tsx';
import { ColumnsIcon } from './icons.tsx';
import { defaultLayout, type LayoutControl } from './table-layout.ts';

type Choice = Pick<Column<never>, 'id' | 'header' | 'label' | 'hidden' | 'required'>;
type Props = { columns: readonly Choice[]; control: LayoutControl };

/** Chooses the columns and the density of a table. */
export default function TableOptions({ columns, control }: Props) {
  const { layout, change, reset } = control;
  const optional = columns.filter(({ required = false }) => !required);
  const shown = optional.filter(({ id, hidden = false }) => layout.shown[id] ?? !hidden);
  const choose = (ids: string[]) =>
    change({ shown: Object.fromEntries(optional.map(({ id }) => [id, ids.includes(id)])) });
  return (
    <Popover position="bottom-end" shadow="md" width={240} trapFocus returnFocus>
      <Popover.Target>
        <Button size="xs" variant="subtle" color="gray" leftSection={<ColumnsIcon size={14} />}>
          Display
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Display">
        <Stack gap="sm">
          <SegmentedControl
            aria-label="Density"
            size="xs"
            fullWidth
            data={[
              { value: 'comfortable', label: 'Comfortable' },
              { value: 'compact', label: 'Compact' },
            ]}
            value={layout.compact ? 'compact' : 'comfortable'}
            onChange={(density) => change({ compact: density === 'compact' })}
          />
          <Checkbox.Group label="Columns" value={shown.map(({ id }) => id)} onChange={choose}>
            <Stack gap={6} mt={6}>
              {optional.map(({ id, header, label }) => (
                <Checkbox key={id} size="xs" value={id} label={label ?? header} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Text size="xs" c="dimmed">
            Drag the edge of a column header to change its width.
          </Text>
          <Button
            size="xs"
            variant="default"
            disabled={layout === defaultLayout}
            onClick={() => reset()}
          >
            Reset
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
