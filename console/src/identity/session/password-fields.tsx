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
  { name: 'oldPassword', label: 'Current password', autoComplete: 'current-password' },
  { name: 'password', label: 'New password', autoComplete: 'new-password' },
  { name: 'confirmPassword', label: 'New password again', autoComplete: 'new-password' },
] as const;

type Props = { form: UseFormReturnType<Values>; withOld?: boolean };

export function PasswordFields({ form, withOld = true }: Props) {
  const shown = fields.filter(({ name }) => withOld || name !== 'oldPassword');
  return shown.map(({ name, label, autoComplete }) => (
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
