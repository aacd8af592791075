import { useQuery } from '@tanstack/react-query';
import type {
  Change,
  ChangeRequest,
  NewChange,
} from '../../../../server/approvals/change-requests/schema.ts';
import type { Strategy, Variant } from '../../../../server/flags/strategies/schema.ts';
import { flagQuery } from '../../flags/flag/api.ts';
import { rebase } from '../../flags/strategies/rebase.ts';
import StrategyForm from '../../flags/strategies/strategy-form.tsx';
import VariantsForm from '../../flags/strategies/variants-form.tsx';
import { texts } from '../texts.tsx';

const text = texts.changeRequest.changes;

type Props = {
  request: ChangeRequest;
  change: Change;
  flag: string;
  onSave: (wanted: NewChange) => Promise<unknown>;
  onClose: () => void;
};

type Payload = { snapshot?: object; [member: string]: unknown };

/** The form for the direct change, filled with the proposed values. */
export default function EditChange({ request, change, flag, onSave, onClose }: Props) {
  const { project, environment, approvals } = request;
  const key = { projectId: project, featureName: flag };
  const flagState = useQuery(flagQuery(key));
  const { snapshot = {}, ...proposed } = change.payload as Payload;
  const common = {
    action: text.save,
    consequence: approvals.length > 0 ? text.withdraws(approvals.length) : undefined,
    onClose,
  };
  const target = { project, flag, change: { request: request.id, id: change.id } };
  if (change.action === 'patchVariant') {
    return (
      <VariantsForm
        {...common}
        {...target}
        environment={environment}
        variants={proposed.variants as Variant[]}
        onSubmit={(variants) =>
          onSave({ feature: flag, action: 'patchVariant', payload: { variants } })
        }
      />
    );
  }
  if (change.action === 'addStrategy') {
    return (
      <StrategyForm
        {...common}
        {...target}
        scope={environment}
        strategy={proposed as Partial<Strategy>}
        onSubmit={(payload) => onSave({ feature: flag, action: 'addStrategy', payload })}
      />
    );
  }
  // The form reads its initial values once, so it waits for the current state.
  if (flagState.isPending) return null;
  const current = flagState.data?.environments.find(({ name }) => name === environment);
  const { id } = proposed;
  const strategy = current?.strategies.find((each) => each.id === id);
  return (
    <StrategyForm
      {...common}
      {...target}
      scope={environment}
      strategy={rebase(snapshot as Payload, proposed, strategy ?? (snapshot as Payload))}
      onSubmit={(next) =>
        onSave({ feature: flag, action: 'updateStrategy', payload: { ...next, id } })
      }
    />
  );
}
