import { lockConfigurations, makeChanges } from '../../approvals/reconciliation/commands.ts';
import {
  findDefaultStickiness,
  listConfigurations,
} from '../../approvals/reconciliation/queries.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { badData } from '../../platform/errors.ts';
import { definitionOf } from './definition.ts';
import {
  assertConsistent,
  managedPrefix,
  planFlag,
  planSegments,
  segmentIdsIn,
  segmentNamesIn,
  targetsOf,
} from './plan.ts';
import {
  listEnvironmentNames,
  listFlagNames,
  listSegmentsById,
  listSegmentsByName,
  listSegmentsOf,
} from './queries.ts';
import { type ApplyOutcome, type ApplyRequest, type Definition, entriesMax } from './schema.ts';

/** Changes what differs from the definition: directly, or in protected environments by a request. */
export async function applyDefinition(
  tx: Tx,
  caller: Caller,
  project: string,
  { definition, dryRun = false }: ApplyRequest,
): Promise<ApplyOutcome> {
  assertConsistent(project, definition, await listEnvironmentNames(tx, project));
  const changes = await planChanges(tx, project, definition);
  const made = await makeChanges(tx, caller, project, { changes, dryRun });
  const requested = made.changeRequests.map(({ id, ...it }) => ({ ...it, changeRequestId: id }));
  return { applied: made.applied, requested };
}

async function planChanges(tx: Tx, project: string, definition: Definition) {
  const prefix = managedPrefix(definition);
  const managed = prefix === undefined ? [] : await listManaged(tx, project, prefix);
  const stored = await listSegmentsByName(tx, project, segmentNamesIn(definition));
  const segments = planSegments(project, definition, stored);
  const targets = targetsOf(definition, managed, segments.ids);
  const current = await lockConfigurations(tx, project, targets);
  const stickiness = await findDefaultStickiness(tx, project);
  const used = await listSegmentsById(tx, project, segmentIdsIn(current.values()));
  const segmentNames = new Map([
    ...[...segments.ids].map(([name, id]): [number, string] => [id, name]),
    ...used.map(({ id, name }): [number, string] => [id, name]),
  ]);
  const flags = [...targets].flatMap(([name, target]) =>
    planFlag({ name, project, stickiness }, current.get(name), { target, segmentNames }),
  );
  return [...segments.changes, ...flags];
}

/** Active flags of a project, and its segments, as a definition. */
export async function readDefinition(
  db: Db,
  project: string,
  prefix: string | undefined,
): Promise<Definition> {
  const names = await listManaged(db, project, prefix ?? '');
  const configurations = await listConfigurations(db, names);
  const flags = names.flatMap((name) => configurations.get(name) ?? []);
  const segments = await listSegmentsById(db, project, segmentIdsIn(flags));
  return definitionOf(project, {
    flags,
    segments: await listSegmentsOf(db, project, entriesMax),
    segmentNames: new Map(segments.map(({ id, name }) => [id, name])),
    environments: await listEnvironmentNames(db, project),
  });
}

async function listManaged(db: Db, project: string, prefix: string): Promise<string[]> {
  const names = await listFlagNames(db, project, { prefix, limit: entriesMax + 1 });
  if (names.length <= entriesMax) return names;
  throw badData(`There are more than ${entriesMax} flags. Choose those with a common prefix.`);
}
