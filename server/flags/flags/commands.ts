import { recordEvent } from '../../events/record.ts';
import { maySeeProject } from '../../identity/access/queries.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { queryPipelined } from '../../platform/db/pipeline.ts';
import { alreadyExists, badData, named, nameExists, notFound } from '../../platform/errors.ts';
import { assertMatch } from '../../platform/etags.ts';
import { nameTestOf } from '../../projects/projects/naming-pattern.ts';
import { countActiveFlags } from '../../projects/projects/queries.ts';
import { flagTypeExists, flagTypesAmong } from '../flag-types/queries.ts';
import { addTagsToFlags } from '../tags/commands.ts';
import { readFlagAt } from '../versions/commands.ts';
import {
  type FlagKey,
  findFlag,
  findFlagByName,
  findProjectLimits,
  insertAndFindFlag,
  insertFlags,
  lockFlag,
  lockFlags,
  lockProjectLimits,
  projectLimitsToLock,
  saveFlag,
  saveStale,
} from './queries.ts';
import {
  assertActive,
  assertActiveProject,
  assertAllFound,
  assertRoom,
  assertUrlFriendly,
  changeFlag,
  entityTag,
  type FlagData,
  type FlagPlan,
  flagData,
  type ProjectLimits,
  planFlag,
  readPatched,
  readUpdate,
  refuseName,
} from './rules.ts';
import type { FlagUpdate, NewFlag, PatchedFlag, StaleMarks, WantedName } from './schema.ts';

/** As it was at a moment. */
export const readEarlierFlag = readFlagAt;

/** The flag is off in every environment and in the first lifecycle stage. */
export async function createFlag(tx: Tx, caller: Caller, project: string, input: NewFlag) {
  const { name, tags = [] } = input;
  const plan = planFlag(project, input);
  await assertAllCreatable(tx, project, [plan]);
  const { inserted, found } = await insertAndFindFlag(tx, caller, plan);
  await recordCreation(tx, caller, [plan], inserted);
  if (found && tags.length === 0) return found;
  await addTagsToFlags(tx, caller, { project, flags: [name], tags });
  return readStored(tx, caller, plan);
}

/** All of them in their order, or none, in a fixed number of statements if none has tags. */
export async function createFlags(
  tx: Tx,
  caller: Caller,
  project: string,
  inputs: readonly NewFlag[],
): Promise<void> {
  const plans = inputs.map((input) => planFlag(project, input));
  await assertAllCreatable(tx, project, plans);
  await insertAndRecord(tx, caller, plans);
  for (const { name, tags = [] } of inputs) {
    await addTagsToFlags(tx, caller, { project, flags: [name], tags });
  }
}

/** Members left out keep their value. */
export async function updateFlag(
  tx: Tx,
  caller: Caller,
  key: FlagKey,
  { update, ifMatch }: { update: FlagUpdate; ifMatch: string | undefined },
) {
  const before = await lockChangeable(tx, key, ifMatch);
  await saveAndRecord(tx, caller, before, changeFlag(before, readUpdate(before, update)));
  return readStored(tx, caller, key);
}

/** `patched` applies the patch to the flag under the lock, or throws. */
export async function patchFlag(
  tx: Tx,
  caller: Caller,
  key: FlagKey,
  { patched, ifMatch }: { patched: (flag: object) => PatchedFlag; ifMatch: string | undefined },
) {
  const before = await lockChangeable(tx, key, ifMatch);
  const patch = readPatched(before, patched(flagData(before)));
  await saveAndRecord(tx, caller, before, changeFlag(before, patch));
  return readStored(tx, caller, key);
}

/** All of the flags or none; those already marked are unchanged. */
export async function markStale(
  tx: Tx,
  caller: Caller,
  project: string,
  { features, stale }: StaleMarks,
): Promise<void> {
  const found = await lockFlags(tx, project, features);
  assertAllFound(features, found);
  for (const flag of found) assertActive(flag);
  const changed = found.filter((flag) => flag.stale !== stale).map(({ name }) => name);
  if (changed.length === 0) return;
  await saveStale(tx, changed, stale);
  for (const name of changed) recordStaleness(tx, caller, { project, name, stale });
}

/** Also checks the naming pattern if a project is given. */
export async function assertNameIsFree(db: Db, caller: Caller, { name, projectId }: WantedName) {
  assertUrlFriendly(name, '/body/name');
  if (projectId) {
    if (!(await maySeeProject(db, caller, projectId))) throw notFound('Project', projectId);
    const limits = await findProjectLimits(db, projectId);
    assertActiveProject(projectId, limits);
    assertMatchPattern(limits, [name], '/body/name');
  }
  const existing = await findFlagByName(db, caller, name);
  if (existing) throw taken(name, existing);
}

/** Also locks the project until the transaction ends. */
export async function assertCreatable(tx: Tx, project: string, name: string): Promise<void> {
  assertUrlFriendly(name, '/body/name');
  await assertAllowedByProject(tx, project, await lockProjectLimits(tx, project), [name]);
}

/** Also checks that the flag types exist. */
async function assertAllCreatable(tx: Tx, project: string, plans: readonly FlagPlan[]) {
  for (const { name } of plans) assertUrlFriendly(name, '/body/name');
  const wanted = [...new Set(plans.map(({ type }) => type))];
  const [limits, known] = await queryPipelined(tx, [
    projectLimitsToLock(project),
    flagTypesAmong(tx, wanted),
  ]);
  const names = plans.map(({ name }) => name);
  await assertAllowedByProject(tx, project, limits[0], names);
  const unknown = wanted.find((type) => !known.some(({ id }) => id === type));
  if (unknown !== undefined) throw noSuchType(unknown);
}

async function assertAllowedByProject(
  tx: Tx,
  project: string,
  limits: ProjectLimits | undefined,
  names: readonly string[],
): Promise<void> {
  assertActiveProject(project, limits);
  assertMatchPattern(limits, names, '/body/name');
  await assertRoomFor(tx, limits, names.length);
}

export async function insertAndRecord(
  tx: Tx,
  caller: Caller,
  plans: readonly FlagPlan[],
): Promise<void> {
  await recordCreation(tx, caller, plans, await insertFlags(tx, plans, caller.id));
}

/** Throws if a name was taken, so that no flag is created. */
async function recordCreation(
  tx: Tx,
  caller: Caller,
  plans: readonly FlagPlan[],
  inserted: readonly FlagData[],
): Promise<void> {
  const created = new Map(inserted.map((flag) => [flag.name, flag]));
  for (const { name, project } of plans) {
    const flag = created.get(name);
    if (!flag) throw taken(name, await findFlagByName(tx, caller, name));
    recordEvent(tx, caller, {
      type: 'feature-created',
      project,
      featureName: name,
      data: flagData(flag),
    });
    // A repeated name is taken by its first occurrence.
    created.delete(name);
  }
}

export async function readStored(tx: Tx, caller: Caller, key: FlagKey) {
  const flag = await findFlag(tx, caller, key);
  if (!flag) throw new Error('the flag just saved is missing');
  return flag;
}

async function lockChangeable(
  tx: Tx,
  key: FlagKey,
  ifMatch: string | undefined,
): Promise<FlagData> {
  const flag = await lockFlag(tx, key);
  if (!flag) throw notFound('Flag', key.name);
  assertMatch(entityTag(flag.version), ifMatch);
  assertActive(flag);
  return flag;
}

async function saveAndRecord(
  tx: Tx,
  caller: Caller,
  before: FlagData,
  after: FlagData | undefined,
): Promise<void> {
  if (!after) return;
  if (after.type !== before.type) await assertTypeExists(tx, after.type);
  await saveFlag(tx, after);
  recordEvent(tx, caller, {
    type: 'feature-metadata-updated',
    project: after.project,
    featureName: after.name,
    data: flagData(after),
    preData: flagData(before),
  });
  if (after.stale !== before.stale) recordStaleness(tx, caller, after);
}

function recordStaleness(
  tx: Tx,
  caller: Caller,
  { project, name, stale }: Pick<FlagData, 'project' | 'name' | 'stale'>,
): void {
  const type = stale ? 'feature-stale-on' : 'feature-stale-off';
  recordEvent(tx, caller, { type, project, featureName: name });
}

async function assertTypeExists(tx: Tx, type: string): Promise<void> {
  if (!(await flagTypeExists(tx, type))) throw noSuchType(type);
}

const noSuchType = (type: string) => badData(`Flag type "${type}" does not exist.`, '/body/type');

export function assertMatchPattern(
  limits: ProjectLimits,
  names: readonly string[],
  path: string,
): void {
  const isAccepted = nameTestOf(limits.pattern);
  const refused = names.find((name) => !isAccepted(name));
  if (refused !== undefined) throw refuseName(limits, refused, path);
}

/** Counts under the lock on the project, so that concurrent requests cannot exceed the limit. */
export async function assertRoomFor(tx: Tx, limits: ProjectLimits, added: number): Promise<void> {
  if (limits.flagLimit === null) return;
  assertRoom(limits, await countActiveFlags(tx, limits.id), added);
}

/** Names are unique in all projects; `existing` is undefined if it has just been deleted. */
function taken(name: string, existing: Awaited<ReturnType<typeof findFlagByName>>) {
  if (!existing) return alreadyExists('Flag', name);
  const { project, archivedAt, visible } = existing;
  if (archivedAt === null) {
    const where = visible ? named('project', project) : 'a project that you may not see';
    return nameExists(`Flag "${name}" already exists in ${where}.`);
  }
  return nameExists(
    `Flag "${name}" already exists in the archive. Revive it, or delete it to reuse its name.`,
  );
}
