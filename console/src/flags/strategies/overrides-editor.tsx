import { ActionIcon, Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Variant } from '../../../../server/flags/strategies/schema.ts';
import { numbered } from '../../ui/form.ts';
import { CrossIcon, PlusIcon } from '../../ui/icons.tsx';
import { Picker } from '../../ui/picker.tsx';
import { ValuesField } from '../../ui/values-field.tsx';
import { contextFieldsQuery } from './api.ts';
import { texts } from './texts.ts';

const t = texts.overrides;

type Override = NonNullable<Variant['overrides']>[number];
type Props = { overrides: readonly Override[]; onChange: (overrides: Override[]) => void };

/** Contexts with one of these values get the variant regardless of the weights. */
export function OverridesEditor({ overrides, onChange }: Props) {
  const fields = useQuery(contextFieldsQuery).data ?? [];
  const replace = (index: number, next: Override) =>
    onChange(overrides.map((each, position) => (position === index ? next : each)));
  return (
    <Stack gap="xs" mt="xs">
      {numbered(overrides).map(({ item, index, key }) => (
        <Group key={key} gap="xs" align="flex-start" role="group" aria-label={t.label}>
          <Picker
            aria-label={t.field}
            w={150}
            allowDeselect={false}
            data={[...new Set([...fields.map(({ name }) => name), item.contextName])]}
            value={item.contextName}
            onChange={(name) => name && replace(index, { ...item, contextName: name })}
          />
          <ValuesField
            aria-label={t.values}
            value={item.values}
            onChange={(values) => replace(index, { ...item, values })}
            style={{ flex: '1 1 160px' }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            mt={4}
            aria-label={t.remove(item.contextName)}
            onClick={() => onChange(overrides.filter((_, position) => position !== index))}
          >
            <CrossIcon />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<PlusIcon size={12} />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => onChange([...overrides, { contextName: 'userId', values: [] }])}
      >
        {t.add}
      </Button>
    </Stack>
  );
}
