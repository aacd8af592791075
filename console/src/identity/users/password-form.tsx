import { PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { User } from '../../../../server/identity/users/schema.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { nameOf } from '../../ui/person.tsx';
import { texts } from '../texts.tsx';
import { setPassword } from './api.ts';

export default function PasswordForm({ user, onClose }: { user: User; onClose: () => void }) {
  const form = useForm({ initialValues: { password: '' } });
  return (
    <FormDialog
      title={texts.users.newPasswordFor(nameOf(user))}
      action={texts.shared.setPassword}
      form={form}
      send={({ password }) => setPassword(user.id, password)}
      invalidates={[['users']]}
      message={() => texts.users.passwordSet(nameOf(user))}
      onClose={onClose}
    >
      <Text size="sm">{texts.users.newPasswordNote}</Text>
      <PasswordInput
        label={texts.shared.newPassword}
        description={texts.shared.passwordRules}
        autoComplete="new-password"
        required
        maxLength={128}
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': texts.shared.showPassword }}
        {...form.getInputProps('password')}
      />
    </FormDialog>
  );
}
