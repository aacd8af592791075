import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  MultiSelect,
  Paper,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ClipboardEvent, type ReactNode, useState } from 'react';
import type { LegalValue } from '../../../../server/flags/context-fields/schema.ts';
import type { Constraint, Operator } from '../../../../server/flags/strategies/schema.ts';
import { numbered } from '../../ui/form.ts';
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx';
import { fromLocal, toLocal } from '../../ui/local-time.ts';
import { splitValues } from '../../ui/values.ts';
import { ValuesField } from '../../ui/values-field.tsx';
import { contextFieldsQuery } from './api.ts';
import { type OperatorKind, operatorLabels, takesMany } from './labels.ts';

/** Messages by field path: `constraints.0.value`. */
export type Errors = Record<string, ReactNode>;

type Props = {
  constraints: readonly Constraint[];
  onChange: (constraints: Constraint[]) => void;
  errors?: Errors;
};

const kindNames: Record<OperatorKind, string> = {
  list: 'Exact values',
  text: 'Parts of text',
  number: 'Numbers',
  date: 'Dates',
  version: 'Versions',
};

/** For strategies and segments. */
export function ConstraintsEditor({ constraints, onChange, errors = {} }: Props) {
  const fields = useQuery(contextFieldsQuery).data ?? [];
  const replace = (index: number, next: Constraint) =>
    onChange(constraints.map((each, position) => (position === index ? next : each)));
  return (
    <Stack gap="xs">
      {numbered(constraints).map(({ item: constraint, index, key }) => (
        <ConstraintRow
          key={key}
          number={index + 1}
          constraint={constraint}
          fields={fields}
          errors={errorsBelow(errors, `constraints.${index}`)}
          onChange={(next) => replace(index, next)}
          onRemove={() => onChange(constraints.filter((_, position) => position !== index))}
        />
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<PlusIcon size={14} />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => onChange([...constraints, { contextName: '', operator: 'IN', values: [] }])}
      >
        Add constraint
      </Button>
    </Stack>
  );
}

const fieldMissing = 'Choose a context field';

/** For the forms that contain the editor, before they are sent. */
export const constraintErrors = (constraints: readonly Constraint[]): Errors =>
  Object.fromEntries(
    constraints.flatMap(({ contextName }, index) =>
      contextName === '' ? [[`constraints.${index}.contextName`, fieldMissing]] : [],
    ),
  );

function errorsBelow(errors: Errors, path: string): Errors {
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([where]) => where === path || where.startsWith(`${path}.`))
      .map(([where, error]) => [where.slice(path.length + 1), error]),
  );
}

type RowProps = {
  number: number;
  constraint: Constraint;
  fields: readonly { name: string; legalValues: LegalValue[] }[];
  errors: Errors;
  onChange: (constraint: Constraint) => void;
  onRemove: () => void;
};

function ConstraintRow({ number, constraint, fields, errors, onChange, onRemove }: RowProps) {
  const { contextName, operator, inverted = false } = constraint;
  const names = new Set([...fields.map(({ name }) => name), contextName].filter(Boolean));
  const field = fields.find(({ name }) => name === contextName);
  const solved = contextName !== '' && errors.contextName === fieldMissing;
  const fieldError = solved ? undefined : errors.contextName;
  return (
    <Paper withBorder p="xs" role="group" aria-label={`Constraint ${number}`}>
      <Group gap="xs" align="flex-start">
        <Select
          aria-label="Context field"
          searchable
          placeholder={fieldMissing}
          allowDeselect={false}
          data={[...names]}
          value={contextName || null}
          error={fieldError}
          onChange={(name) => name && onChange({ ...constraint, contextName: name })}
          style={{ flex: '1 1 140px' }}
        />
        <Select
          aria-label="Operator"
          allowDeselect={false}
          data={operatorChoices(inverted)}
          value={operator}
          error={errors.operator}
          onChange={(next) => next && onChange(withOperator(constraint, next as Operator))}
          style={{ flex: '1 1 180px' }}
        />
        <ActionIcon
          variant="subtle"
          color="red"
          mt={4}
          aria-label={`Remove constraint ${number}`}
          onClick={onRemove}
        >
          <TrashIcon />
        </ActionIcon>
      </Group>
      <Stack gap="xs" mt="xs">
        <ValueField
          constraint={constraint}
          legal={field?.legalValues ?? []}
          error={errors.values ?? errors.value}
          onChange={onChange}
        />
        {errors[''] && (
          <Text size="xs" c="red">
            {errors['']}
          </Text>
        )}
        <Modifiers constraint={constraint} onChange={onChange} />
      </Stack>
    </Paper>
  );
}

/** Keeps the values where the new operator takes the same kind. */
function withOperator(constraint: Constraint, operator: Operator): Constraint {
  if (takesMany(operator) === takesMany(constraint.operator)) return { ...constraint, operator };
  const { contextName, inverted = false } = constraint;
  const empty = takesMany(operator) ? { values: [] } : { value: '' };
  return { contextName, operator, inverted, ...empty };
}

/** Options that negate the comparison or ignore case. */
function Modifiers({ constraint, onChange }: Pick<RowProps, 'constraint' | 'onChange'>) {
  const { operator, inverted = false, caseInsensitive = false } = constraint;
  return (
    <Group gap="md">
      <Checkbox
        size="xs"
        label="Negate"
        checked={inverted}
        onChange={({ currentTarget }) =>
          onChange({ ...constraint, inverted: currentTarget.checked })
        }
      />
      {operatorLabels[operator].kind === 'text' && (
        <Checkbox
          size="xs"
          label="Case-insensitive"
          checked={caseInsensitive}
          onChange={({ currentTarget }) =>
            onChange({ ...constraint, caseInsensitive: currentTarget.checked })
          }
        />
      )}
    </Group>
  );
}

const operatorChoices = (inverted: boolean) =>
  (Object.keys(kindNames) as OperatorKind[]).map((kind) => ({
    group: kindNames[kind],
    items: Object.entries(operatorLabels)
      .filter(([, labels]) => labels.kind === kind)
      .map(([value, labels]) => ({ value, label: inverted ? labels.inverted : labels.label })),
  }));

type ValueProps = {
  constraint: Constraint;
  legal: readonly LegalValue[];
  error: ReactNode;
  onChange: (constraint: Constraint) => void;
};

const hints: Partial<Record<OperatorKind, string>> = { number: '42', version: '1.2.3' };

function ValueField({ constraint, legal, error, onChange }: ValueProps) {
  const { operator, values = [], value = '' } = constraint;
  const { kind } = operatorLabels[operator];
  if (kind === 'list' && legal.length > 0) {
    return (
      <LegalValues
        legal={legal.map((each) => each.value)}
        values={values}
        error={error}
        onChange={(next) => onChange({ ...constraint, values: next })}
      />
    );
  }
  if (takesMany(operator)) {
    return (
      <ValuesField
        aria-label="Values"
        data={legal.map((each) => each.value)}
        value={values}
        error={error}
        onChange={(next) => onChange({ ...constraint, values: next })}
      />
    );
  }
  const isDate = kind === 'date';
  return (
    <TextInput
      aria-label="Value"
      {...(isDate ? { type: 'datetime-local' } : { placeholder: hints[kind] ?? '' })}
      value={isDate ? toLocal(value) : value}
      error={error}
      onChange={({ currentTarget }) =>
        onChange({
          ...constraint,
          value: isDate ? fromLocal(currentTarget.value) : currentTarget.value,
        })
      }
    />
  );
}

type LegalProps = {
  legal: readonly string[];
  values: readonly string[];
  error: ReactNode;
  onChange: (values: string[]) => void;
};

/** Of a context field with a list of values; others in a pasted text are named, but not added. */
function LegalValues({ legal, values, error, onChange }: LegalProps) {
  const [refused, setRefused] = useState<string[]>([]);
  const note = refused.length > 0 && `Not a value of the field: ${shortList(refused)}`;
  const paste = (event: ClipboardEvent) => {
    const pasted = splitValues(event.clipboardData.getData('text/plain'));
    if (pasted.length < 2) return;
    event.preventDefault();
    setRefused(pasted.filter((value) => !legal.includes(value)));
    onChange([...new Set([...values, ...pasted.filter((value) => legal.includes(value))])]);
  };
  return (
    <MultiSelect
      aria-label="Values"
      placeholder={values.length === 0 ? 'Choose values' : ''}
      searchable
      data={[...new Set([...legal, ...values])]}
      value={[...values]}
      error={error ?? note}
      onPaste={paste}
      onChange={(next) => {
        setRefused([]);
        onChange(next);
      }}
    />
  );
}

const shortList = (texts: readonly string[]) => {
  const shown = texts.slice(0, 5).join(', ');
  return texts.length > 5 ? `${shown} and ${texts.length - 5} more` : shown;
};
