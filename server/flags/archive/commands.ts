import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { countActiveFlags } from '../../projects/projects/queries.ts';
import { removeDependencies } from '../dependencies/commands.ts';
import {
  deleteArchivedFlags,
  listFlagsNamed,
  lockFlags,
  lockProjectLimits,
} from '../flags/queries.ts';
import { assertActiveProject, assertAllFound, assertRoom } from '../flags/rules.ts';
import { listDependencyEdges, listReferencedFlags, saveArchived, saveRevived } from './queries.ts';
import { archiveImpactOf, assertNotNeeded } from './rules.ts';
import type { ArchiveImpact } from './schema.ts';

/** All of the flags or none; archived flags are unchanged. */
export async function archiveFlags(
  tx: Tx,
  caller: Caller,
  project: string,
  features: readonly string[],
): Promise<void> {
  const found = await lockFlags(tx, project, features);
  assertAllFound(features, found);
  const active = found.filter(({ archivedAt }) => archivedAt === null).map(({ name }) => name);
  if (active.length === 0) return;
  assertNotNeeded(active, await listDependencyEdges(tx, active));
  await removeDependencies(tx, caller, { project, children: active });
  await saveArchived(tx, active);
  for (const featureName of active) {
    recordEvent(tx, caller, { type: 'feature-archived', project, featureName });
  }
}

export async function findArchiveImpact(
  db: Db,
  project: string,
  features: readonly string[],
): Promise<ArchiveImpact> {
  assertAllFound(features, await listFlagsNamed(db, project, features));
  const impact = archiveImpactOf(features, await listDependencyEdges(db, features));
  const codeReferences = await listReferencedFlags(db, project, features);
  return { ...impact, ...(codeReferences.length > 0 && { codeReferences }) };
}

/** All of the flags or none; active flags are unchanged. */
export async function reviveFlags(
  tx: Tx,
  caller: Caller,
  project: string,
  features: readonly string[],
): Promise<void> {
  const limits = await lockProjectLimits(tx, project);
  assertActiveProject(project, limits);
  const found = await lockFlags(tx, project, features);
  assertAllFound(features, found);
  const archived = found.filter(({ archivedAt }) => archivedAt !== null).map(({ name }) => name);
  if (archived.length === 0) return;
  if (limits.flagLimit !== null) {
    assertRoom(limits, await countActiveFlags(tx, project), archived.length);
  }
  await saveRevived(tx, archived);
  for (const featureName of archived) {
    recordEvent(tx, caller, { type: 'feature-revived', project, featureName });
  }
}

/** Permanently; active flags are unchanged. */
export async function deleteFlags(
  tx: Tx,
  caller: Caller,
  project: string,
  features: readonly string[],
): Promise<void> {
  const found = await lockFlags(tx, project, features);
  assertAllFound(features, found);
  const archived = found.filter(({ archivedAt }) => archivedAt !== null).map(({ name }) => name);
  if (archived.length === 0) return;
  assertNotNeeded(archived, await listDependencyEdges(tx, archived));
  for (const { flag, tags } of await deleteArchivedFlags(tx, project, archived)) {
    recordEvent(tx, caller, {
      type: 'feature-deleted',
      project,
      featureName: flag.name,
      preData: flag,
      tags,
    });
  }
}
