import { isDeepStrictEqual } from 'node:util';
import { recordEvent } from '../../events/record.ts';
import { holdsAnyPermission } from '../../identity/access/queries.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { alreadyExists, badData, missingPermission, notFound } from '../../platform/errors.ts';
import { assertMatch } from '../../platform/etags.ts';
import type { Permission } from '../../platform/permissions.ts';
import { assertLive } from '../../projects/projects/rules.ts';
import { lockLegalValues } from '../context-fields/queries.ts';
import { entityTag } from '../flags/rules.ts';
import { inlineInArchivedFlags, lockArchivedUses } from '../strategies/commands.ts';
import {
  deleteSegmentRows,
  findSegmentData,
  findSegmentIdByName,
  findSegmentVersion,
  insertSegment,
  listUses,
  lockProjectForUse,
  lockSegment,
  lockSegmentsOfProject,
  saveSegment,
} from './queries.ts';
import {
  assertUnused,
  assertUsedNowhereElse,
  contextNamesOf,
  planSegment,
  planSegmentName,
  projectIn,
  replaceSegment,
  type SegmentData,
} from './rules.ts';
import type { NewSegment, Segment } from './schema.ts';

type SegmentProject = Awaited<ReturnType<typeof lockProjectForUse>>;
type Verb = 'CREATE' | 'UPDATE' | 'DELETE';

/** Its values are checked against the current legal values, unless `known` is given. */
export async function createSegment(
  tx: Tx,
  caller: Caller,
  input: NewSegment,
  known?: Parameters<typeof planSegment>[1],
): Promise<Segment> {
  const project = projectIn(input);
  if (project !== null) {
    assertAcceptsSegments(project, await lockProjectForUse(tx, caller, project));
  }
  await assertMay(tx, caller, 'CREATE', project);
  const legalValues = known ?? (await lockLegalValues(tx, contextNamesOf(input.constraints)));
  const plan = planSegment(input, legalValues);
  const segment = await insertSegment(tx, plan, caller.name);
  if (!segment) throw taken(plan.name);
  recordEvent(tx, caller, { type: 'segment-created', project, data: segment });
  return { ...segment, usedInFeatures: 0, usedInProjects: 0 };
}

/**
 * Returns the new version. The permission is required in the stored project, and in the new one if
 * it moves.
 */
export async function updateSegment(
  tx: Tx,
  caller: Caller,
  id: number,
  { input, ifMatch }: { input: NewSegment; ifMatch?: string | undefined },
): Promise<number> {
  const target = input.project ? await lockProjectForUse(tx, caller, input.project) : undefined;
  const losing = input.project ? { exceptProject: input.project } : undefined;
  const before = await lockToChange(tx, caller, id, { verb: 'UPDATE', losing });
  if (!before) throw notFound('Segment', id);
  const version = await findSegmentVersion(tx, id);
  assertMatch(entityTag(version), ifMatch);
  const project = projectIn(input, before.project);
  if (project !== before.project) {
    await assertMayMove(tx, caller, before, { project, target });
    if (project !== null) await inlineInArchivedFlags(tx, caller, before, project);
  }

  const legalValues = await lockLegalValues(tx, contextNamesOf(input.constraints));
  const after = replaceSegment(before, input, legalValues);
  if (isDeepStrictEqual(after, before)) return version;
  if (after.name !== before.name) await assertNameIsFree(tx, after.name);
  const saved = await saveSegment(tx, after);
  recordEvent(tx, caller, { type: 'segment-updated', project, data: after, preData: before });
  return saved;
}

/**
 * Does nothing if the segment is unknown or hidden. Archived flags do not prevent the deletion: their
 * strategies get its constraints.
 */
export async function deleteSegment(tx: Tx, caller: Caller, id: number): Promise<void> {
  const segment = await lockToChange(tx, caller, id, { verb: 'DELETE', losing: {} });
  if (!segment) return;
  assertUnused(segment, await listUses(tx, caller, id));
  await inlineInArchivedFlags(tx, caller, segment);
  await removeAndRecord(tx, caller, [segment]);
}

/** For the deletion of a project, after its flags are deleted, so that its segments are unused. */
export async function deleteSegmentsOfProject(tx: Tx, caller: Caller, project: string) {
  await removeAndRecord(tx, caller, await lockSegmentsOfProject(tx, project));
}

export async function assertNameIsFree(db: Db, text: string): Promise<void> {
  const name = planSegmentName(text);
  if ((await findSegmentIdByName(db, name)) !== undefined) throw taken(name);
}

/**
 * Also locks the archived flags that lose the segment, if any do. Flags are locked before segments, and
 * the permission is checked before both.
 */
async function lockToChange(
  tx: Tx,
  caller: Caller,
  id: number,
  { verb, losing }: { verb: Verb; losing: { exceptProject?: string } | undefined },
): Promise<SegmentData | undefined> {
  const found = await findSegmentData(tx, caller, id);
  if (!found) return undefined;
  await assertMay(tx, caller, verb, found.project);
  if (losing && losing.exceptProject !== found.project) {
    await lockArchivedUses(tx, found, losing.exceptProject);
  }
  const segment = await lockSegment(tx, caller, id);
  if (segment && segment.project !== found.project) {
    await assertMay(tx, caller, verb, segment.project);
  }
  return segment;
}

async function assertMayMove(
  tx: Tx,
  caller: Caller,
  segment: SegmentData,
  { project, target }: { project: string | null; target: SegmentProject | undefined },
): Promise<void> {
  if (project !== null) assertAcceptsSegments(project, target);
  await assertMay(tx, caller, 'UPDATE', project);
  if (project === null) return;
  assertUsedNowhereElse(await listUses(tx, caller, segment.id, project), project);
}

function assertAcceptsSegments(id: string, target: SegmentProject | undefined): void {
  if (!target) throw badData(`Project "${id}" does not exist.`, '/body/project');
  assertLive(id, target.archivedAt);
}

async function assertMay(tx: Tx, caller: Caller, verb: Verb, project: string | null) {
  const permissions: Permission[] =
    project === null ? [`${verb}_SEGMENT`] : [`${verb}_SEGMENT`, 'UPDATE_PROJECT_SEGMENT'];
  const scope = project === null ? {} : { project };
  if (await holdsAnyPermission(tx, caller, permissions, scope)) return;
  throw missingPermission(permissions, scope);
}

async function removeAndRecord(tx: Tx, caller: Caller, segments: readonly SegmentData[]) {
  if (segments.length === 0) return;
  await deleteSegmentRows(
    tx,
    segments.map(({ id }) => id),
  );
  for (const segment of segments) {
    recordEvent(tx, caller, {
      type: 'segment-deleted',
      project: segment.project,
      preData: segment,
    });
  }
}

const taken = (name: string) => alreadyExists('Segment', name);
