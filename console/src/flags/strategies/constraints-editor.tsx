import {
  ActionIcon,
  Box,
  Button,
  Checkbox,
  Group,
  Paper,
  Select,
  Stack,
  Text,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ContextField } from '../../../../server/flags/context-fields/schema.ts';
import type { Constraint, Operator } from '../../../../server/flags/strategies/schema.ts';
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx';
import { texts as shared } from '../texts.ts';
import { contextFieldsQuery } from './api.ts';
import { type FieldConstraints, groupedByField } from './constraint-groups.ts';
import { ConstraintValues } from './constraint-values.tsx';
import { FieldSelect } from './field-select.tsx';
import {
  constraintValues,
  type OperatorKind,
  operatorKinds,
  operatorLabel,
  takesMany,
} from './labels.ts';
import { texts } from './texts.ts';

const t = texts.constraints;
const kindLabels = shared.strategies.operatorKinds;

/** Messages by field path: `constraints.0.value`. */
export type Errors = Record<string, ReactNode>;

type Props = {
  constraints: readonly Constraint[];
  onChange: (constraints: Constraint[]) => void;
  errors?: Errors;
};

/** For strategies and segments: constraints on the same context field are shown together. */
export function ConstraintsEditor({ constraints, onChange, errors = {} }: Props) {
  return (
    <Stack gap="xs">
      {groupedByField(constraints).map((group) => (
        <ConstraintGroup
          key={group.rows[0].index}
          group={group}
          constraints={constraints}
          errors={errors}
          onChange={onChange}
        />
      ))}
      <AddButton label={t.add} onClick={() => onChange([...constraints, blankFor('')])} />
    </Stack>
  );
}

const blankFor = (contextName: string): Constraint => ({ contextName, operator: 'IN', values: [] });

/** For the forms that contain the editor, before they are sent. */
export const constraintErrors = (constraints: readonly Constraint[]): Errors =>
  Object.fromEntries(
    constraints.flatMap((constraint, index) => {
      const path = `constraints.${index}`;
      if (constraint.contextName === '') return [[`${path}.contextName`, t.fieldMissing]];
      return isWithoutValue(constraint) ? [[`${path}.values`, t.valueMissing(index + 1)]] : [];
    }),
  );

const isWithoutValue = (constraint: Constraint) =>
  constraintValues(constraint).every((value) => value.trim() === '');

function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<PlusIcon size={14} />}
      style={{ alignSelf: 'flex-start' }}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

type GroupProps = Required<Props> & { group: FieldConstraints };

/** The constraints on one context field, or a new one without a field. */
function ConstraintGroup({ group, constraints, errors, onChange }: GroupProps) {
  const fields = useQuery(contextFieldsQuery).data ?? [];
  const { contextName, rows } = group;
  const replace = (index: number, next: Constraint) =>
    onChange(constraints.map((each, position) => (position === index ? next : each)));
  const setField = (name: string) =>
    onChange(
      constraints.map((each, position) =>
        rows.some(({ index }) => index === position) ? { ...each, contextName: name } : each,
      ),
    );
  return (
    <Paper
      withBorder
      p="xs"
      role="group"
      aria-label={contextName ? t.groupLabel(contextName) : t.newGroup}
    >
      <Stack gap="xs">
        <FieldSelect
          fields={fields}
          value={contextName}
          error={errors[`constraints.${rows[0].index}.contextName`]}
          onChange={setField}
        />
        {rows.map(({ constraint, index }) => (
          <ConstraintRow
            key={index}
            number={index + 1}
            constraint={constraint}
            field={fields.find(({ name }) => name === contextName)}
            errors={errorsBelow(errors, `constraints.${index}`)}
            onChange={(next) => replace(index, next)}
            onRemove={() => onChange(constraints.filter((_, position) => position !== index))}
          />
        ))}
        {contextName && (
          <Button
            variant="subtle"
            size="compact-xs"
            leftSection={<PlusIcon size={12} />}
            style={{ alignSelf: 'flex-start' }}
            onClick={() => onChange([...constraints, blankFor(contextName)])}
          >
            {t.addFor(contextName)}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}

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
  field: ContextField | undefined;
  errors: Errors;
  onChange: (constraint: Constraint) => void;
  onRemove: () => void;
};

function ConstraintRow({ number, constraint, field, errors, onChange, onRemove }: RowProps) {
  const { operator, inverted = false } = constraint;
  const valueError = errors.values ?? errors.value;
  const solved = valueError === t.valueMissing(number) && !isWithoutValue(constraint);
  return (
    <Stack gap={6} role="group" aria-label={t.rowLabel(number)}>
      <Group gap="xs" align="flex-start">
        <Select
          aria-label={t.operator}
          allowDeselect={false}
          data={operatorChoices(inverted)}
          value={operator}
          error={errors.operator}
          onChange={(next) => next && onChange(withOperator(constraint, next as Operator))}
          style={{ flex: '1 1 170px' }}
        />
        <Box style={{ flex: '2 1 220px' }}>
          <ConstraintValues
            constraint={constraint}
            legal={field?.legalValues ?? []}
            error={solved ? undefined : valueError}
            onChange={onChange}
          />
        </Box>
        <ActionIcon
          variant="subtle"
          color="red"
          mt={4}
          aria-label={t.remove(number)}
          onClick={onRemove}
        >
          <TrashIcon />
        </ActionIcon>
      </Group>
      {errors[''] && (
        <Text size="xs" c="red">
          {errors['']}
        </Text>
      )}
      <Modifiers constraint={constraint} onChange={onChange} />
    </Stack>
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
        label={t.negate}
        checked={inverted}
        onChange={({ currentTarget }) =>
          onChange({ ...constraint, inverted: currentTarget.checked })
        }
      />
      {operatorKinds[operator] === 'text' && (
        <Checkbox
          size="xs"
          label={t.caseInsensitive}
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
  (Object.keys(kindLabels) as OperatorKind[]).map((kind) => ({
    group: kindLabels[kind],
    items: (Object.keys(operatorKinds) as Operator[])
      .filter((operator) => operatorKinds[operator] === kind)
      .map((operator) => ({ value: operator, label: operatorLabel({ operator, inverted }) })),
  }));
