import { isDeepStrictEqual } from 'node:util';
import { recordEvent } from '../events/record.ts';
import type { Caller } from '../platform/caller.ts';
import type { Tx } from '../platform/db/open.ts';
import { alreadyExists, conflict, found } from '../platform/errors.ts';
import { assertQuery } from './parsing.ts';
import {
  countViews,
  deleteViewRow,
  findView,
  insertView,
  isNameTaken,
  lockView,
  saveView,
  type ViewOwner,
} from './queries.ts';
import { assertEditable, assertHasViews, planSettings, planView, viewData } from './rules.ts';
import type { NewView, View, ViewUpdate } from './schema.ts';

/** Of a user, and of a project. */
const viewsMax = 100;

export async function createView(tx: Tx, caller: Caller, input: NewView): Promise<View> {
  assertHasViews(caller);
  return create(tx, caller, { project: null, ownerId: caller.id }, input);
}

export async function createSharedView(
  tx: Tx,
  caller: Caller,
  project: string,
  input: NewView,
): Promise<View> {
  const view = await create(tx, caller, { project, ownerId: null }, input);
  recordEvent(tx, caller, { type: 'view-created', project, data: viewData(view) });
  return view;
}

async function create(tx: Tx, caller: Caller, owner: ViewOwner, input: NewView): Promise<View> {
  const plan = planView(input);
  assertQuery(plan.kind, plan.query);
  const id = await insertView(tx, owner, plan);
  if (id === undefined) throw alreadyExists('View', plan.name);
  if ((await countViews(tx, owner)) > viewsMax) {
    const whose = owner.project === null ? 'You have' : 'The project has';
    throw conflict(`${whose} ${viewsMax} views already, which is the maximum.`);
  }
  return found(await findView(tx, caller, id), 'View', id);
}

export async function updateView(
  tx: Tx,
  caller: Caller,
  id: string,
  input: ViewUpdate,
): Promise<View> {
  const before = await lockEditable(tx, caller, id);
  const plan = planSettings(input);
  assertQuery(before.kind, plan.query);
  if (isDeepStrictEqual(viewData({ ...before, ...plan }), viewData(before))) return before;
  if (await isNameTaken(tx, id, plan.name)) throw alreadyExists('View', plan.name);
  await saveView(tx, id, plan);
  recordShared(tx, caller, before, {
    type: 'view-updated',
    data: viewData({ ...before, ...plan }),
    preData: viewData(before),
  });
  return found(await findView(tx, caller, id), 'View', id);
}

export async function deleteView(tx: Tx, caller: Caller, id: string): Promise<void> {
  const before = await lockEditable(tx, caller, id);
  await deleteViewRow(tx, id);
  recordShared(tx, caller, before, { type: 'view-deleted', preData: viewData(before) });
}

async function lockEditable(tx: Tx, caller: Caller, id: string): Promise<View> {
  const view = found(await lockView(tx, caller, id), 'View', id);
  assertEditable(view);
  return view;
}

type Change = { type: 'view-updated' | 'view-deleted'; data?: object; preData: object };

/** What users do with their own views is not audited. */
function recordShared(tx: Tx, caller: Caller, { project }: View, change: Change): void {
  if (project !== null) recordEvent(tx, caller, { ...change, project });
}
