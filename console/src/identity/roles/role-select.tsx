import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Role } from '../../../../server/identity/access/schema.ts';
import { roleDescription, roleName } from '../../ui/predefined/names.ts';
import { texts } from '../texts.tsx';
import { editorRole } from './api.ts';

type Props = {
  label: string;
  roles: readonly Pick<Role, 'id' | 'name' | 'description'>[];
  value: number | null;
  onChange: (id: number | null) => void;
  clearable?: boolean;
  error?: string | undefined;
  /** After the description of the chosen role. */
  note?: string | undefined;
};

type FieldProps = {
  form: {
    values: { rootRole: number };
    setFieldValue: (name: 'rootRole', id: number) => void;
    errors: Readonly<Record<string, ReactNode>>;
  };
  roles: Props['roles'];
};

/** The root role of an account, as a field of its form. */
export const RootRoleField = ({ form, roles }: FieldProps) => (
  <RoleSelect
    label={texts.shared.role}
    roles={roles}
    value={form.values.rootRole}
    note={form.values.rootRole === editorRole ? texts.users.editorNote : undefined}
    onChange={(id) => id && form.setFieldValue('rootRole', id)}
    error={form.errors.rootRole as string | undefined}
  />
);

export function RoleSelect({
  label,
  roles,
  value,
  onChange,
  clearable = false,
  error,
  note,
}: Props) {
  const chosen = roles.find(({ id }) => id === value);
  return (
    <Select
      label={label}
      description={chosen && [roleDescription(chosen), note].filter(Boolean).join(' ')}
      data={roles.map(({ id, name }) => ({ value: String(id), label: roleName(name) }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      allowDeselect={clearable}
      clearable={clearable}
      error={error}
    />
  );
}
