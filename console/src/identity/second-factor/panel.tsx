import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { User } from '../../../../server/identity/users/schema.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useRefresh } from '../../ui/save.ts';
import { type Credentials, removeOwnSecondFactor, secondFactorQuery } from './api.ts';

const SetUp = lazy(() => import('./set-up.tsx'));

export function SecondFactorPanel({ me }: { me: User }) {
  const found = useQuery(secondFactorQuery);
  const [opened, setOpened] = useState<'on' | 'off'>();
  const username = me.username ?? me.email ?? '';
  const close = () => setOpened(undefined);
  return (
    <Panel title="Second factor">
      <Stack>
        {found.error && <ErrorNote error={found.error} />}
        {found.data && (
          <Text size="sm">
            {found.data.enabled
              ? `On: signing in takes a code of your authenticator app. ${found.data.recoveryCodes} recovery codes are left.`
              : 'Off: signing in takes only your password.'}
          </Text>
        )}
        <Group justify="flex-end">
          {found.data?.enabled ? (
            <Button variant="default" onClick={() => setOpened('off')}>
              Turn off
            </Button>
          ) : (
            <Button onClick={() => setOpened('on')}>Set up</Button>
          )}
        </Group>
      </Stack>
      {opened === 'on' && <TurnOn username={username} onClose={close} />}
      {opened === 'off' && <TurnOff username={username} onClose={close} />}
    </Panel>
  );
}

type DialogProps = { username: string; onClose: () => void };

function TurnOn({ username, onClose }: DialogProps) {
  const form = useForm({ initialValues: { password: '' } });
  const [credentials, setCredentials] = useState<Credentials>();
  const refresh = useRefresh([['second-factor']]);
  const done = () => {
    onClose();
    void refresh();
  };
  return (
    <Modal
      opened
      onClose={done}
      title="Set up a second factor"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {credentials ? (
        <Suspense>
          <SetUp credentials={credentials} onDone={done} />
        </Suspense>
      ) : (
        <form onSubmit={form.onSubmit(({ password }) => setCredentials({ username, password }))}>
          <Stack>
            <PasswordField {...form.getInputProps('password')} />
            <Group justify="flex-end">
              <Button type="submit">Continue</Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

function TurnOff({ username, onClose }: DialogProps) {
  const form = useForm({ initialValues: { password: '', code: '' } });
  return (
    <FormDialog
      title="Turn off the second factor"
      action="Turn off"
      form={form}
      send={(values) => removeOwnSecondFactor({ username, ...values })}
      invalidates={[['second-factor']]}
      message={() => 'The second factor is off'}
      onClose={onClose}
    >
      <PasswordField {...form.getInputProps('password')} />
      <TextInput
        label="Code"
        description="Of your authenticator app, or a recovery code"
        autoComplete="one-time-code"
        required
        maxLength={40}
        {...form.getInputProps('code')}
      />
    </FormDialog>
  );
}

const PasswordField = (props: object) => (
  <PasswordInput
    label="Your password"
    autoComplete="current-password"
    required
    data-autofocus
    visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
    {...props}
  />
);
