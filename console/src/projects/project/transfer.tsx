import { Stack } from '@mantine/core';
import type { ProjectOverview } from '../../../../server/projects/projects/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { ExportPanel } from './export-panel.tsx';
import { ImportPanel } from './import-panel.tsx';

type Props = { projectId: string; project: ProjectOverview };

export default function Transfer({ projectId, project }: Props) {
  const { may } = useMay();
  const environments = project.environments.map(({ environment }) => environment);
  return (
    <Stack maw={720}>
      <ExportPanel projectId={projectId} environments={environments} />
      {may('UPDATE_FEATURE', projectId) && (
        <ImportPanel projectId={projectId} environments={environments} />
      )}
    </Stack>
  );
}
