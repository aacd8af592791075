import { Button, Checkbox, Popover, Stack, Text } from '@mantine/core';
import type { Column } from './data-table.tsx';
import { ColumnsIcon } from './icons.tsx';
import { defaultLayout, type LayoutControl } from './table-layout.ts';
import { texts } from './texts.ts';

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
          {texts.table.display}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.table.display}>
        <Stack gap="sm">
          <Checkbox
            size="xs"
            label={texts.table.compact}
            checked={layout.compact}
            onChange={({ currentTarget }) => change({ compact: currentTarget.checked })}
          />
          <Checkbox.Group
            label={texts.table.columns}
            value={shown.map(({ id }) => id)}
            onChange={choose}
          >
            <Stack gap={6} mt={6}>
              {optional.map(({ id, header, label }) => (
                <Checkbox key={id} size="xs" value={id} label={label ?? header} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Text size="xs" c="dimmed">
            {texts.table.dragToResize}
          </Text>
          <Button
            size="xs"
            variant="default"
            disabled={layout === defaultLayout}
            onClick={() => reset()}
          >
            {texts.table.reset}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
