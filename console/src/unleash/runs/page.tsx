import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ErrorNote } from '../../ui/error-note.tsx';
import { fieldErrors } from '../../ui/form.ts';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { texts } from '../texts.ts';
import { type ImportRun, importRunQuery, startImport } from './api.ts';
import { ImportButton } from './import-button.tsx';
import { RunPanel } from './run-panel.tsx';

const text = texts.runs;

export function Page() {
  const last = useQuery(importRunQuery);
  return (
    <Frame title={text.title} note={text.note}>
      <Stack maw={960}>
        {last.error && <ErrorNote error={last.error} onRetry={() => void last.refetch()} />}
        {last.data && <Move run={last.data.run} />}
        {last.isPending && <PanelSkeleton />}
      </Stack>
    </Frame>
  );
}

function Move({ run }: { run: ImportRun | null }) {
  const form = useForm({ initialValues: { url: run?.url ?? '', token: '' } });
  const start = useStart(form);
  const running = run?.state === 'running';
  const previewed =
    run?.kind === 'preview' && run.state === 'complete' && run.url === form.values.url;
  return (
    <>
      <Panel title={text.source} note={text.sourceNote}>
        <form onSubmit={form.onSubmit((values) => start.mutate({ kind: 'preview', ...values }))}>
          <Stack>
            <TextInput label={text.url} required maxLength={2000} {...form.getInputProps('url')} />
            <PasswordInput
              label={text.token}
              description={text.tokenNote}
              required
              autoComplete="off"
              maxLength={1000}
              visibilityToggleButtonProps={{ 'aria-label': text.showToken }}
              {...form.getInputProps('token')}
            />
            {start.error && <ErrorNote error={start.error} />}
            <Group justify="flex-end">
              {previewed && form.values.token === '' && (
                <Text size="sm" c="dimmed">
                  {text.tokenAgain}
                </Text>
              )}
              <Button
                type="submit"
                variant={previewed ? 'default' : 'filled'}
                disabled={running}
                loading={start.isPending}
              >
                {text.previewButton}
              </Button>
              {previewed && (
                <ImportButton
                  disabled={form.values.token === ''}
                  merge={run.summary?.needsMerge === true}
                  onImport={(merge) => start.mutateAsync({ kind: 'import', ...form.values, merge })}
                />
              )}
            </Group>
          </Stack>
        </form>
      </Panel>
      {run && <RunPanel run={run} />}
    </>
  );
}

type Values = { url: string; token: string };

/** The address becomes as the server has stored it. */
function useStart(form: ReturnType<typeof useForm<Values>>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: startImport,
    onSuccess: (last) => {
      client.setQueryData(importRunQuery.queryKey, last);
      form.setFieldValue('url', last.run?.url ?? form.values.url);
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
}
