import { sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';

/** True on a new server, which has at most an administrator. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from flags)
      and not exists (select from groups)
      and not exists (select from segments)
      and not exists (select from projects where id <> 'default')
      and (select count(*) from users) <= 1 as empty`.execute(db);
  return rows[0]?.empty ?? false;
}
