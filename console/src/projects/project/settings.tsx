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
import { monospaceInput } from '../../ui/form.ts';
import { Panel } from '../../ui/panel.tsx';
import { useRefresh, useSave } from '../../ui/save.ts';
import { texts as shared } from '../../ui/texts.ts';
import { toast, toastError } from '../../ui/toasts.tsx';
import { archiveProject, deleteProject, reviveProject } from '../projects/api.ts';
import { modeOptions } from '../projects/modes.ts';
import { texts as all } from '../texts.ts';
import { projectKey, updateProject, updateSettings } from './api.ts';

const texts = all.project.settings;
const { modes } = all.projects;

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
    message: ({ name }) => texts.nameSaved(name),
    undo: () => updateProject(projectId, before),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Panel title={texts.name}>
        <Stack>
          {save.error && <ErrorNote error={save.error} />}
          <TextInput label={texts.name} required maxLength={255} {...form.getInputProps('name')} />
          <Textarea
            label={shared.common.description}
            autosize
            minRows={2}
            maxLength={1000}
            {...form.getInputProps('description')}
          />
          <SaveButton loading={save.isPending} label={texts.saveName} />
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
    message: () => texts.rulesSaved(project.name),
    undo: () => updateSettings(projectId, rulesBody(before)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Panel title={texts.rules}>
        <Stack>
          {save.error && <ErrorNote error={save.error} />}
          <Select
            label={texts.mode}
            description={modes[form.values.mode]}
            allowDeselect={false}
            data={modeOptions}
            {...form.getInputProps('mode')}
          />
          <StickinessSelect
            label={texts.defaultStickiness}
            value={form.values.defaultStickiness}
            onChange={(next) => form.setFieldValue('defaultStickiness', next)}
          />
          <NumberInput
            label={texts.flagLimit}
            description={texts.flagLimitNote}
            min={1}
            allowDecimal={false}
            {...form.getInputProps('featureLimit')}
          />
          <TextInput
            label={texts.pattern}
            description={texts.patternNote}
            maxLength={500}
            styles={monospaceInput}
            {...form.getInputProps('featureNaming.pattern')}
          />
          <TextInput
            label={texts.example}
            maxLength={500}
            {...form.getInputProps('featureNaming.example')}
          />
          <Textarea
            label={texts.patternDescription}
            autosize
            minRows={1}
            maxLength={1000}
            {...form.getInputProps('featureNaming.description')}
          />
          <SaveButton loading={save.isPending} label={texts.saveRules} />
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
