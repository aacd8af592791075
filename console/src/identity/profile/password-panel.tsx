import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormError } from '../../ui/form-error.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useSave } from '../../ui/save.ts';
import { changeOwnPassword } from '../session/api.ts';
import { PasswordFields, passwordForm } from '../session/password-fields.tsx';
import { texts } from '../texts.tsx';

export function PasswordPanel() {
  const form = useForm(passwordForm);
  const save = useSave(form, {
    send: changeOwnPassword,
    invalidates: [['me']],
    message: () => texts.profile.passwordChanged,
    onDone: () => form.reset(),
  });
  return (
    <Panel title={texts.shared.password}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack>
          <FormError error={save.error} values={form.values} />
          <PasswordFields form={form} />
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending}>
              {texts.shared.changePassword}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
