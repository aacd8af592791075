import { PasswordInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { texts } from '../texts.tsx';

type Values = { oldPassword: string; password: string; confirmPassword: string };

/** Options of `useForm`: both new passwords must be equal. */
export const passwordForm = {
  initialValues: { oldPassword: '', password: '', confirmPassword: '' },
  validate: {
    confirmPassword: (value: string, { password }: Values) =>
      value === password ? null : texts.session.differs,
  },
};

const fields = [
  { name: 'oldPassword', label: texts.session.currentPassword, autoComplete: 'current-password' },
  {
    name: 'password',
    label: texts.shared.newPassword,
    description: texts.shared.passwordRules,
    autoComplete: 'new-password',
  },
  { name: 'confirmPassword', label: texts.session.newPasswordAgain, autoComplete: 'new-password' },
] as const;

type Props = { form: UseFormReturnType<Values>; withOld?: boolean };

export function PasswordFields({ form, withOld = true }: Props) {
  const shown = fields.filter(({ name }) => withOld || name !== 'oldPassword');
  return shown.map(({ name, ...field }) => (
    <PasswordInput
      key={name}
      {...field}
      required
      visibilityToggleButtonProps={{ 'aria-label': texts.shared.showPassword }}
      {...form.getInputProps(name)}
    />
  ));
}
