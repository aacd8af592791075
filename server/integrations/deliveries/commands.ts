import { recordEvent } from '../../events/record.ts';
import { systemCaller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { integrationData } from '../integrations/rules.ts';
import { isMailKind } from '../kinds/definition.ts';
import { kindOf } from '../kinds/rules.ts';
import { insertDeliveries, saveProgress } from './queries.ts';
import { type Attempt, type LeasedIntegration, planRetry } from './rules.ts';

export type Outcome = {
  integration: LeasedIntegration;
  /** Every matching event up to this id was delivered. */
  position: number;
  attempts: readonly Attempt[];
  /** Absent: the lease is released. */
  leaseMs: number | undefined;
};

const pauseOf = ({ kind, parameters }: LeasedIntegration) => {
  const definition = kindOf(kind);
  return isMailKind(definition) ? definition.pauseMs(parameters) : 0;
};

/** False if the lease has ended, and the position was not saved. */
export async function saveOutcome(tx: Tx, outcome: Outcome): Promise<boolean> {
  const { integration, position, attempts, leaseMs } = outcome;
  const last = attempts.at(-1);
  const clock = { now: Date.now(), random: Math.random() };
  const retry = last && !last.delivered ? planRetry(integration, last, clock) : undefined;
  const result = retry ?? (last && { pauseMs: pauseOf(integration) });
  const saved = await saveProgress(tx, integration, { position, result, leaseMs });
  await insertDeliveries(tx, integration.id, attempts);
  if (saved && retry?.parked) {
    recordEvent(tx, systemCaller, {
      type: 'addon-config-parked',
      project: integration.project,
      data: { ...integrationData(integration), reason: last?.error, position },
    });
  }
  return saved;
}
