import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewSegment, Segment } from '../../../../server/flags/segments/schema.ts';
import type { Tagged } from '../../api.ts';
import { useMay } from '../../identity/session/api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { loadCurrent } from '../../ui/rebase.ts';
import { useRefresh } from '../../ui/save.ts';
import { toast } from '../../ui/toasts.tsx';
import { projectNamesQuery, proposeChange } from '../flags/api.ts';
import { useProposedToast } from '../flags/proposed.ts';
import { constraintErrors } from '../strategies/constraints-editor.tsx';
import { texts } from '../texts.ts';
import { AffectedFlags } from './affected-flags.tsx';
import { createSegment, deleteSegment, openedSegmentQuery, updateSegment } from './api.ts';
import { SegmentFields, type SegmentValues } from './segment-fields.tsx';
import { type Affected, labelsFor, type Scope, scopeKey, useAffected } from './use-affected.ts';

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
function Edit({ segment, onClose }: EditProps) {
  const { data: opened, error, refetch } = useQuery(openedSegmentQuery(segment.id));
  const { affected, error: unknown } = useAffected(segment);
  if (opened && affected) {
    const reload = async () => (await refetch({ throwOnError: true })).data ?? opened;
    return <EditOpened {...{ opened, affected, onClose }} onReload={reload} />;
  }
  const problem = error ?? unknown;
  if (!problem) return null;
  return (
    <Dialog title={t.edit(segment.name)} onClose={onClose}>
      <ErrorNote error={problem} />
    </Dialog>
  );
}

type OpenedProps = {
  opened: Tagged<Segment>;
  affected: Affected;
  onReload: () => Promise<Tagged<Segment>>;
  onClose: () => void;
};

function EditOpened({ opened, affected, onReload, onClose }: OpenedProps) {
  const form = useSegmentForm(valuesOf(opened.body));
  const [chosen, setChosen] = useState<string>();
  const { proposable } = affected;
  const scope = proposable.find((each) => scopeKey(each) === chosen) ?? proposable[0];
  const send = useSegmentChange(opened, scope);
  return (
    <FormDialog
      title={t.edit(opened.body.name)}
      {...labelsFor(affected, t.save)}
      size="xl"
      form={form}
      send={(values, skip) => send(bodyOf(values), skip)}
      invalidates={invalidated}
      onDone={(announce) => announce()}
      outdated={{
        texts: t.outdated,
        load: async () => loadCurrent(form, valuesOf((await onReload()).body)),
      }}
      onClose={onClose}
    >
      <SegmentFields form={form} permission="UPDATE_SEGMENT" before={opened.body.project} />
      <AffectedFlags affected={affected} scope={scope} onScope={setChosen} />
    </FormDialog>
  );
}

const invalidated = [['segments'], ['change-requests']];

/** Changes the segment or proposes it in a request for the scope, and returns how to announce that. */
function useSegmentChange({ body: { id, ...before }, etag }: Tagged<Segment>, scope?: Scope) {
  const refresh = useRefresh(invalidated);
  const toastProposed = useProposedToast();
  const undo = (version: string | undefined) =>
    updateSegment(id, bodyOf(valuesOf(before)), version).finally(refresh);
  return async (after: NewSegment, skip: boolean) => {
    if (!scope || skip) {
      const saved = await updateSegment(id, after, etag);
      return () => toast(t.changed(after.name), () => undo(saved.etag));
    }
    const key = { projectId: scope.project, environment: scope.environment };
    const change = { action: 'updateSegment', payload: { id, ...after } } as const;
    const request = await proposeChange(key, change);
    return () => toastProposed(request);
  };
}

const useSegmentForm = (initialValues: SegmentValues) =>
  useForm({ initialValues, validate: ({ constraints }) => constraintErrors(constraints) });

const valuesOf = ({ name, description, project, constraints }: NewSegment): SegmentValues => ({
  name,
  description: description ?? '',
  project: project ?? null,
  constraints,
});

/** An empty description is stored as null, so that saving without a change records no event. */
const bodyOf = ({ description, ...values }: SegmentValues): NewSegment => ({
  ...values,
  description: description || null,
});
