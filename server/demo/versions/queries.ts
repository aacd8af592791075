import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';
import { given } from '../../platform/db/records.ts';
import type { Change, Version } from './rules.ts';

type FlagVersion = Version & { flag: string };

export async function listNewestVersions(db: Db): Promise<FlagVersion[]> {
  const { rows } = await sql<FlagVersion>`
    select key as flag, event_id as "eventId", created_at as "createdAt", configuration,
      archived_at as "archivedAt"
    from versions where kind = 'flag'`.execute(db);
  return rows;
}

/** Newest first. */
export async function listChanges(
  db: Db,
  flag: string,
  types: readonly string[],
): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select id, type, environment, created_at as "createdAt", data, pre_data as "preData"
    from events where feature_name = ${flag} and type = any(${types}::text[])
    order by id desc`.execute(db);
  return rows;
}

const columns = {
  eventId: 'bigint',
  createdAt: 'timestamptz',
  configuration: 'jsonb',
  archivedAt: 'timestamptz',
} as const;

/** Instead of the only version of the flag, from which they have what does not change. */
export async function replaceVersion(
  tx: Tx,
  flag: string,
  versions: readonly Version[],
): Promise<void> {
  await sql`
    with replaced as (
      delete from versions where kind = 'flag' and key = ${flag} returning *
    )
    insert into versions
    select kind, key, given."eventId", given."eventId", given."createdAt", project,
      given.configuration, children, subject_created_at, subject_created_by, given."archivedAt"
    from replaced cross join ${given(versions, columns)}`.execute(tx);
}
