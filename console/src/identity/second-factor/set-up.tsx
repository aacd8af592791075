import { Alert, Button, Code, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Copy } from '../../ui/copy.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { texts } from '../texts.tsx';
import { type Credentials, confirmSecondFactor, startSecondFactor } from './api.ts';
import { QrCode } from './qr-code.tsx';

type Props = { credentials: Credentials; onDone: () => void };

/** Shows the secret, takes a first code, and shows the recovery codes. */
export default function SetUp({ credentials, onDone }: Props) {
  const started = useQuery({
    queryKey: ['second-factor', 'start', credentials.username],
    queryFn: () => startSecondFactor(credentials),
    // Each request replaces the secret.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const form = useForm({ initialValues: { code: '' } });
  const confirm = useMutation({
    mutationFn: ({ code }: { code: string }) => confirmSecondFactor({ ...credentials, code }),
  });
  if (confirm.data) return <Recovery codes={confirm.data.recoveryCodes} onDone={onDone} />;
  if (started.error) return <ErrorNote error={started.error} />;
  if (!started.data) return <Loader />;
  return (
    <form onSubmit={form.onSubmit((values) => confirm.mutate(values))}>
      <Stack>
        <Text size="sm">{texts.secondFactor.scan}</Text>
        <QrCode text={started.data.uri} label={texts.secondFactor.qrCode} />
        <Group gap={4} wrap="nowrap">
          <Code style={{ overflowWrap: 'anywhere' }}>{started.data.secret}</Code>
          <Copy text={started.data.secret} label={texts.secondFactor.copyKey} />
        </Group>
        {confirm.error && <ErrorNote error={confirm.error} />}
        <TextInput
          label={texts.shared.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          maxLength={40}
          {...form.getInputProps('code')}
        />
        <Button type="submit" loading={confirm.isPending}>
          {texts.secondFactor.turnOn}
        </Button>
      </Stack>
    </form>
  );
}

function Recovery({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Stack>
      <Alert color="yellow">{texts.secondFactor.recovery}</Alert>
      <Code block>{codes.join('\n')}</Code>
      <Group justify="space-between">
        <Copy text={codes.join('\n')} label={texts.secondFactor.copyCodes} />
        <Button onClick={onDone}>{texts.secondFactor.stored}</Button>
      </Group>
    </Stack>
  );
}
