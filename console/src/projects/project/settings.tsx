import {
  Button,
  Group,
  NumberInput,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProjectOverview } from '../../../../server/projects/projects/schema.ts';
import { StickinessSelect } from '../../flags/strategies/stickiness-select.tsx';
import { useMay } from '../../identity/session/api.ts';
import { paths } from '../../paths.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useRefresh, useSave } from '../../ui/save.ts';
import { toast } from '../../ui/toasts.tsx';
import { archiveProject, deleteProject, reviveProject } from '../projects/api.ts';
import { modes } from '../projects/modes.ts';
import { projectKey, updateProject, updateSettings } from './api.ts';

type Props = { projectId: string; project: ProjectOverview };

export default function Settings({ projectId, project }: Props) {
  const { may } = useMay();
  const mayUpdate = may('UPDATE_PROJECT', projectId);
  return (
    <Stack maw={720}>
      {mayUpdate && <NameForm projectId={projectId} project={project} />}
      {(mayUpdate || may('PROJECT_SETTINGS_WRITE', projectId)) && (
        <RulesForm projectId={projectId} project={project} />
      )}
      {may('DELETE_PROJECT', projectId) && projectId !== 'default' && (
        <DangerZone projectId={projectId} project={project} />
      )}
    </Stack>
  );
}

function SaveButton({ loading, label }: { loading: boolean; label: string }) {
  return (
    <Group justify="flex-end">
      <Button type="submit" loading={loading}>
        {label}
      </Button>
    </Group>
  );
}

function NameForm({ projectId, project }: Props) {
  const before = { name: project.name, description: project.description ?? '' };
  const form = useForm({ initialValues: before });
  const save = useSave(form, {
    send: (values) => updateProject(projectId, values),
    invalidates: [projectKey(projectId), ['projects']],
    message: ({ name }) => `${name} is changed`,
    undo: () => updateProject(projectId, before),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Panel title="Name">
        <Stack>
          {save.error && <ErrorNote error={save.error} />}
          <TextInput label="Name" required maxLength={255} {...form.getInputProps('name')} />
          <Textarea
            label="Description"
            autosize
            minRows={2}
            maxLength={1000}
            {...form.getInputProps('description')}
          />
          <SaveButton loading={save.isPending} label="Save name" />
        </Stack>
      </Panel>
    </form>
  );
}

const rulesOf = ({ mode, defaultStickiness, featureLimit, featureNaming }: ProjectOverview) => ({
  mode,
  defaultStickiness,
  featureLimit: featureLimit ?? ('' as number | ''),
  featureNaming: {
    pattern: featureNaming?.pattern ?? '',
    example: featureNaming?.example ?? '',
    description: featureNaming?.description ?? '',
  },
});

/** An empty field removes the setting. */
const rulesBody = ({ featureLimit, featureNaming, ...rest }: ReturnType<typeof rulesOf>) => ({
  ...rest,
  featureLimit: featureLimit === '' ? null : featureLimit,
  featureNaming: {
    pattern: featureNaming.pattern || null,
    example: featureNaming.example || null,
    description: featureNaming.description || null,
  },
});

function RulesForm({ projectId, project }: Props) {
  const before = rulesOf(project);
  const form = useForm({ initialValues: before });
  const save = useSave(form, {
    send: (values) => updateSettings(projectId, rulesBody(values)),
    invalidates: [projectKey(projectId), ['projects']],
    message: () => `The rules of ${project.name} are changed`,
    undo: () => updateSettings(projectId, rulesBody(before)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Panel title="Rules">
        <Stack>
          {save.error && <ErrorNote error={save.error} />}
          <Select
            label="Mode"
            description={modes[form.values.mode]}
            allowDeselect={false}
            data={Object.keys(modes)}
            {...form.getInputProps('mode')}
          />
          <StickinessSelect
            label="Default stickiness"
            value={form.values.defaultStickiness}
            onChange={(next) => form.setFieldValue('defaultStickiness', next)}
          />
          <NumberInput
            label="Flag limit"
            description="Empty for any number"
            min={1}
            allowDecimal={false}
            {...form.getInputProps('featureLimit')}
          />
          <TextInput
            label="Pattern for names of flags"
            description="A regular expression for the complete name; empty for any name"
            maxLength={500}
            ff="monospace"
            {...form.getInputProps('featureNaming.pattern')}
          />
          <TextInput
            label="Example of such a name"
            maxLength={500}
            {...form.getInputProps('featureNaming.example')}
          />
          <Textarea
            label="What the pattern is for"
            autosize
            minRows={1}
            maxLength={1000}
            {...form.getInputProps('featureNaming.description')}
          />
          <SaveButton loading={save.isPending} label="Save rules" />
        </Stack>
      </Panel>
    </form>
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
    toast(`${project.name} is in the archive`, revive);
  };
  const remove = async () => {
    await deleteProject(projectId);
    await navigate({ to: paths.projects });
    await refresh();
    toast(`${project.name} is deleted`);
  };
  return (
    <Panel title="Danger zone">
      <Stack>
        <Text size="sm">
          A project can be archived and deleted once all of its flags are archived. From the archive
          it can be revived. Deleting it also deletes its archived flags.
        </Text>
        <Group>
          {project.archivedAt ? (
            <Button variant="default" onClick={() => void revive()}>
              Revive project
            </Button>
          ) : (
            <Button variant="default" onClick={() => setConfirming('archive')}>
              Archive project
            </Button>
          )}
          <Button color="red" variant="outline" onClick={() => setConfirming('delete')}>
            Delete project
          </Button>
        </Group>
        <Confirm
          opened={confirming === 'archive'}
          title={`Archive project ${project.name}?`}
          action="Archive project"
          onConfirm={archive}
          onClose={() => setConfirming(undefined)}
        >
          It disappears from the lists, and can be revived from the archived projects.
        </Confirm>
        <Confirm
          opened={confirming === 'delete'}
          title={`Delete project ${project.name}?`}
          action="Delete project for ever"
          typed={projectId}
          onConfirm={remove}
          onClose={() => setConfirming(undefined)}
        >
          It is deleted with its archived flags and its segments. This cannot be undone.
        </Confirm>
      </Stack>
    </Panel>
  );
}
