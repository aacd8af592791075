import { ActionIcon, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Change, NewChange } from '../../../../server/approvals/change-requests/schema.ts';
import { isOutdated } from '../../api.ts';
import { proposeChange } from '../../flags/flags/api.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { EditIcon, TrashIcon } from '../../ui/icons.tsx';
import { toast, toastError } from '../../ui/toasts.tsx';
import { discardChange, editChange, type ShownRequest } from '../change-requests/api.ts';
import { personName } from '../people.ts';
import { texts } from '../texts.tsx';
import { changeSentence } from './change-sentence.ts';
import { isDeleted } from './conflict-note.tsx';
import { useRequestActions } from './request-actions.ts';

const EditChange = lazy(() => import('./edit-change.tsx'));

const text = texts.changeRequest.changes;

const withForm = ['addStrategy', 'updateStrategy', 'patchVariant'];
/** Their forms apply the proposed members to the current state. */
const withRebase = ['updateStrategy', 'patchVariant'];

/** How to solve the conflict of a change with the buttons beside it. */
export function conflictHint({ action, conflicts }: Change): string {
  if (isDeleted(conflicts)) return texts.changeRequest.conflict.discard;
  return texts.changeRequest.conflict[withRebase.includes(action) ? 'save' : 'proposeAgain'];
}

type Props = {
  request: ShownRequest;
  change: Change;
  flag: string | undefined;
  /** Describes the change in the labels of the buttons. */
  sentence: string;
};

/** Edits, proposes again or discards a change. */
export function ChangeActions(props: Props) {
  const { request, change, flag, sentence } = props;
  const [editing, edit] = useDisclosure(false);
  const { save, saveShown, proposeAgain, discard } = useChangeWrites(props);
  const { start, confirmation } = useConfirmed(request);
  return (
    <Group gap={4} wrap="nowrap">
      {change.conflict && !withRebase.includes(change.action) && (
        <TextButton
          label={text.proposeAgain}
          onClick={() => start(text.proposeAgain, proposeAgain)}
        />
      )}
      {change.action === 'updateEnabled' && (
        <InvertSwitch {...props} save={saveShown} start={start} />
      )}
      {withForm.includes(change.action) && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={text.edit(sentence)}
          onClick={edit.open}
        >
          <EditIcon size={16} />
        </ActionIcon>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={text.discard(sentence)}
        onClick={() => start(text.discard(sentence), discard)}
      >
        <TrashIcon size={16} />
      </ActionIcon>
      {confirmation}
      {editing && flag !== undefined && (
        <Suspense>
          <EditChange
            request={request}
            change={change}
            flag={flag}
            onSave={save}
            onClose={edit.close}
          />
        </Suspense>
      )}
    </Group>
  );
}

type TextButtonProps = { label: string; onClick: () => void };

const TextButton = ({ label, onClick }: TextButtonProps) => (
  <Button size="compact-xs" variant="subtle" color="gray" onClick={onClick}>
    {label}
  </Button>
);

type Run = () => Promise<unknown>;
type Start = (action: string, run: Run) => void;

/** Starts an action at once in an own request; in that of another user it has to be confirmed. */
function useConfirmed(request: ShownRequest) {
  const { author, ownAllowed } = useRequestActions(request);
  const [unconfirmed, setUnconfirmed] = useState<{ action: string; run: Run }>();
  const start: Start = (action, run) =>
    author ? void run().catch(toastError) : setUnconfirmed({ action, run });
  const confirmation = unconfirmed && (
    <Confirm
      opened
      title={text.editTitle}
      action={unconfirmed.action}
      destructive={false}
      onConfirm={unconfirmed.run}
      onClose={() => setUnconfirmed(undefined)}
    >
      {text.editNote(personName(request.createdBy))} {!ownAllowed && text.editWrites}
    </Confirm>
  );
  return { start, confirmation };
}

type InvertProps = Props & { save: (wanted: NewChange) => Promise<unknown>; start: Start };

function InvertSwitch({ change, flag, save, start }: InvertProps) {
  const { enabled } = change.payload as { enabled: boolean };
  const label = enabled ? text.switchOffInstead : text.switchOnInstead;
  const wanted = { action: 'updateEnabled', payload: { enabled: !enabled } } as const;
  const invert = () => save({ feature: flag ?? null, ...wanted });
  return <TextButton label={label} onClick={() => start(label, invert)} />;
}

function useChangeWrites({ request, change, flag, sentence }: Props) {
  const client = useQueryClient();
  const { author } = useRequestActions(request);
  const { project: projectId, id, environment, etag: shown } = request;
  const key = { projectId, id, changeId: change.id };
  const before = {
    feature: flag ?? null,
    action: change.action as NewChange['action'],
    payload: sentPayload(change),
  };
  const refetch = () => client.invalidateQueries({ queryKey: ['change-requests'] });
  const put = async (wanted: NewChange, etag: string | undefined) => {
    const edited = await editChange(key, wanted, etag).finally(refetch);
    return edited.etag;
  };
  const save = async (wanted: NewChange, etag: string | undefined) => {
    const saved = await put(wanted, etag);
    toast(text.saved(changeSentence(wanted)), () => put(before, saved));
  };
  const saveShown = (wanted: NewChange) => explained(save(wanted, shown));
  const proposeAgain = async () => {
    await explained(put(before, shown));
    toast(text.proposedAgain);
  };
  // Only the author's own draft can take the change back.
  const undoDiscard = async () => {
    await proposeChange({ projectId, environment }, before);
    await refetch();
  };
  const discard = async () => {
    await explained(discardChange(key, shown).finally(refetch));
    toast(text.discarded(sentence), author ? undoDiscard : undefined);
  };
  return { save, saveShown, proposeAgain, discard };
}

/** The message of the server names an ETag; the page is fetched again anyway. */
const explained = <T,>(write: Promise<T>): Promise<T> =>
  write.catch((error) => {
    throw isOutdated(error) ? new Error(text.outdated) : error;
  });

/** Without the members that responses add: the state the change was recorded against. */
function sentPayload({ action, payload }: Change): unknown {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return payload;
  const { snapshot: _, ...proposed } = payload as { id?: unknown; snapshot?: unknown };
  return action.startsWith('delete') && 'id' in proposed ? { id: proposed.id } : proposed;
}
