import { PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { User } from '../../../../server/identity/users/schema.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { nameOf } from '../../ui/person.tsx';
import { setPassword } from './api.ts';

export default function PasswordForm({ user, onClose }: { user: User; onClose: () => void }) {
  const form = useForm({ initialValues: { password: '' } });
  return (
    <FormDialog
      title={`New password for ${nameOf(user)}`}
      action="Set password"
      form={form}
      send={({ password }) => setPassword(user.id, password)}
      invalidates={[['users']]}
      message={() => `${nameOf(user)} has a new password`}
      onClose={onClose}
    >
      <Text size="sm">
        Their sessions end, and the old password no longer works. No e-mail is sent; with a link,
        they choose a password that only they know.
      </Text>
      <PasswordInput
        label="New password"
        autoComplete="new-password"
        required
        maxLength={128}
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        {...form.getInputProps('password')}
      />
    </FormDialog>
  );
}
