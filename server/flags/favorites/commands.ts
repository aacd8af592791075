import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { notFound } from '../../platform/errors.ts';
import { assertLive } from '../../projects/projects/rules.ts';
import { type FlagKey, lockFlag } from '../flags/queries.ts';
import { assertActive } from '../flags/rules.ts';
import {
  deleteFlagFavorite,
  deleteProjectFavorite,
  insertFlagFavorite,
  insertProjectFavorite,
  lockProjectForUse,
} from './queries.ts';
import { assertHasFavorites } from './rules.ts';

export async function favoriteFlag(tx: Tx, caller: Caller, key: FlagKey): Promise<void> {
  assertHasFavorites(caller);
  assertActive(await lockKnownFlag(tx, key));
  if (!(await insertFlagFavorite(tx, { userId: caller.id, flag: key.name }))) return;
  recordFavorite(tx, caller, key, 'feature-favorited');
}

/** Also allowed for an archived flag. */
export async function unfavoriteFlag(tx: Tx, caller: Caller, key: FlagKey): Promise<void> {
  assertHasFavorites(caller);
  await lockKnownFlag(tx, key);
  if (!(await deleteFlagFavorite(tx, { userId: caller.id, flag: key.name }))) return;
  recordFavorite(tx, caller, key, 'feature-unfavorited');
}

export async function favoriteProject(tx: Tx, caller: Caller, project: string): Promise<void> {
  assertHasFavorites(caller);
  assertLive(project, (await lockKnownProject(tx, project)).archivedAt);
  if (!(await insertProjectFavorite(tx, { userId: caller.id, project }))) return;
  recordEvent(tx, caller, { type: 'project-favorited', project, data: { project } });
}

/** Also allowed for an archived project. */
export async function unfavoriteProject(tx: Tx, caller: Caller, project: string): Promise<void> {
  assertHasFavorites(caller);
  await lockKnownProject(tx, project);
  if (!(await deleteProjectFavorite(tx, { userId: caller.id, project }))) return;
  recordEvent(tx, caller, { type: 'project-unfavorited', project, data: { project } });
}

async function lockKnownFlag(tx: Tx, key: FlagKey) {
  const flag = await lockFlag(tx, key);
  if (!flag) throw notFound('Flag', key.name);
  return flag;
}

async function lockKnownProject(tx: Tx, id: string) {
  const project = await lockProjectForUse(tx, id);
  if (!project) throw notFound('Project', id);
  return project;
}

/** With the project, so that the event has the same visibility as the flag. */
function recordFavorite(
  tx: Tx,
  caller: Caller,
  { project, name }: FlagKey,
  type: 'feature-favorited' | 'feature-unfavorited',
): void {
  recordEvent(tx, caller, { type, project, featureName: name, data: { feature: name } });
}
