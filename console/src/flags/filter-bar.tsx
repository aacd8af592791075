import { Button, CloseButton, Group, Loader, Menu, Popover } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { PlusIcon } from '../ui/icons.tsx';
import { parseFilter } from '../ui/set-filter.ts';
import { useFilterValues } from './filter-values.ts';
import {
  type FilterKind,
  type FilterName,
  filterKinds,
  operatorsOf,
  sameOperator,
} from './filters.ts';
import type { FlagParams } from './params.ts';

const FilterEditor = lazy(() => import('./filter-editor.tsx'));

type Props = { params: FlagParams; onChange: (change: Partial<FlagParams>) => void };

/** One chip for every filter that is set, and the way to set another. */
export function FilterBar({ params, onChange }: Props) {
  const [opened, setOpened] = useState<FilterName>();
  const shown = filterKinds.filter(({ name }) => params[name] !== undefined || name === opened);
  const others = filterKinds.filter((kind) => !shown.includes(kind));
  return (
    <Group gap="xs" role="group" aria-label="Filters">
      {shown.map((kind) => (
        <FilterChip
          key={kind.name}
          kind={kind}
          params={params}
          opened={kind.name === opened}
          onOpen={(open) => setOpened(open ? kind.name : undefined)}
          onChange={(value) => onChange({ [kind.name]: value })}
        />
      ))}
      <Menu position="bottom-start" shadow="md">
        <Menu.Target>
          <Button size="xs" variant="subtle" leftSection={<PlusIcon size={14} />}>
            Filter
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {others.map(({ name, label }) => (
            <Menu.Item key={name} onClick={() => setOpened(name)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {shown.length > 1 && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          onClick={() => {
            setOpened(undefined);
            onChange(Object.fromEntries(filterKinds.map(({ name }) => [name, undefined])));
          }}
        >
          Clear all
        </Button>
      )}
    </Group>
  );
}

type ChipProps = {
  kind: FilterKind;
  params: FlagParams;
  opened: boolean;
  onOpen: (open: boolean) => void;
  onChange: (value: string | string[] | undefined) => void;
};

function FilterChip({ kind, params, opened, onOpen, onChange }: ChipProps) {
  const suggestions = useFilterValues(kind, params, opened);
  const labelOf = (value: string) =>
    suggestions.find((suggestion) => suggestion.value === value)?.label ?? value;
  const text = describe(kind, params[kind.name], labelOf);
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
            aria-label={`Filter: ${text}`}
          >
            {text}
          </Button>
        </Popover.Target>
        <CloseButton
          size="sm"
          aria-label={`Remove the filter ${kind.label}`}
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
            value={params[kind.name]}
            suggestions={suggestions}
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
  value: string | string[] | undefined,
  labelOf: (value: string) => string,
): string {
  if (value === undefined) return label;
  if (Array.isArray(value)) return value.map(labelOf).join(' or ');
  const filter = parseFilter(value);
  if (!filter) return `${label}: ${value === 'true' ? 'yes' : value === 'false' ? 'no' : value}`;
  if (kind === 'yes-no') return `${label}: ${filter.values[0] === 'true' ? 'yes' : 'no'}`;
  const operator = sameOperator[filter.operator] ?? filter.operator;
  const said = operatorsOf[kind].find((each) => each.value === operator)?.label ?? operator;
  return `${label} ${said} ${filter.values.map(labelOf).join(', ')}`;
}
