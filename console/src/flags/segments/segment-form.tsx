import { Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { NewSegment, Segment } from '../../../../server/flags/segments/schema.ts';
import type { Tagged } from '../../api.ts';
import { useMay } from '../../identity/session/api.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { OutdatedNote } from '../../ui/outdated-note.tsx';
import { projectNamesQuery } from '../flags/api.ts';
import { constraintErrors } from '../strategies/constraints-editor.tsx';
import { loadCurrent } from '../strategies/rebase.ts';
import { texts } from '../texts.ts';
import { createSegment, deleteSegment, openedSegmentQuery, updateSegment } from './api.ts';
import { SegmentFields, type SegmentValues } from './segment-fields.tsx';

const t = texts.segments.form;

type Props = { item: Segment | undefined; onClose: () => void };

export default function SegmentForm({ item, onClose }: Props) {
  return item ? <Edit segment={item} onClose={onClose} /> : <Create onClose={onClose} />;
}

function Create({ onClose }: { onClose: () => void }) {
  const { may } = useMay();
  const projects = useQuery(projectNamesQuery).data?.projects ?? [];
  const usable = projects.find(({ id }) => may('UPDATE_PROJECT_SEGMENT', id));
  const project = may('CREATE_SEGMENT') ? null : (usable?.id ?? null);
  const form = useSegmentForm({ name: '', description: '', project, constraints: [] });
  return (
    <FormDialog
      title={t.add}
      action={t.create}
      size="xl"
      form={form}
      send={(values) => createSegment(bodyOf(values))}
      invalidates={[['segments']]}
      message={({ name }) => t.created(name)}
      undo={({ id }) => deleteSegment(id)}
      onClose={onClose}
    >
      <SegmentFields form={form} permission="CREATE_SEGMENT" />
    </FormDialog>
  );
}

type EditProps = { segment: Segment; onClose: () => void };

/** Saves only the version that was opened: others may have changed the segment meanwhile. */
function Edit({ segment: { id, name }, onClose }: EditProps) {
  const { data: opened, error, refetch } = useQuery(openedSegmentQuery(id));
  const reload = () => refetch({ throwOnError: true });
  if (opened) return <EditOpened opened={opened} onReload={reload} onClose={onClose} />;
  if (!error) return null;
  return (
    <Modal opened title={t.edit(name)} onClose={onClose}>
      <ErrorNote error={error} />
    </Modal>
  );
}

type OpenedProps = {
  opened: Tagged<Segment>;
  onReload: () => Promise<{ data: Tagged<Segment> | undefined }>;
  onClose: () => void;
};

function EditOpened({ opened, onReload, onClose }: OpenedProps) {
  const segment = opened.body;
  const form = useSegmentForm(valuesOf(segment));
  return (
    <FormDialog
      title={t.edit(segment.name)}
      size="xl"
      form={form}
      send={(values) => updateSegment(segment.id, bodyOf(values), opened.etag)}
      invalidates={[['segments']]}
      message={({ name }) => t.changed(name)}
      undo={({ etag }) => updateSegment(segment.id, bodyOf(valuesOf(segment)), etag)}
      outdated={(reset) => (
        <OutdatedNote
          texts={t.outdated}
          onReload={onReload}
          onLoaded={({ data: current = opened }) => {
            loadCurrent(form, valuesOf(current.body));
            reset();
          }}
        />
      )}
      onClose={onClose}
    >
      <SegmentFields form={form} permission="UPDATE_SEGMENT" before={segment.project} />
    </FormDialog>
  );
}

const useSegmentForm = (initialValues: SegmentValues) =>
  useForm({ initialValues, validate: ({ constraints }) => constraintErrors(constraints) });

const valuesOf = ({ name, description, project, constraints }: Segment): SegmentValues => ({
  name,
  description: description ?? '',
  project,
  constraints,
});

/** An empty description is stored as null, so that saving without a change records no event. */
const bodyOf = ({ description, ...values }: SegmentValues): NewSegment => ({
  ...values,
  description: description || null,
});
