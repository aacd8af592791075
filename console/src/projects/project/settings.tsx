import { Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProjectOverview } from '../../../../server/projects/projects/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { paths } from '../../paths.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useRefresh } from '../../ui/save.ts';
import { toast, toastError } from '../../ui/toasts.tsx';
import { archiveProject, deleteProject, reviveProject } from '../projects/api.ts';
import { texts as all } from '../texts.ts';
import { projectKey } from './api.ts';
import { SettingsForms } from './settings-forms.tsx';

const texts = all.project.settings;

type Props = { projectId: string; project: ProjectOverview };

export default function Settings({ projectId, project }: Props) {
  const { may } = useMay();
  const mayUpdate = may('UPDATE_PROJECT', projectId);
  return (
    <Stack maw={720}>
      {(mayUpdate || may('PROJECT_SETTINGS_WRITE', projectId)) && (
        <SettingsForms projectId={projectId} withName={mayUpdate} />
      )}
      {may('DELETE_PROJECT', projectId) && projectId !== 'default' && (
        <DangerZone projectId={projectId} project={project} />
      )}
    </Stack>
  );
}

function DangerZone({ projectId, project }: Props) {
  const [confirming, setConfirming] = useState<'archive' | 'delete'>();
  const navigate = useNavigate();
  const refresh = useRefresh([projectKey(projectId), ['projects'], ['flags']]);
  const revive = () => reviveProject(projectId).then(refresh);
  const archive = async () => {
    await archiveProject(projectId);
    await refresh();
    toast(texts.archived(project.name), revive);
  };
  const remove = async () => {
    await deleteProject(projectId);
    await navigate({ to: paths.projects });
    await refresh();
    toast(texts.deleted(project.name));
  };
  return (
    <Panel title={texts.dangerZone}>
      <Stack>
        <Text size="sm">{texts.dangerNote}</Text>
        <Group>
          {project.archivedAt ? (
            <Button variant="default" onClick={() => void revive().catch(toastError)}>
              {texts.revive}
            </Button>
          ) : (
            <Button variant="default" onClick={() => setConfirming('archive')}>
              {texts.archive}
            </Button>
          )}
          <Button color="red" variant="outline" onClick={() => setConfirming('delete')}>
            {texts.delete}
          </Button>
        </Group>
        <Confirm
          opened={confirming === 'archive'}
          title={texts.archiveTitle(project.name)}
          action={texts.archive}
          onConfirm={archive}
          onClose={() => setConfirming(undefined)}
        >
          {texts.archiveNote}
        </Confirm>
        <Confirm
          opened={confirming === 'delete'}
          title={texts.deleteTitle(project.name)}
          action={texts.deleteAction}
          typed={projectId}
          onConfirm={remove}
          onClose={() => setConfirming(undefined)}
        >
          {texts.deleteNote}
        </Confirm>
      </Stack>
    </Panel>
  );
}
