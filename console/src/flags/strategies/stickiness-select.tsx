import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { texts } from '../texts.ts';
import { contextFieldsQuery } from './api.ts';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
};

/** The context fields that stickiness can use. */
export function StickinessSelect({ label, value, onChange }: Props) {
  const fields = useQuery(contextFieldsQuery).data ?? [];
  const sticky = fields.filter(({ stickiness }) => stickiness).map(({ name }) => name);
  const labels: Record<string, string> = {
    default: texts.strategies.stickiness.userOrSession,
    random: texts.strategies.stickiness.random,
  };
  const values = new Set(['default', ...sticky, 'random', value]);
  return (
    <Select
      label={label}
      allowDeselect={false}
      data={[...values].map((each) => ({ value: each, label: labels[each] ?? each }))}
      value={value}
      onChange={(next) => next && onChange(next)}
    />
  );
}
