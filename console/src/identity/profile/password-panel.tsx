import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useSave } from '../../ui/save.ts';
import { changeOwnPassword } from '../session/api.ts';
import { PasswordFields, passwordForm } from '../session/password-fields.tsx';

export function PasswordPanel() {
  const form = useForm(passwordForm);
  const save = useSave(form, {
    send: changeOwnPassword,
    invalidates: [['me']],
    message: () => 'Your password is changed',
    onDone: () => form.reset(),
  });
  return (
    <Panel title="Password">
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack>
          {save.error && <ErrorNote error={save.error} />}
          <PasswordFields form={form} />
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
