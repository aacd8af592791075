import { Button, CloseButton, Group, Loader, Menu, Popover } from '@mantine/core';
import { lazy, memo, Suspense, useState } from 'react';
import { type FilterKind, operatorIn, operatorsOf, type Suggestion } from './filter-kinds.ts';
import { PlusIcon } from './icons.tsx';
import { parseFilter } from './set-filter.ts';
import { texts } from './texts.ts';

const FilterEditor = lazy(() => import('./filter-editor.tsx'));

type Value = string | string[] | undefined;

/** A hook that returns the values of a filter while its editor is open. */
type UseValues<Params, Each> = (
  kind: Each,
  params: Params,
  open: boolean,
  text: string,
) => readonly Suggestion[];

type Props<Params, Each> = {
  kinds: readonly Each[];
  params: Params;
  onChange: (change: Partial<Params>) => void;
  useValues: UseValues<Params, Each>;
};

/** One chip for every active filter, and a menu to add another. */
export function FilterBar<Params extends object, Each extends FilterKind<keyof Params & string>>(
  props: Props<Params, Each>,
) {
  const { kinds, params, onChange, useValues } = props;
  const [opened, setOpened] = useState<Each['name']>();
  const change = (values: Partial<Record<string, Value>>) => onChange(values as Partial<Params>);
  const shown = kinds.filter(({ name }) => params[name] !== undefined || name === opened);
  return (
    <Group gap="xs" role="group" aria-label={texts.filter.label}>
      {shown.map((kind) => (
        <FilterChip
          key={kind.name}
          kind={kind}
          params={params}
          useValues={useValues}
          opened={kind.name === opened}
          onOpen={(open) => setOpened(open ? kind.name : undefined)}
          onChange={(value) => change({ [kind.name]: value })}
        />
      ))}
      <AddFilter
        kinds={kinds}
        shown={shown.map(({ name }) => name).join(' ')}
        onAdd={setOpened as (name: string) => void}
      />
      {shown.length > 1 && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          onClick={() => {
            setOpened(undefined);
            change(Object.fromEntries(kinds.map(({ name }) => [name, undefined])));
          }}
        >
          {texts.filter.clear}
        </Button>
      )}
    </Group>
  );
}

type AddProps = {
  kinds: readonly FilterKind[];
  /** The active filters, joined so that `memo` can compare them. */
  shown: string;
  onAdd: (name: string) => void;
};

const AddFilter = memo(({ kinds, shown, onAdd }: AddProps) => {
  const set = shown.split(' ');
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button size="xs" variant="subtle" leftSection={<PlusIcon size={14} />}>
          {texts.filter.add}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds
          .filter(({ name }) => !set.includes(name))
          .map(({ name, label }) => (
            <Menu.Item key={name} onClick={() => onAdd(name)}>
              {label}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
});

type ChipProps<Params, Each> = {
  kind: Each;
  params: Params;
  useValues: UseValues<Params, Each>;
  opened: boolean;
  onOpen: (open: boolean) => void;
  onChange: (value: Value) => void;
};

function FilterChip<Params extends object, Each extends FilterKind<keyof Params & string>>(
  props: ChipProps<Params, Each>,
) {
  const { kind, params, useValues, opened, onOpen, onChange } = props;
  const [text, setText] = useState('');
  const suggestions = useValues(kind, params, opened, text);
  const value = params[kind.name] as Value;
  const labelOf = (each: string) =>
    suggestions.find((suggestion) => suggestion.value === each)?.label ?? each;
  const description = describe(kind, value, labelOf);
  return (
    <Popover
      opened={opened}
      onChange={onOpen}
      onDismiss={() => onOpen(false)}
      position="bottom-start"
      shadow="md"
      width={300}
      trapFocus
    >
      <Group gap={0} wrap="nowrap">
        <Popover.Target>
          <Button
            size="xs"
            variant="light"
            maw={320}
            onClick={() => onOpen(!opened)}
            aria-label={texts.filter.edit(description)}
          >
            {description}
          </Button>
        </Popover.Target>
        <CloseButton
          size="sm"
          aria-label={texts.filter.remove(kind.label)}
          onClick={() => {
            onOpen(false);
            onChange(undefined);
          }}
        />
      </Group>
      <Popover.Dropdown>
        <Suspense fallback={<Loader size="sm" />}>
          <FilterEditor
            kind={kind}
            value={value}
            suggestions={suggestions}
            onText={setText}
            onChange={onChange}
            onDone={() => onOpen(false)}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

/** `Type is any of release, experiment`. */
function describe(
  { kind, label }: FilterKind,
  value: Value,
  labelOf: (value: string) => string,
): string {
  if (value === undefined) return label;
  if (Array.isArray(value)) return value.map(labelOf).join(` ${texts.filter.or} `);
  const filter = parseFilter(value);
  if (!filter && value !== 'true' && value !== 'false') return `${label}: ${value}`;
  if (!filter || kind === 'yes-no') {
    return texts.filter.yesNo(label, (filter?.values[0] ?? value) === 'true');
  }
  const operator = operatorIn(kind, filter.operator);
  const comparison = operatorsOf[kind].find((each) => each.value === operator)?.label;
  return [label, comparison, filter.values.map(labelOf).join(', ')].filter(Boolean).join(' ');
}
