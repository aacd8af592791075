import { recordEvent } from '../../events/record.ts';
import { type FlagKey, lockFlag } from '../../flags/flags/queries.ts';
import { assertActive } from '../../flags/flags/rules.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { deleteCompletion, findCompletion, insertCompletion } from './queries.ts';
import type { Completion } from './schema.ts';

/** Repeating it changes nothing. Another status requires that the flag is uncompleted first. */
export async function completeFlag(
  tx: Tx,
  caller: Caller,
  key: FlagKey,
  completion: Completion,
): Promise<void> {
  await lockActive(tx, key);
  const existing = await findCompletion(tx, key.name);
  if (existing) {
    const { status, statusValue = null } = completion;
    if (existing.status === status && existing.statusValue === statusValue) return;
    throw conflict(
      `Flag "${key.name}" is already completed as ${existing.status}. Uncomplete it first.`,
    );
  }
  await insertCompletion(tx, key.name, completion);
  recordEvent(tx, caller, {
    type: 'feature-completed',
    project: key.project,
    featureName: key.name,
    data: { ...completion, kept: completion.status === 'kept' },
  });
}

export async function uncompleteFlag(tx: Tx, caller: Caller, key: FlagKey): Promise<void> {
  await lockActive(tx, key);
  if (!(await deleteCompletion(tx, key.name))) return;
  recordEvent(tx, caller, {
    type: 'feature-uncompleted',
    project: key.project,
    featureName: key.name,
  });
}

async function lockActive(tx: Tx, key: FlagKey): Promise<void> {
  const flag = await lockFlag(tx, key);
  if (!flag) throw notFound('Flag', key.name);
  assertActive(flag);
}
