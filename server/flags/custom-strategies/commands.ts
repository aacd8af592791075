import { isDeepStrictEqual } from 'node:util';
import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { alreadyExists, notFound } from '../../platform/errors.ts';
import { deleteTypeRow, insertType, listFlagsUsing, lockType, saveType } from './queries.ts';
import {
  assertEditable,
  assertMayDeprecate,
  assertUnused,
  patchType,
  planType,
  type TypeData,
  viewType,
} from './rules.ts';
import type { NewStrategyType, StrategyType, StrategyTypePatch } from './schema.ts';

export async function createType(
  tx: Tx,
  caller: Caller,
  input: NewStrategyType,
): Promise<StrategyType> {
  const data = planType(input);
  if (!(await insertType(tx, data))) {
    throw alreadyExists('Strategy type', data.name);
  }
  recordEvent(tx, caller, { type: 'strategy-created', data });
  return viewType(data);
}

export async function updateType(tx: Tx, caller: Caller, name: string, patch: StrategyTypePatch) {
  const before = await lockKnown(tx, name);
  assertEditable(before);
  const data = patchType(before, patch);
  if (isDeepStrictEqual(data, before)) return;
  await saveType(tx, data);
  recordEvent(tx, caller, { type: 'strategy-updated', data });
}

export async function deleteType(tx: Tx, caller: Caller, name: string): Promise<void> {
  const before = await lockKnown(tx, name);
  assertEditable(before);
  assertUnused(before, await listFlagsUsing(tx, name));
  await deleteTypeRow(tx, name);
  recordEvent(tx, caller, { type: 'strategy-deleted', data: { name } });
}

/** Existing strategies of the type are unchanged. */
export async function deprecateType(tx: Tx, caller: Caller, name: string): Promise<void> {
  const before = await lockKnown(tx, name);
  assertMayDeprecate(before);
  if (before.deprecated) return;
  await saveType(tx, { ...before, deprecated: true });
  recordEvent(tx, caller, { type: 'strategy-deprecated', data: { name } });
}

export async function reactivateType(tx: Tx, caller: Caller, name: string): Promise<void> {
  const before = await lockKnown(tx, name);
  if (!before.deprecated) return;
  await saveType(tx, { ...before, deprecated: false });
  recordEvent(tx, caller, { type: 'strategy-reactivated', data: { name } });
}

async function lockKnown(tx: Tx, name: string): Promise<TypeData> {
  const type = await lockType(tx, name);
  if (!type) throw notFound('Strategy type', name);
  return type;
}
