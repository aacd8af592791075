import { sql } from 'kysely';
import { displayNameOf } from '../../identity/users/rules.ts';
import type { Db } from '../../platform/db/open.ts';

type Creator = { id: number; name: string | null; username: string | null; email: string | null };

/** Users who created a flag of the project that is not archived, including deleted users. */
export async function listFlagCreators(db: Db, project: string) {
  const { rows } = await sql<Creator>`
    select id, name, username, email from users
    where id in (select created_by from flag_search where project = ${project} and not archived)
    order by lower(coalesce(name, username, email)) collate "C", id`.execute(db);
  return rows.map(({ id, ...names }) => ({ id, name: displayNameOf(names) }));
}
