import { PasswordInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

type Values = { oldPassword: string; password: string; confirmPassword: string };

/** Options of `useForm`: both new passwords must be equal. */
export const passwordForm = {
  initialValues: { oldPassword: '', password: '', confirmPassword: '' },
  validate: {
    confirmPassword: (value: string, { password }: Values) =>
      value === password ? null : 'This is not the same as the new password',
  },
};

const fields = [
  { name: 'oldPassword', label: 'Present password', autoComplete: 'current-password' },
  { name: 'password', label: 'New password', autoComplete: 'new-password' },
  { name: 'confirmPassword', label: 'New password again', autoComplete: 'new-password' },
] as const;

export function PasswordFields({ form }: { form: UseFormReturnType<Values> }) {
  return fields.map(({ name, label, autoComplete }) => (
    <PasswordInput
      key={name}
      label={label}
      autoComplete={autoComplete}
      required
      visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
      {...form.getInputProps(name)}
    />
  ));
}
