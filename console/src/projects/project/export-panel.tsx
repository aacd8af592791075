import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNote } from '../../ui/error-note.tsx';
import { DownloadIcon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { saveAs } from '../../ui/save-as.ts';
import { toast } from '../../ui/toasts.tsx';
import { exportFlags } from './api.ts';

type Props = { projectId: string; environments: string[] };

export function ExportPanel({ projectId, environments }: Props) {
  const [environment, setEnvironment] = useState(environments[0] ?? '');
  const exporting = useMutation({
    mutationFn: () => exportFlags({ environment, project: projectId }),
    onSuccess: (document) => {
      saveAs(`flags-${projectId}-${environment}.json`, 'application/json', [
        JSON.stringify(document, null, 2),
      ]);
      const count = document.features.length;
      toast(count === 1 ? '1 flag is exported' : `${count} flags are exported`);
    },
  });
  return (
    <Panel title="Export flags">
      <Stack>
        <Text size="sm">
          A file with the flags of this project as they are in one environment, and the segments,
          context fields, tags, dependencies and links they need.
        </Text>
        {exporting.error && <ErrorNote error={exporting.error} />}
        <Group align="flex-end">
          <Select
            label="Environment to export"
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
            Export
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}
