import { Alert, Button, FileInput, Group, List, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportPreview, ImportRequest } from '../../../../server/transfer/schema.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useRefresh } from '../../ui/save.ts';
import { toast } from '../../ui/toasts.tsx';
import { importFlags, previewImport, projectKey } from './api.ts';

type Props = { projectId: string; environments: string[] };

function useImport(project: string, environment: string, onDone: () => void) {
  const refresh = useRefresh([projectKey(project), ['flags'], ['segments'], ['projects']]);
  const checking = useMutation({
    mutationFn: async (chosen: File) => {
      const data = documentIn(await chosen.text());
      const request: ImportRequest = { project, environment, data };
      return { request, preview: await previewImport(request) };
    },
  });
  const importing = useMutation({
    mutationFn: importFlags,
    onSuccess: async () => {
      checking.reset();
      onDone();
      await refresh();
      toast('The flags are imported');
    },
  });
  const restart = () => {
    checking.reset();
    importing.reset();
  };
  return { checking, importing, restart };
}

/** Validates the file first, then imports it. */
export function ImportPanel({ projectId, environments }: Props) {
  const [environment, setEnvironment] = useState(environments[0] ?? '');
  const [file, setFile] = useState<File | null>(null);
  const { checking, importing, restart } = useImport(projectId, environment, () => setFile(null));
  const { data: checked } = checking;
  const error = checking.error ?? importing.error;
  return (
    <Panel title="Import flags">
      <Stack>
        <Text size="sm">
          Creates and updates the flags of the file in one environment; other flags are unchanged.
          The changes are shown before the import.
        </Text>
        <Group align="flex-end" grow preventGrowOverflow={false}>
          <FileInput
            label="File"
            placeholder="Choose a file created by an export"
            accept="application/json,.json"
            clearable
            clearButtonProps={{ 'aria-label': 'Another file' }}
            value={file}
            onChange={(next) => {
              setFile(next);
              restart();
            }}
          />
          <Select
            label="Environment to import into"
            allowDeselect={false}
            data={environments}
            value={environment}
            onChange={(next) => {
              if (next) setEnvironment(next);
              restart();
            }}
          />
        </Group>
        {error && <ErrorNote error={error} />}
        {checked && <PreviewView preview={checked.preview} />}
        <Group justify="flex-end">
          {checked && isAllowed(checked.preview) ? (
            <Button loading={importing.isPending} onClick={() => importing.mutate(checked.request)}>
              Import
            </Button>
          ) : (
            <Button
              variant="default"
              disabled={file === null}
              loading={checking.isPending}
              onClick={() => file && checking.mutate(file)}
            >
              See what would change
            </Button>
          )}
        </Group>
      </Stack>
    </Panel>
  );
}

const isAllowed = ({ errors, permissions }: ImportPreview) =>
  errors.length === 0 && permissions.length === 0;

function documentIn(text: string): ImportRequest['data'] {
  try {
    return JSON.parse(text) as ImportRequest['data'];
  } catch {
    throw new Error('This file is not JSON');
  }
}

function PreviewView({ preview }: { preview: ImportPreview }) {
  const { errors, warnings, permissions, changes } = preview;
  const { created, updated, unchanged } = changes;
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">
        <b>{created.length}</b> would be new, <b>{updated.length}</b> would change,{' '}
        <b>{unchanged.length}</b> would stay as they are.
      </Text>
      <Notices title="It cannot be imported" colour="red" notices={[...errors, ...permissions]} />
      <Notices title="Mind this" colour="yellow" notices={warnings} />
    </Stack>
  );
}

type NoticesProps = { title: string; colour: string; notices: ImportPreview['errors'] };

function Notices({ title, colour, notices }: NoticesProps) {
  if (notices.length === 0) return null;
  return (
    <Alert color={colour} title={title}>
      <List size="sm">
        {notices.map(({ message, affectedItems }) => (
          <List.Item key={message}>
            {message}: {affectedItems.join(', ')}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
