import { Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { texts } from './forms/texts.ts';

const day = 86_400_000;
const spans = [
  { value: '7', label: texts.expiry.in7Days },
  { value: '30', label: texts.expiry.in30Days },
  { value: '90', label: texts.expiry.in90Days },
  { value: '365', label: texts.expiry.inYear },
];
const onDate = { value: 'day', label: texts.expiry.onDate };
const never = { value: 'never', label: texts.expiry.never };

type Props = {
  /** Null for never. */
  value: string | null;
  onChange: (value: string | null) => void;
  mayBeNever?: boolean;
  error?: string | undefined;
};

/** A duration, the end of a day (UTC), or never. */
export function Expiry({ value, onChange, mayBeNever = true, error }: Props) {
  const [span, setSpan] = useState(value === null ? 'never' : '30');
  const choose = (next: string) => {
    setSpan(next);
    if (next === 'never') onChange(null);
    else if (next !== 'day') onChange(expiryIn(Number(next)));
  };
  return (
    <Group align="flex-end" grow>
      <Select
        label={texts.expiry.label}
        allowDeselect={false}
        data={[...spans, onDate, ...(mayBeNever ? [never] : [])]}
        value={span}
        onChange={(next) => next && choose(next)}
        error={error}
      />
      {span === 'day' && (
        <TextInput
          type="date"
          label={texts.expiry.lastDay}
          required
          min={new Date().toISOString().slice(0, 10)}
          value={value?.slice(0, 10) ?? ''}
          onChange={({ currentTarget }) =>
            currentTarget.value && onChange(`${currentTarget.value}T23:59:59.000Z`)
          }
        />
      )}
    </Group>
  );
}

export const expiryIn = (days: number): string => new Date(Date.now() + days * day).toISOString();
