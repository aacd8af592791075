import { Alert, Button, FileInput, Group, List, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportPreview, ImportRequest } from '../../../../server/transfer/schema.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useRefresh } from '../../ui/save.ts';
import { toast } from '../../ui/toasts.tsx';
import { texts as all } from '../texts.ts';
import { importFlags, previewImport, projectKey } from './api.ts';

const texts = all.project.transfer;

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
      toast(texts.imported);
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
    <Panel title={texts.importTitle}>
      <Stack>
        <Text size="sm">{texts.importNote}</Text>
        <Group align="flex-end" grow preventGrowOverflow={false}>
          <FileInput
            label={texts.file}
            placeholder={texts.fileNote}
            accept="application/json,.json"
            clearable
            clearButtonProps={{ 'aria-label': texts.clearFile }}
            value={file}
            onChange={(next) => {
              setFile(next);
              restart();
            }}
          />
          <Select
            label={texts.importEnvironment}
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
              {texts.import}
            </Button>
          ) : (
            <Button
              variant="default"
              disabled={file === null}
              loading={checking.isPending}
              onClick={() => file && checking.mutate(file)}
            >
              {texts.preview}
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
    throw new Error(texts.notJson);
  }
}

function PreviewView({ preview }: { preview: ImportPreview }) {
  const { errors, warnings, permissions, changes } = preview;
  const { created, updated, unchanged } = changes;
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">{texts.changes(created.length, updated.length, unchanged.length)}</Text>
      <Notices title={texts.refused} colour="red" notices={[...errors, ...permissions]} />
      <Notices title={texts.warnings} colour="yellow" notices={warnings} />
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
