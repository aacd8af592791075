import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNote } from '../../ui/error-note.tsx';
import { DownloadIcon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { saveAs } from '../../ui/save-as.ts';
import { toast } from '../../ui/toasts.tsx';
import { texts as all } from '../texts.ts';
import { exportFlags } from './api.ts';

const texts = all.project.transfer;

type Props = { projectId: string; environments: string[] };

export function ExportPanel({ projectId, environments }: Props) {
  const [environment, setEnvironment] = useState(environments[0] ?? '');
  const exporting = useMutation({
    mutationFn: () => exportFlags({ environment, project: projectId }),
    onSuccess: (document) => {
      saveAs(`flags-${projectId}-${environment}.json`, 'application/json', [
        JSON.stringify(document, null, 2),
      ]);
      toast(texts.exported(document.features.length));
    },
  });
  return (
    <Panel title={texts.exportTitle}>
      <Stack>
        <Text size="sm">{texts.exportNote}</Text>
        {exporting.error && <ErrorNote error={exporting.error} />}
        <Group align="flex-end">
          <Select
            label={texts.exportEnvironment}
            allowDeselect={false}
            data={environments}
            value={environment}
            onChange={(next) => next && setEnvironment(next)}
          />
          <Button
            variant="default"
            leftSection={<DownloadIcon />}
            loading={exporting.isPending}
            disabled={environment === ''}
            onClick={() => exporting.mutate()}
          >
            {texts.export}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}
