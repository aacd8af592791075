import type { Tx } from '../../platform/db/open.ts';

type FlagFavorite = { userId: number; flag: string };
type ProjectFavorite = { userId: number; project: string };

/** The project cannot be deleted or archived until the transaction ends. */
export async function lockProjectForUse(tx: Tx, id: string) {
  return tx
    .selectFrom('projects')
    .select(['id', 'archived_at as archivedAt'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
}

/** False when it is already a favourite. */
export async function insertFlagFavorite(tx: Tx, { userId, flag }: FlagFavorite) {
  const inserted = await tx
    .insertInto('flag_favorites')
    .values({ user_id: userId, flag })
    .onConflict((clash) => clash.columns(['user_id', 'flag']).doNothing())
    .returning('flag')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** False when it was no favourite. */
export async function deleteFlagFavorite(tx: Tx, { userId, flag }: FlagFavorite) {
  const deleted = await tx
    .deleteFrom('flag_favorites')
    .where('user_id', '=', userId)
    .where('flag', '=', flag)
    .returning('flag')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** False when it is already a favourite. */
export async function insertProjectFavorite(tx: Tx, { userId, project }: ProjectFavorite) {
  const inserted = await tx
    .insertInto('project_favorites')
    .values({ user_id: userId, project })
    .onConflict((clash) => clash.columns(['user_id', 'project']).doNothing())
    .returning('project')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** False when it was no favourite. */
export async function deleteProjectFavorite(tx: Tx, { userId, project }: ProjectFavorite) {
  const deleted = await tx
    .deleteFrom('project_favorites')
    .where('user_id', '=', userId)
    .where('project', '=', project)
    .returning('project')
    .executeTakeFirst();
  return deleted !== undefined;
}
