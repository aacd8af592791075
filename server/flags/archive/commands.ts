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
import { assertAllFound, assertOpen, assertRoom } from '../flags/rules.ts';
import { listTies, saveArchived, saveRevived } from './queries.ts';
import { assertNotNeeded, forecast } from './rules.ts';
import type { ArchiveImpact } from './schema.ts';

/** All of the flags or none; those in the archive already are left alone. */
export async function archiveFlags(
  tx: Tx,
  caller: Caller,
  project: string,
  features: readonly string[],
): Promise<void> {
  const found = await lockFlags(tx, project, features);
  assertAllFound(features, found);
  const live = found.filter(({ archivedAt }) => archivedAt === null).map(({ name }) => name);
  if (live.length === 0) return;
  assertNotNeeded(live, await listTies(tx, live));
  await removeDependencies(tx, caller, { project, children: live });
  await saveArchived(tx, live);
  for (const featureName of live) {
    recordEvent(tx, caller, { type: 'feature-archived', project, featureName });
  }
}

/** What archiving the flags would do, without doing it. */
export async function findArchiveImpact(
  db: Db,
  project: string,
  features: readonly string[],
): Promise<ArchiveImpact> {
  assertAllFound(features, await listFlagsNamed(db, project, features));
  return forecast(features, await listTies(db, features));
}

/** All of the flags or none; those that are live already are left alone. */
export async function reviveFlags(
  tx: Tx,
  caller: Caller,
  project: string,
  features: readonly string[],
): Promise<void> {
  const limits = await lockProjectLimits(tx, project);
  assertOpen(project, limits);
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

/** For ever, with all that was configured; live flags are left alone. */
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
  assertNotNeeded(archived, await listTies(tx, archived));
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
