import { isDeepStrictEqual } from 'node:util';
import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { alreadyExists, notFound } from '../../platform/errors.ts';
import { assertUrlFriendly } from '../flags/rules.ts';
import {
  contextFieldExists,
  deleteContextFieldRow,
  findContextField,
  insertContextField,
  listUses,
  lockContextField,
  saveContextField,
} from './queries.ts';
import {
  assertUnused,
  type FieldData,
  patchField,
  planField,
  withLegalValue,
  withoutLegalValue,
} from './rules.ts';
import type { ContextField, ContextFieldPatch, LegalValue, NewContextField } from './schema.ts';

export async function createContextField(
  tx: Tx,
  caller: Caller,
  input: NewContextField,
): Promise<ContextField> {
  const data = planField(input);
  if (!(await insertContextField(tx, data))) throw taken(data.name);
  recordEvent(tx, caller, { type: 'context-field-created', data });
  const field = await findContextField(tx, caller, data.name);
  if (!field) throw new Error('the inserted context field is missing');
  return field;
}

export async function assertNameIsFree(db: Db, name: string): Promise<void> {
  assertUrlFriendly(name, '/body/name');
  if (await contextFieldExists(db, name)) throw taken(name);
}

export async function updateContextField(
  tx: Tx,
  caller: Caller,
  name: string,
  patch: ContextFieldPatch,
): Promise<void> {
  await changeField(tx, caller, name, (field) => patchField(field, patch));
}

export async function addLegalValue(tx: Tx, caller: Caller, name: string, value: LegalValue) {
  await changeField(tx, caller, name, (field) => withLegalValue(field, value));
}

/** Succeeds if the value does not exist. */
export async function removeLegalValue(tx: Tx, caller: Caller, name: string, value: string) {
  await changeField(tx, caller, name, (field) => withoutLegalValue(field, value));
}

export async function deleteContextField(tx: Tx, caller: Caller, name: string): Promise<void> {
  const preData = await lockKnown(tx, name);
  assertUnused(name, await listUses(tx, name));
  await deleteContextFieldRow(tx, name);
  recordEvent(tx, caller, { type: 'context-field-deleted', preData });
}

async function changeField(
  tx: Tx,
  caller: Caller,
  name: string,
  change: (field: FieldData) => FieldData,
): Promise<void> {
  const preData = await lockKnown(tx, name);
  const data = change(preData);
  if (isDeepStrictEqual(data, preData)) return;
  await saveContextField(tx, data);
  recordEvent(tx, caller, { type: 'context-field-updated', data, preData });
}

async function lockKnown(tx: Tx, name: string): Promise<FieldData> {
  const field = await lockContextField(tx, name);
  if (!field) throw notFound('Context field', name);
  return field;
}

const taken = (name: string) => alreadyExists('Context field', name);
