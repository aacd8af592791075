import { SegmentedControl, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MultiPicker } from '../../ui/picker.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { environmentsOf } from '../flags/columns.tsx';
import type { SelectedFlag } from '../flags/selected.ts';
import { tagsQuery } from '../tags/api.ts';
import type { Protection, Wanted } from './actions.ts';
import type { TagKey } from './api.ts';
import { ProjectField } from './project-field.tsx';
import { texts } from './texts.ts';

const own = texts.fields;

type Props<Kind extends Wanted['kind']> = {
  wanted: Extract<Wanted, { kind: Kind }>;
  flags: readonly SelectedFlag[];
  protection: Protection;
  onChange: (wanted: Wanted) => void;
};

/** What has to be chosen before the action can be confirmed. */
export function Fields({ wanted, ...props }: Props<Wanted['kind']>) {
  switch (wanted.kind) {
    case 'switch':
      return <SwitchFields wanted={wanted} {...props} />;
    case 'tags':
      return <TagFields wanted={wanted} {...props} />;
    case 'move':
      return (
        <ProjectField
          value={wanted.project}
          onChange={(project) => props.onChange({ ...wanted, project })}
        />
      );
    case 'propose':
      return <ProposeFields wanted={wanted} {...props} />;
    case 'archive':
      return <Text size="sm">{own.archiveNote}</Text>;
    case 'revive':
      return <Text size="sm">{own.reviveNote}</Text>;
    case 'delete':
      return <DeleteFields wanted={wanted} {...props} />;
    default:
      return null;
  }
}

/** Whether everything is chosen. */
export function isComplete(wanted: Wanted, count: number): boolean {
  if (wanted.kind === 'delete') return wanted.typed.trim() === String(count);
  if (wanted.kind === 'tags') return wanted.added.length + wanted.removed.length > 0;
  if (wanted.kind === 'move') return wanted.project !== '';
  return !('environment' in wanted) || wanted.environment !== '';
}

function DeleteFields({ wanted, flags, onChange }: Props<'delete'>) {
  return (
    <Stack>
      <Text size="sm">{own.deleteNote}</Text>
      <TextInput
        label={ui.confirm.typed(String(flags.length))}
        value={wanted.typed}
        onChange={({ currentTarget }) => onChange({ ...wanted, typed: currentTarget.value })}
        data-autofocus
      />
    </Stack>
  );
}

function SwitchFields({ wanted, flags, onChange }: Props<'switch'>) {
  return (
    <Stack>
      <EnvironmentSelect
        data={environmentsOf(flags)}
        value={wanted.environment}
        onChange={(environment) => onChange({ ...wanted, environment })}
      />
      <SegmentedControl
        aria-label={own.newState}
        data={[
          { value: 'on', label: ui.common.on },
          { value: 'off', label: ui.common.off },
        ]}
        value={wanted.enabled ? 'on' : 'off'}
        onChange={(state) => onChange({ ...wanted, enabled: state === 'on' })}
      />
    </Stack>
  );
}

function ProposeFields({ wanted, flags, protection, onChange }: Props<'propose'>) {
  const projects = new Set(flags.map(({ project }) => project)).size;
  return (
    <Stack>
      <Text size="sm">{projects === 1 ? own.oneRequest : own.severalRequests(projects)}</Text>
      <EnvironmentSelect
        data={[...new Set([...protection.values()].flat())]}
        value={wanted.environment}
        onChange={(environment) => onChange({ ...wanted, environment })}
      />
      <SegmentedControl
        aria-label={own.proposedChange}
        data={[
          { value: 'on', label: own.switchOn },
          { value: 'off', label: own.switchOff },
          { value: 'archive', label: own.archive },
        ]}
        value={wanted.change}
        onChange={(change) => onChange({ ...wanted, change: change as typeof wanted.change })}
      />
    </Stack>
  );
}

type SelectProps = { data: string[]; value: string; onChange: (value: string) => void };

const EnvironmentSelect = ({ data, value, onChange }: SelectProps) => (
  <Select
    label={ui.common.environment}
    placeholder={own.chooseEnvironment}
    required
    allowDeselect={false}
    data={data}
    value={value || null}
    onChange={(next) => next && onChange(next)}
    data-autofocus
  />
);

function TagFields({ wanted, flags, onChange }: Props<'tags'>) {
  const known = useQuery(tagsQuery).data?.tags ?? [];
  const present = [...new Set(flags.flatMap(({ tags }) => tags.map(textOf)))].sort();
  // Suggestions that stay open after a choice cover the button to confirm.
  const [suggesting, setSuggesting] = useState(false);
  return (
    <Stack>
      <TagsInput
        label={ui.common.add}
        description={own.addTagsNote}
        data={known.map(textOf)}
        limit={20}
        maxTags={50}
        dropdownOpened={suggesting}
        onClick={() => setSuggesting(true)}
        onSearchChange={(typed) => setSuggesting(typed !== '')}
        onDropdownClose={() => setSuggesting(false)}
        value={wanted.added.map(textOf)}
        onChange={(tags) => onChange({ ...wanted, added: tags.map(tagOf) })}
        data-autofocus
      />
      <MultiPicker
        label={ui.common.remove}
        description={present.length === 0 ? own.noTags : undefined}
        disabled={present.length === 0}
        maxValues={50}
        data={present}
        value={wanted.removed.map(textOf)}
        onChange={(tags) => onChange({ ...wanted, removed: tags.map(tagOf) })}
      />
    </Stack>
  );
}

const textOf = ({ type, value }: TagKey) => `${type}:${value}`;

function tagOf(text: string): TagKey {
  const colon = text.indexOf(':');
  return colon < 0
    ? { type: 'simple', value: text.trim() }
    : { type: text.slice(0, colon).trim(), value: text.slice(colon + 1).trim() };
}
