import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { alreadyExists, badDataIn, notFound } from '../../platform/errors.ts';
import {
  environmentExists,
  findEnvironment,
  insertEnvironment,
  lockEnvironment,
  lockEnvironments,
  saveEnvironment,
  saveSortOrders,
} from './queries.ts';
import { type EnvironmentData, patchEnvironment, planEnvironment } from './rules.ts';
import type { Environment, EnvironmentPatch, NewEnvironment } from './schema.ts';

/** It is not added to existing projects. */
export async function createEnvironment(
  tx: Tx,
  caller: Caller,
  input: NewEnvironment,
): Promise<Environment> {
  const data = planEnvironment(input);
  if (!(await insertEnvironment(tx, data))) throw taken(data.name);
  recordEvent(tx, caller, { type: 'environment-created', environment: data.name, data });
  return stored(tx, caller, data.name);
}

export async function assertNameIsFree(db: Db, name: string): Promise<void> {
  if (await environmentExists(db, name)) throw taken(name);
}

/** Members left out keep their value. Required approvals of projects are unchanged. */
export async function updateEnvironment(
  tx: Tx,
  caller: Caller,
  name: string,
  patch: EnvironmentPatch,
): Promise<Environment> {
  const before = await lockEnvironment(tx, name);
  if (!before) throw notFound('Environment', name);
  const after = patchEnvironment(before, patch);
  if (after) {
    await saveEnvironment(tx, after);
    recordUpdate(tx, caller, before, after);
  }
  return stored(tx, caller, name);
}

/** Changes all named environments or none. */
export async function setSortOrders(tx: Tx, caller: Caller, orders: Record<string, number>) {
  const sortOrders = new Map(Object.entries(orders));
  const found = await lockEnvironments(tx, [...sortOrders.keys()]);
  assertAllFound([...sortOrders.keys()], found);

  const moves = found.flatMap((before) => {
    const after = patchEnvironment(before, { sortOrder: sortOrders.get(before.name) ?? 0 });
    return after ? [{ before, after }] : [];
  });
  if (moves.length === 0) return;
  await saveSortOrders(
    tx,
    moves.map(({ after }) => after),
  );
  for (const { before, after } of moves) recordUpdate(tx, caller, before, after);
}

function assertAllFound(names: string[], found: EnvironmentData[]): void {
  const known = new Set(found.map(({ name }) => name));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw badDataIn(
    `These environments do not exist: ${unknown.join(', ')}.`,
    unknown.map((name) => ({
      message: `Environment "${name}" does not exist.`,
      path: `/body/${name}`,
    })),
  );
}

function recordUpdate(tx: Tx, caller: Caller, preData: EnvironmentData, data: EnvironmentData) {
  recordEvent(tx, caller, { type: 'environment-updated', environment: data.name, data, preData });
}

async function stored(tx: Tx, caller: Caller, name: string): Promise<Environment> {
  const environment = await findEnvironment(tx, caller, name);
  if (!environment) throw new Error('the saved environment is missing');
  return environment;
}

const taken = (name: string) => alreadyExists('Environment', name);
