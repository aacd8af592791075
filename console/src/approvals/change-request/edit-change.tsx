import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Change, NewChange } from '../../../../server/approvals/change-requests/schema.ts';
import type { Strategy, Variant } from '../../../../server/flags/strategies/schema.ts';
import { flagQuery } from '../../flags/flag/api.ts';
import StrategyForm from '../../flags/strategies/strategy-form.tsx';
import VariantsForm from '../../flags/strategies/variants-form.tsx';
import { rebase } from '../../ui/rebase.ts';
import { readRequest, type ShownRequest } from '../change-requests/api.ts';
import { texts } from '../texts.tsx';
import { useRequestActions } from './request-actions.ts';

const text = texts.changeRequest.changes;

type Props = {
  request: ShownRequest;
  change: Change;
  flag: string;
  /** Saves it only in the request of that version. */
  onSave: (wanted: NewChange, etag: string | undefined) => Promise<unknown>;
  onClose: () => void;
};

type Payload = { snapshot?: object; [member: string]: unknown };

/** The form for the direct change, filled with the proposed values. */
export default function EditChange({ request, change, flag, onSave, onClose }: Props) {
  const { project, environment } = request;
  const flagState = useQuery(flagQuery({ projectId: project, featureName: flag }));
  const { opened, reload } = useOpened(request, change);
  const consequence = useConsequence(request);
  const target = { project, flag, change: { request: request.id, id: change.id } };
  const common = { action: text.save, consequence, onClose, ...target };
  const save = (action: NewChange['action']) => (payload: unknown) =>
    onSave({ feature: flag, action, payload }, opened.etag);
  if (change.action === 'patchVariant') {
    return (
      <VariantsForm
        {...common}
        environment={environment}
        variants={variantsOf(opened.change)}
        onReload={async () => variantsOf(await reload())}
        onSubmit={(variants) => save('patchVariant')({ variants })}
      />
    );
  }
  if (change.action === 'addStrategy') {
    return (
      <StrategyForm
        {...common}
        scope={environment}
        strategy={proposedBy(opened.change)}
        onReload={async () => proposedBy(await reload())}
        onSubmit={save('addStrategy')}
      />
    );
  }
  // The form reads its initial values once, so it waits for the current state.
  if (flagState.isPending) return null;
  const current = flagState.data?.environments.find(({ name }) => name === environment);
  const { id } = proposedBy(change);
  const strategy = current?.strategies.find((each) => each.id === id);
  return (
    <StrategyForm
      {...common}
      scope={environment}
      strategy={rebased(opened.change, strategy)}
      onReload={async () => rebased(await reload(), strategy)}
      onSubmit={(next) => save('updateStrategy')({ ...next, id })}
    />
  );
}

/** The change as its form was opened or loaded again: others may change the request meanwhile. */
function useOpened({ project: projectId, id, etag }: ShownRequest, change: Change) {
  const [opened, setOpened] = useState({ change, etag });
  const reload = async () => {
    const { features, etag } = await readRequest({ projectId, id });
    const current = features.flatMap(({ changes }) => changes).find((it) => it.id === change.id);
    if (current?.action !== change.action) throw new Error(text.gone);
    setOpened({ change: current, etag });
    return current;
  };
  return { opened, reload };
}

function useConsequence(request: ShownRequest): string | undefined {
  const { author, ownAllowed } = useRequestActions(request);
  const { approvals } = request;
  const consequences = [
    ...(approvals.length > 0 ? [text.withdraws(approvals.length)] : []),
    ...(author || ownAllowed ? [] : [text.editWrites]),
  ];
  return consequences.length === 0 ? undefined : consequences.join('. ');
}

const variantsOf = ({ payload }: Change) => (payload as { variants: Variant[] }).variants;

/** Without the member that responses add. */
function proposedBy({ payload }: Change): Partial<Strategy> {
  const { snapshot: _, ...proposed } = payload as Payload;
  return proposed as Partial<Strategy>;
}

function rebased(change: Change, current: Strategy | undefined): Partial<Strategy> {
  const { snapshot = {} } = change.payload as Payload;
  return rebase(snapshot as Payload, proposedBy(change), current ?? (snapshot as Payload));
}
