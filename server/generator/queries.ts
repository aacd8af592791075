import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/open.ts';

/** Rows of a flag, in the columns of its tables. */
export type FlagRows = {
  flags: object[];
  flagEnvironments: object[];
  stages: object[];
  strategies: object[];
  strategySegments: object[];
  flagTags: object[];
};

/** True on a server where nobody has made anything yet, but for the first administrator. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from flags)
      and not exists (select from groups)
      and not exists (select from segments)
      and not exists (select from projects where id <> 'default')
      and (select count(*) from users) <= 1 as empty`.execute(db);
  return rows[0]?.empty ?? false;
}

export async function listEnabledEnvironments(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('environments')
    .select('name')
    .where('enabled', '=', true)
    .orderBy('sort_order')
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

export type PersonRow = { username: string; name: string; root_role_id: number };

/** In the order given; nobody knows a password of theirs, for they have none. */
export async function insertPeople(tx: Tx, people: readonly PersonRow[], createdAt: string) {
  return tx
    .insertInto('users')
    .values(people.map((person) => ({ ...person, created_at: createdAt })))
    .returning(['id', 'username', 'name', 'root_role_id as rootRole'])
    .execute();
}

export async function insertProjects(
  tx: Tx,
  projects: readonly { id: string; name: string; description: string }[],
  environments: readonly string[],
  createdAt: string,
): Promise<void> {
  await sql`
    insert into projects (id, name, description, created_at, updated_at)
    select id, name, description, ${createdAt}::timestamptz, ${createdAt}::timestamptz
    from ${records(projects, sql`id text, name text, description text`)}`.execute(tx);
  await sql`
    insert into project_environments (project, environment)
    select id, environment
    from ${records(projects, sql`id text`)}, unnest(${environments}::text[]) as environment
  `.execute(tx);
}

export async function insertSegments(
  tx: Tx,
  segments: readonly { name: string; description: string; constraints: object[] }[],
  { createdBy, createdAt }: { createdBy: string; createdAt: string },
) {
  return tx
    .insertInto('segments')
    .values(
      segments.map(({ constraints, ...segment }) => ({
        ...segment,
        constraints: JSON.stringify(constraints),
        created_by: createdBy,
        created_at: createdAt,
      })),
    )
    .returning(['id', 'name', 'description', 'project', 'constraints'])
    .returning(['created_by as createdBy', 'created_at as createdAt'])
    .execute();
}

/** Returns those that were not there. */
export async function insertTags(
  tx: Tx,
  tags: readonly { type: string; value: string }[],
  createdAt: string,
) {
  return tx
    .insertInto('tags')
    .values(tags.map((tag) => ({ ...tag, created_at: createdAt })))
    .onConflict((clash) => clash.doNothing())
    .returning(['type', 'value'])
    .execute();
}

/** Six statements for any number of flags. */
export async function insertFlags(tx: Tx, rows: FlagRows): Promise<void> {
  await sql`
    insert into flags (name, project, type, description, stale, impression_data, created_at,
      created_by_user_id, archived_at)
    select name, project, type, description, stale, impression_data, created_at,
      created_by_user_id, archived_at
    from ${records(
      rows.flags,
      sql`name text, project text, type text, description text, stale boolean,
        impression_data boolean, created_at timestamptz, created_by_user_id integer,
        archived_at timestamptz`,
    )}`.execute(tx);
  await sql`
    insert into flag_environments (flag, environment, enabled)
    select flag, environment, enabled
    from ${records(rows.flagEnvironments, sql`flag text, environment text, enabled boolean`)}
  `.execute(tx);
  await sql`
    insert into flag_stages (flag, stage, entered_at, status)
    select flag, stage, entered_at, status
    from ${records(rows.stages, sql`flag text, stage text, entered_at timestamptz, status text`)}
  `.execute(tx);
  await insertTargeting(tx, rows);
  await sql`
    insert into flag_tags (flag, type, value)
    select flag, type, value
    from ${records(rows.flagTags, sql`flag text, type text, value text`)}`.execute(tx);
}

async function insertTargeting(tx: Tx, rows: FlagRows): Promise<void> {
  await sql`
    insert into strategies (id, flag, environment, name, title, disabled, parameters, constraints,
      variants, sort_order, created_at)
    select id, flag, environment, name, title, disabled, parameters, constraints, variants,
      sort_order, created_at
    from ${records(
      rows.strategies,
      sql`id uuid, flag text, environment text, name text, title text, disabled boolean,
        parameters jsonb, constraints jsonb, variants jsonb, sort_order integer,
        created_at timestamptz`,
    )}`.execute(tx);
  await sql`
    insert into strategy_segments (strategy_id, segment_id)
    select strategy_id, segment_id
    from ${records(rows.strategySegments, sql`strategy_id uuid, segment_id integer`)}`.execute(tx);
}

/** What real commands made a moment ago becomes as old as its events say. */
export async function backdateEverything(tx: Tx, createdAt: string): Promise<void> {
  const moment = sql`${createdAt}::timestamptz`;
  await sql`update users set created_at = ${moment}`.execute(tx);
  await sql`update groups set created_at = ${moment}`.execute(tx);
  await sql`update group_members set joined_at = ${moment}`.execute(tx);
  await sql`update projects set created_at = ${moment}, updated_at = ${moment}`.execute(tx);
  await sql`update role_grants set created_at = ${moment}`.execute(tx);
  await sql`update segments set created_at = ${moment}`.execute(tx);
  await sql`update tag_types set created_at = ${moment}`.execute(tx);
}

/** The planner's figures, which a bulk of new rows leaves stale until the next vacuum. */
export async function refreshStatistics(db: Db): Promise<void> {
  await sql`analyze`.execute(db);
}

const records = (rows: readonly object[], columns: RawBuilder<unknown>) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (${columns})`;
