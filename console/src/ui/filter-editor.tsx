import { Button, Group, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { formatNumber } from '../language.ts';
import { type FilterKind, operatorIn, operatorsOf, type Suggestion } from './filter-kinds.ts';
import { formatFilter, parseFilter } from './set-filter.ts';
import { texts } from './texts.ts';

type Props = {
  kind: FilterKind;
  value: string | string[] | undefined;
  suggestions: readonly Suggestion[];
  /** The search text for values. */
  onText: (text: string) => void;
  onChange: (value: string | string[] | undefined) => void;
  onDone: () => void;
};

const inlineCombobox = { comboboxProps: { withinPortal: false } };

/** Edits one filter; every change takes effect immediately. */
export default function FilterEditor(props: Props) {
  const { kind, value, suggestions, onText, onChange, onDone } = props;
  const operators = operatorsOf[kind.kind];
  const parsed = typeof value === 'string' ? parseFilter(value) : undefined;
  const chosen = operatorIn(kind.kind, parsed?.operator);
  const values = Array.isArray(value) ? value : (parsed?.values ?? []);
  const set = (change: { operator?: string; values?: string[] }) =>
    onChange(formatFilter({ operator: chosen, values, ...change }));

  return (
    <Stack gap="xs">
      {operators.length > 1 && (
        <Select
          {...inlineCombobox}
          aria-label={texts.filter.operator(kind.label)}
          data={[...operators]}
          value={chosen}
          allowDeselect={false}
          onChange={(next) => next && set({ operator: next })}
        />
      )}
      {['date', 'day'].includes(kind.kind) && (
        <TextInput
          type="date"
          data-autofocus
          aria-label={kind.label}
          value={values[0] ?? ''}
          onChange={({ currentTarget }) =>
            set({ values: currentTarget.value === '' ? [] : [currentTarget.value] })
          }
        />
      )}
      {kind.kind === 'yes-no' && (
        <YesOrNo
          chosen={values[0] ?? value}
          onChoose={(choice) => {
            onChange(`IS:${choice}`);
            onDone();
          }}
        />
      )}
      {['set', 'labels', 'status'].includes(kind.kind) && (
        <ValueList
          label={kind.label}
          values={values}
          suggestions={suggestions}
          onText={onText}
          onChange={(next) =>
            kind.kind === 'status'
              ? onChange(next.length === 0 ? undefined : next)
              : set({ values: next })
          }
        />
      )}
    </Stack>
  );
}

type YesOrNoProps = { chosen: string | string[] | undefined; onChoose: (choice: string) => void };

function YesOrNo({ chosen, onChoose }: YesOrNoProps) {
  return (
    <Group grow>
      {['true', 'false'].map((choice) => (
        <Button
          key={choice}
          size="xs"
          variant={chosen === choice ? 'filled' : 'default'}
          onClick={() => onChoose(choice)}
        >
          {choice === 'true' ? texts.common.yes : texts.common.no}
        </Button>
      ))}
    </Group>
  );
}

type ListProps = {
  label: string;
  values: string[];
  suggestions: readonly Suggestion[];
  onText: (text: string) => void;
  onChange: (values: string[]) => void;
};

function ValueList({ label, values, suggestions, onText, onChange }: ListProps) {
  const byValue = new Map(suggestions.map((suggestion) => [suggestion.value, suggestion]));
  const data = [
    ...suggestions,
    ...values.filter((value) => !byValue.has(value)).map((value) => ({ value, label: value })),
  ];
  return (
    <MultiSelect
      {...inlineCombobox}
      data-autofocus
      aria-label={texts.filter.values(label)}
      placeholder={texts.filter.find}
      searchable
      limit={100}
      data={data.map(({ value, label: text }) => ({ value, label: text }))}
      value={values}
      onChange={onChange}
      onSearchChange={onText}
      nothingFoundMessage={texts.filter.nothingFound}
      renderOption={({ option }) => (
        <Group justify="space-between" wrap="nowrap" w="100%" gap="xs">
          <span>{option.label}</span>
          <Text size="xs" c="dimmed">
            {countText(byValue.get(option.value)?.count)}
          </Text>
        </Group>
      )}
    />
  );
}

const countText = (count: number | undefined) => count !== undefined && formatNumber(count);
