import { ActionIcon, Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { numbered } from './form.ts';
import { texts } from './forms/texts.ts';
import { PlusIcon, TrashIcon } from './icons.tsx';
import { useRowFocus } from './row-focus.ts';

type Props<Row> = {
  legend: string;
  /** Singular of the items: `value`. */
  noun: string;
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  /** Shown when there are no rows. */
  empty?: string;
  onAdd: () => void;
  onRemove: (index: number) => void;
  /** The fields of the row with that index; the first has the attribute `data-focus="field"`. */
  children: (index: number) => ReactNode;
};

/** A field with any number of rows. */
export function RowsField<Row>(props: Props<Row>) {
  const { legend, noun, rows, nameOf, empty, onAdd, onRemove, children } = props;
  const { list, focus } = useRowFocus();
  return (
    <Fieldset legend={legend}>
      <Stack ref={list} gap="xs">
        {rows.length === 0 && empty && (
          <Text size="sm" c="dimmed">
            {empty}
          </Text>
        )}
        {numbered(rows).map(({ item, index, key }) => (
          <Group key={key} gap="xs" role="group" aria-label={texts.rows.row(index + 1, noun)}>
            {children(index)}
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={texts.rows.remove(noun, nameOf(item) || index + 1)}
              data-focus="remove"
              onClick={() => {
                onRemove(index);
                focus('remove', index);
              }}
            >
              <TrashIcon />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="default"
          size="xs"
          leftSection={<PlusIcon size={14} />}
          style={{ alignSelf: 'flex-start' }}
          data-focus="add"
          onClick={() => {
            onAdd();
            focus('field', rows.length);
          }}
        >
          {texts.rows.add(noun)}
        </Button>
      </Stack>
    </Fieldset>
  );
}
