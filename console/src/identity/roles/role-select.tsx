import { Select } from '@mantine/core';
import type { Role } from '../../../../server/identity/access/schema.ts';

type Props = {
  label: string;
  roles: readonly Pick<Role, 'id' | 'name' | 'description'>[];
  value: number | null;
  onChange: (id: number | null) => void;
  clearable?: boolean;
  error?: string | undefined;
};

export function RoleSelect({ label, roles, value, onChange, clearable = false, error }: Props) {
  return (
    <Select
      label={label}
      description={roles.find(({ id }) => id === value)?.description}
      data={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      allowDeselect={clearable}
      clearable={clearable}
      error={error}
    />
  );
}
