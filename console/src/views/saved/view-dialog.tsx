import { Code, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { projectNamesQuery } from '../../flags/flags/api.ts';
import { useProjectName } from '../../flags/flags/project-name.ts';
import { useMay } from '../../identity/session/api.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { NameField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Picker } from '../../ui/picker.tsx';
import { useRefresh } from '../../ui/save.ts';
import { texts } from '../texts.ts';
import { createView, deleteView, updateView, type View, viewsQuery } from './api.ts';
import type { Editing } from './view-actions.tsx';

type Props = {
  editing: Editing;
  kind: View['kind'];
  query: string;
  view: View | undefined;
  onView: (view: View | undefined) => void;
  onClose: () => void;
};

export default function ViewDialog({ editing, view, ...props }: Props) {
  if (editing === 'new' || view === undefined) return <NewView {...props} />;
  return editing === 'rename' ? (
    <Rename view={view} {...props} />
  ) : (
    <Delete view={view} {...props} />
  );
}

const { create, rename, remove } = texts.saved;

/** The value of the select for a view of the user. */
const onlyMe = '';

function NewView({ kind, query, onView, onClose }: Omit<Props, 'editing' | 'view'>) {
  const form = useForm({ initialValues: { name: '', project: onlyMe } });
  const { may } = useMay();
  const projects = (useQuery(projectNamesQuery).data?.projects ?? []).filter(
    ({ id }) => may('UPDATE_PROJECT', id) || may('PROJECT_SETTINGS_WRITE', id),
  );
  return (
    <FormDialog
      title={create.title}
      form={form}
      send={({ name, project }) => createView(project || undefined, { kind, name, query })}
      invalidates={[viewsQuery.queryKey]}
      message={({ name }) => create.saved(name)}
      onDone={onView}
      onClose={onClose}
    >
      <NameField form={form} maxLength={100} />
      <Picker
        label={create.visibleTo}
        allowDeselect={false}
        data={[
          { value: onlyMe, label: create.onlyMe },
          ...projects.map(({ id, name }) => ({ value: id, label: create.project(name) })),
        ]}
        {...form.getInputProps('project')}
      />
      <Text size="sm">
        {create.query} <Code style={{ overflowWrap: 'anywhere' }}>{query}</Code>
      </Text>
    </FormDialog>
  );
}

type OfView = { view: View; onView: Props['onView']; onClose: () => void };

function Rename({ view, onView, onClose }: OfView) {
  const form = useForm({ initialValues: { name: view.name } });
  return (
    <FormDialog
      title={rename.title(view.name)}
      form={form}
      send={({ name }) => updateView(view, { name })}
      invalidates={[viewsQuery.queryKey]}
      message={({ name }) => rename.renamed(name)}
      undo={(renamed) => updateView(renamed, { name: view.name })}
      onDone={onView}
      onClose={onClose}
    >
      <NameField form={form} maxLength={100} />
    </FormDialog>
  );
}

function Delete({ view, onView, onClose }: OfView) {
  const refresh = useRefresh([viewsQuery.queryKey]);
  const projectName = useProjectName(view.project ?? '');
  return (
    <Confirm
      opened
      title={remove.title(view.name)}
      action={remove.action}
      onConfirm={async () => {
        await deleteView(view.id);
        onView(undefined);
        await refresh();
      }}
      onClose={onClose}
    >
      {view.project === null ? remove.own : remove.shared(projectName)}
    </Confirm>
  );
}
