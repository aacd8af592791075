import {
  ActionIcon,
  Autocomplete,
  Button,
  Group,
  JsonInput,
  MultiSelect,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { environmentsQuery, projectNamesQuery } from '../../flags/flags/api.ts';
import { useProjectNames } from '../../flags/flags/project-name.ts';
import { contextFieldsQuery } from '../../flags/strategies/api.ts';
import { CrossIcon, PlayIcon, PlusIcon } from '../../ui/icons.tsx';
import { fromLocal, toLocal } from '../../ui/local-time.ts';
import { MultiPicker } from '../../ui/picker.tsx';
import { useRowFocus } from '../../ui/row-focus.ts';
import { texts as shared } from '../../ui/texts.ts';
import { texts as all } from '../texts.ts';
import { type Context, contextOf, contextText, parseContext, type Row, rowsOf } from './context.ts';
import type { PlaygroundParams } from './params.ts';

const texts = all.playground.form;

type Input = Pick<PlaygroundParams, 'environments' | 'projects' | 'context' | 'at'>;
type Props = { params: Input; loading: boolean; onSubmit: (input: Input) => void };

/** The environments, projects and context to evaluate. */
export function PlaygroundForm({ params, loading, onSubmit }: Props) {
  const environments = useQuery(environmentsQuery).data?.environments ?? [];
  const nameOf = useProjectNames();
  const projects = useQuery(projectNamesQuery).data?.projects ?? [];
  const [chosenEnvironments, setChosenEnvironments] = useState(params.environments);
  const [chosenProjects, setChosenProjects] = useState(params.projects ?? []);
  const [context, setContext] = useState(params.context ?? '');
  const parsed = parseContext(context);
  const selected = chosenEnvironments ?? environments.slice(0, 1).map(({ name }) => name);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!parsed) return;
        const at = String(new FormData(event.currentTarget).get('at') ?? '');
        onSubmit({
          environments: selected,
          projects: chosenProjects,
          context: contextText(parsed),
          at: fromLocal(at) || undefined,
        });
      }}
    >
      <Stack gap="sm">
        <MultiSelect
          label={shared.common.environments}
          placeholder={selected.length === 0 ? texts.atLeastOne : ''}
          data={environments.map(({ name }) => name)}
          value={selected}
          onChange={setChosenEnvironments}
          error={selected.length === 0 && environments.length > 0 && texts.chooseOne}
        />
        <MultiPicker
          label={shared.common.projects}
          placeholder={chosenProjects.length === 0 ? texts.allVisible : ''}
          clearable
          clearButtonProps={{ 'aria-label': texts.allProjects }}
          data={projects.map(({ id }) => ({ value: id, label: nameOf(id) }))}
          value={chosenProjects}
          onChange={setChosenProjects}
        />
        <ContextEditor text={context} parsed={parsed} onText={setContext} />
        <AsOfField key={params.at} at={params.at} />
        <Button
          type="submit"
          leftSection={<PlayIcon size={15} />}
          loading={loading}
          disabled={selected.length === 0 || !parsed}
        >
          {texts.evaluate}
        </Button>
      </Stack>
    </form>
  );
}

/** Read when the form is submitted; replaced when the moment in the URL changes. */
function AsOfField({ at }: { at: string | undefined }) {
  return (
    <TextInput
      name="at"
      type="datetime-local"
      step={1}
      label={texts.asOf}
      description={texts.asOfNote}
      defaultValue={toLocal(at ?? '', 'seconds')}
    />
  );
}

type EditorProps = {
  text: string;
  parsed: Context | undefined;
  onText: (text: string) => void;
};

function ContextEditor({ text, parsed, onText }: EditorProps) {
  const [shown, setShown] = useState('fields');
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {texts.context}
        </Text>
        <SegmentedControl
          size="xs"
          value={shown}
          onChange={setShown}
          disabled={parsed === undefined}
          aria-label={texts.editedAs}
          data={[
            { value: 'fields', label: texts.fields },
            { value: 'json', label: 'JSON' },
          ]}
        />
      </Group>
      {shown === 'json' || !parsed ? (
        <JsonInput
          aria-label={texts.contextAsJson}
          placeholder='{ "userId": "7" }'
          autosize
          minRows={5}
          maxRows={16}
          formatOnBlur
          value={text}
          onChange={onText}
          error={!parsed && texts.notJson}
        />
      ) : (
        <ContextRows context={parsed} onChange={(context) => onText(contextText(context) ?? '')} />
      )}
      <Text size="xs" c="dimmed">
        {texts.severalValues}
      </Text>
    </Stack>
  );
}

type RowsProps = { context: Context; onChange: (context: Context) => void };

/** The context as fields with values. */
export function ContextRows(props: RowsProps) {
  const fields = useQuery(contextFieldsQuery).data ?? [];
  const { rows, patch, add, remove, list } = useRows(props);
  const names = fields.map(({ name }) => name).filter((name) => name !== 'environment');
  return (
    <Stack ref={list} gap={6}>
      {rows.map(({ key, name, value }, index) => (
        <Group key={key} gap={6} wrap="nowrap" align="flex-start">
          <Autocomplete
            data-focus="field"
            aria-label={texts.fieldNumber(index + 1)}
            {...requiredWith(name, value)}
            description={isUnknown(name, fields) && texts.unknownField(name)}
            inputWrapperOrder={['input', 'description', 'error']}
            placeholder={texts.field}
            size="xs"
            flex={1}
            data={names}
            value={name}
            onChange={(next) => patch(key, { name: next })}
          />
          <ValueInput
            label={texts.valueNumber(index + 1)}
            value={value}
            legal={fields.find((field) => field.name === name)?.legalValues ?? []}
            onChange={(next) => patch(key, { value: next })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            data-focus="remove"
            aria-label={texts.removeField(index + 1)}
            onClick={() => remove(index)}
          >
            <CrossIcon size={14} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<PlusIcon size={13} />}
        style={{ alignSelf: 'flex-start' }}
        data-focus="add"
        onClick={add}
      >
        {texts.addField}
      </Button>
    </Stack>
  );
}

function useRows({ context, onChange }: RowsProps) {
  const [rows, setRows] = useState<Row[]>(() => {
    const initial = rowsOf(context);
    return initial.length > 0 ? initial : [{ key: 0, name: 'userId', value: '' }];
  });
  const change = (next: Row[]) => {
    setRows(next);
    onChange(contextOf(next));
  };
  const patch = (key: number, patched: Partial<Row>) =>
    change(rows.map((row) => (row.key === key ? { ...row, ...patched } : row)));
  const { list, focus } = useRowFocus();
  const add = () => {
    const key = Math.max(0, ...rows.map((row) => row.key)) + 1;
    setRows([...rows, { key, name: '', value: '' }]);
    focus('field', rows.length);
  };
  const remove = (index: number) => {
    change(rows.filter((_, each) => each !== index));
    focus('remove', index);
  };
  return { rows, patch, add, remove, list };
}

/** The beginning of a name may still be completed. Without any fields, they are not loaded yet. */
const isUnknown = (name: string, fields: readonly { name: string }[]) =>
  fields.length > 0 &&
  !['remoteAddress', ...fields.map((each) => each.name)].some((known) => known.startsWith(name));

/** A value without a field would be ignored. */
const requiredWith = (name: string, value: string) => ({
  required: value.trim() !== '',
  error: value.trim() !== '' && name.trim() === '' && texts.fieldMissing,
});

type ValueProps = {
  label: string;
  value: string;
  legal: readonly { value: string }[];
  onChange: (value: string) => void;
};

/** Suggests the legal values of the field. */
function ValueInput({ label, value, legal, onChange }: ValueProps) {
  const same = {
    'aria-label': label,
    placeholder: texts.value,
    size: 'xs',
    flex: 1,
    value,
  } as const;
  if (legal.length === 0) {
    return <TextInput {...same} onChange={({ currentTarget }) => onChange(currentTarget.value)} />;
  }
  return <Autocomplete {...same} data={legal.map((each) => each.value)} onChange={onChange} />;
}
