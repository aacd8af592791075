import type { Db, Tx } from '../../platform/db/open.ts';
import { oneOf } from '../../platform/db/records.ts';
import type { LinkPlan } from './rules.ts';
import type { FlagLink } from './schema.ts';

/** By flag, oldest first; flags without links are missing. */
export async function listLinks(
  db: Db,
  flags: readonly string[],
): Promise<Map<string, FlagLink[]>> {
  const rows = await db
    .selectFrom('flag_links')
    .select(['flag', 'id', 'url', 'title'])
    .where('flag', '=', oneOf(flags))
    .orderBy('flag')
    .orderBy('added')
    .execute();
  const links = new Map<string, FlagLink[]>();
  for (const { flag, ...link } of rows) links.set(flag, [...(links.get(flag) ?? []), link]);
  return links;
}

export async function insertLink(
  tx: Tx,
  flag: string,
  plan: LinkPlan & { id?: string },
): Promise<FlagLink> {
  return tx
    .insertInto('flag_links')
    .values({ flag, ...plan })
    .returning(['id', 'url', 'title'])
    .executeTakeFirstOrThrow();
}

export async function saveLink(tx: Tx, { id, ...plan }: FlagLink): Promise<void> {
  await tx.updateTable('flag_links').set(plan).where('id', '=', id).execute();
}

export async function deleteLinkRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('flag_links').where('id', '=', id).execute();
}
