import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { User } from '../../../../server/identity/users/schema.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useRefresh } from '../../ui/save.ts';
import { texts } from '../texts.tsx';
import { type Credentials, removeOwnSecondFactor, secondFactorQuery } from './api.ts';

const SetUp = lazy(() => import('./set-up.tsx'));

export function SecondFactorPanel({ me }: { me: User }) {
  const found = useQuery(secondFactorQuery);
  const [opened, setOpened] = useState<'on' | 'off'>();
  const username = me.username ?? me.email ?? '';
  const close = () => setOpened(undefined);
  return (
    <Panel title={texts.secondFactor.title}>
      <Stack>
        {found.error && <ErrorNote error={found.error} />}
        {found.data && (
          <Text size="sm">
            {found.data.enabled
              ? texts.secondFactor.on(found.data.recoveryCodes)
              : texts.secondFactor.off}
          </Text>
        )}
        <Group justify="flex-end">
          {found.data?.enabled ? (
            <Button variant="default" onClick={() => setOpened('off')}>
              {texts.secondFactor.turnOff}
            </Button>
          ) : (
            <Button onClick={() => setOpened('on')}>{texts.secondFactor.setUp}</Button>
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
    <Dialog onClose={done} title={texts.shared.setUpSecondFactor} closeOnClickOutside={false}>
      {credentials ? (
        <Suspense>
          <SetUp credentials={credentials} onDone={done} />
        </Suspense>
      ) : (
        <form onSubmit={form.onSubmit(({ password }) => setCredentials({ username, password }))}>
          <Stack>
            <PasswordField {...form.getInputProps('password')} />
            <Group justify="flex-end">
              <Button type="submit">{texts.secondFactor.continue}</Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}

function TurnOff({ username, onClose }: DialogProps) {
  const form = useForm({ initialValues: { password: '', code: '' } });
  return (
    <FormDialog
      title={texts.secondFactor.turnOffTitle}
      action={texts.secondFactor.turnOff}
      form={form}
      send={(values) => removeOwnSecondFactor({ username, ...values })}
      invalidates={[['second-factor']]}
      message={() => texts.secondFactor.turnedOff}
      onClose={onClose}
    >
      <PasswordField {...form.getInputProps('password')} />
      <TextInput
        label={texts.shared.code}
        description={texts.shared.codeNote}
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
    label={texts.secondFactor.yourPassword}
    autoComplete="current-password"
    required
    data-autofocus
    visibilityToggleButtonProps={{ 'aria-label': texts.shared.showPassword }}
    {...props}
  />
);
