import { Button, Group, NumberInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { type UseMutationResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ProjectOverview } from '../../../../server/projects/projects/schema.ts';
import { isOutdated, type Tagged } from '../../api.ts';
import { StickinessSelect } from '../../flags/strategies/stickiness-select.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { monospaceInput } from '../../ui/form.ts';
import { LeaveConfirmation } from '../../ui/leave.tsx';
import { OutdatedNote } from '../../ui/outdated-note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { loadCurrent } from '../../ui/rebase.ts';
import { useSave } from '../../ui/save.ts';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { texts as shared } from '../../ui/texts.ts';
import { toastError } from '../../ui/toasts.tsx';
import { modeOptions } from '../projects/modes.ts';
import { texts as all } from '../texts.ts';
import { openedProjectQuery, projectKey, updateProject, updateSettings } from './api.ts';

const texts = all.project.settings;
const { modes } = all.projects;

type Props = { projectId: string; withName: boolean };

/** Both forms save only the version that was opened: others may have changed the project meanwhile. */
export function SettingsForms({ projectId, withName }: Props) {
  const { data: opened, error, refetch } = useQuery(openedProjectQuery(projectId));
  if (!opened) return error ? <ErrorNote error={error} /> : <PanelSkeleton />;
  const read = async () => (await refetch({ throwOnError: true })).data ?? opened;
  return <Forms key={projectId} {...{ projectId, withName, opened, read }} />;
}

type OpenedProject = Tagged<ProjectOverview>;
type FormsProps = Props & { opened: OpenedProject; read: () => Promise<OpenedProject> };

function Forms({ projectId, withName, opened, read }: FormsProps) {
  const name = useForm({ initialValues: nameOf(opened.body) });
  const rules = useForm({ initialValues: rulesOf(opened.body) });
  // They have one version: what is saved in one form, or loaded, is what the other is based on.
  const reload = async () => {
    const { body } = await read();
    loadCurrent(name, nameOf(body));
    loadCurrent(rules, rulesOf(body));
  };
  const common = { projectId, opened, reload };
  return (
    <>
      {withName && <NameForm form={name} {...common} />}
      <RulesForm form={rules} {...common} />
    </>
  );
}

type FormProps<Values> = {
  form: UseFormReturnType<Values>;
  projectId: string;
  opened: OpenedProject;
  reload: () => Promise<void>;
};

const nameOf = ({ name, description }: ProjectOverview) => ({
  name,
  description: description ?? '',
});

function NameForm(props: FormProps<ReturnType<typeof nameOf>>) {
  const { form, projectId, opened, reload } = props;
  const save = useSave(form, {
    send: (values) => updateProject(projectId, values, opened.etag),
    invalidates: [projectKey(projectId), ['projects']],
    message: ({ name }) => texts.nameSaved(name),
    undo: ({ etag }) => updateProject(projectId, nameOf(opened.body), etag).then(reload),
    onDone: () => {
      form.resetDirty();
      void reload().catch(toastError);
    },
  });
  return (
    <SettingsForm {...{ form, save, reload }} title={texts.name} action={texts.saveName}>
      <TextInput
        label={texts.name}
        description={texts.nameNote(projectId)}
        required
        maxLength={255}
        {...form.getInputProps('name')}
      />
      <Textarea
        label={shared.common.description}
        autosize
        minRows={2}
        maxLength={1000}
        {...form.getInputProps('description')}
      />
    </SettingsForm>
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

function RulesForm(props: FormProps<ReturnType<typeof rulesOf>>) {
  const { form, projectId, opened, reload } = props;
  const before = rulesBody(rulesOf(opened.body));
  const save = useSave(form, {
    send: (values) => updateSettings(projectId, rulesBody(values), opened.etag),
    invalidates: [projectKey(projectId), ['projects']],
    message: () => texts.rulesSaved(opened.body.name),
    undo: ({ etag }) => updateSettings(projectId, before, etag).then(reload),
    onDone: () => {
      form.resetDirty();
      void reload().catch(toastError);
    },
  });
  return (
    <SettingsForm {...{ form, save, reload }} title={texts.rules} action={texts.saveRules}>
      <RulesFields form={form} />
    </SettingsForm>
  );
}

function RulesFields({ form }: Pick<FormProps<ReturnType<typeof rulesOf>>, 'form'>) {
  return (
    <>
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
    </>
  );
}

type SettingsFormProps<Values> = Pick<FormProps<Values>, 'form' | 'reload'> & {
  save: UseMutationResult<unknown, Error, Values>;
  title: string;
  action: string;
  children: ReactNode;
};

/** A panel with a button, and the reason why it was not saved. */
function SettingsForm<Values>(props: SettingsFormProps<Values>) {
  const { form, save, reload, title, action, children } = props;
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <LeaveConfirmation isDirty={form.isDirty} />
      <Panel title={title}>
        <Stack>
          {children}
          {isOutdated(save.error) ? (
            <OutdatedNote texts={texts.outdated} load={reload} onLoaded={save.reset} />
          ) : (
            save.error && <ErrorNote error={save.error} />
          )}
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </Panel>
    </form>
  );
}
