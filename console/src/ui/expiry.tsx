import { Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';

const day = 86_400_000;
const spans = [
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];
const onDate = { value: 'day', label: 'On a day' };
const never = { value: 'never', label: 'Never' };

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
        label="Expires"
        allowDeselect={false}
        data={[...spans, onDate, ...(mayBeNever ? [never] : [])]}
        value={span}
        onChange={(next) => next && choose(next)}
        error={error}
      />
      {span === 'day' && (
        <TextInput
          type="date"
          label="Last day"
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
