import { Autocomplete, type ComboboxItem, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { LegalValue } from '../../../../server/flags/context-fields/schema.ts';
import type { Constraint } from '../../../../server/flags/strategies/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { paths } from '../../paths.ts';
import { fromLocal, toLocal } from '../../ui/local-time.ts';
import { MultiPicker } from '../../ui/picker.tsx';
import { ValuesField } from '../../ui/values-field.tsx';
import { texts as fieldTexts } from '../context-fields/texts.ts';
import { type OperatorKind, operatorKinds, takesMany } from './labels.ts';
import { texts } from './texts.ts';

const t = texts.constraints;

type Props = {
  constraint: Constraint;
  /** Of the context field; empty where every value is legal. */
  legal: readonly LegalValue[];
  error: ReactNode;
  onChange: (constraint: Constraint) => void;
};

/** The values that the field is compared with; the operator determines how many and of which kind. */
export function ConstraintValues({ constraint, legal, error, onChange }: Props) {
  const { operator, values = [] } = constraint;
  const setValues = (next: string[]) => onChange({ ...constraint, values: next });
  if (operatorKinds[operator] === 'list' && legal.length > 0) {
    return <LegalValues legal={legal} values={values} error={error} onChange={setValues} />;
  }
  if (takesMany(operator)) {
    return (
      <ValuesField
        aria-label={t.values}
        data={legal.map((each) => each.value)}
        value={values}
        error={error}
        onChange={setValues}
      />
    );
  }
  return <SingleValue constraint={constraint} legal={legal} error={error} onChange={onChange} />;
}

const hints: Partial<Record<OperatorKind, string>> = { number: '42', version: '1.2.3' };

function SingleValue({ constraint, legal, error, onChange }: Props) {
  const { operator, value = '' } = constraint;
  const kind = operatorKinds[operator];
  const set = (next: string) => onChange({ ...constraint, value: next });
  if (kind === 'date') {
    return (
      <TextInput
        aria-label={t.value}
        type="datetime-local"
        value={toLocal(value)}
        error={error}
        onChange={({ currentTarget }) => set(fromLocal(currentTarget.value))}
      />
    );
  }
  const common = { 'aria-label': t.value, placeholder: hints[kind] ?? '', value, error };
  return legal.length > 0 ? (
    <Autocomplete {...common} data={legal.map((each) => each.value)} onChange={set} />
  ) : (
    <TextInput {...common} onChange={({ currentTarget }) => set(currentTarget.value)} />
  );
}

type LegalProps = {
  legal: readonly LegalValue[];
  values: readonly string[];
  error: ReactNode;
  onChange: (values: string[]) => void;
};

/** Of a context field with a list of values. */
function LegalValues({ legal, values, error, onChange }: LegalProps) {
  const allowed = legal.map(({ value }) => value);
  return (
    <MultiPicker
      aria-label={t.values}
      noun={t.legalValue}
      hint={<ToContextFields />}
      placeholder={values.length === 0 ? t.chooseValues : ''}
      data={[...new Set([...allowed, ...values])]}
      value={[...values]}
      error={error}
      renderOption={({ option }) => <LegalOption option={option} legal={legal} />}
      onChange={onChange}
    />
  );
}

/** In a new tab, so that the form stays. */
function ToContextFields() {
  const { may } = useMay();
  if (!may('UPDATE_CONTEXT_FIELD')) return null;
  return (
    <>
      {t.legalValuesUnder}{' '}
      <Link to={paths.contextFields} target="_blank" rel="noreferrer">
        {fieldTexts.title}
      </Link>
    </>
  );
}

type OptionProps = { option: ComboboxItem; legal: readonly LegalValue[] };

/** A value with its description. */
function LegalOption({ option, legal }: OptionProps) {
  const description = legal.find(({ value }) => value === option.value)?.description;
  return (
    <span>
      {option.value}{' '}
      {description && (
        <Text span size="xs" c="dimmed" ml={4}>
          {description}
        </Text>
      )}
    </span>
  );
}
