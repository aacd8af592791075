import { type RawBuilder, sql } from 'kysely';
import { isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import type { FlagKey } from '../flags/queries.ts';
import type {
  DisplayData,
  FlagConfiguration,
  FlagVersion,
  Moment,
  SegmentConfiguration,
} from './rules.ts';

/** For statements on `versions`: all events of a transaction have the same moment. */
export const isUntil = (at: Moment): RawBuilder<boolean> =>
  'event' in at
    ? sql<boolean>`versions.first_event_id <= ${at.event}`
    : sql<boolean>`versions.created_at <= ${at.time}::timestamptz`;

/**
 * Versions of a flag that the path shows: those in its project, and all of a flag that is in it today,
 * as far as the caller may see the project of that time.
 */
const isShown = (caller: Caller, { project, name }: FlagKey) => sql<boolean>`(
  (versions.project = ${project}
    or exists (select from flags where flags.name = ${name} and flags.project = ${project}))
  and ${isVisible(caller, sql.ref('versions.project'))})`;

type VersionRow = Omit<FlagVersion, 'configuration'> & { configuration: FlagConfiguration | null };

const versionColumns = (caller: Caller) => sql`
  versions.key as name, versions.event_id as "eventId",
  versions.first_event_id as "firstEventId", versions.created_at as "createdAt",
  versions.project, versions.configuration, coalesce(versions.children, '{}') as children,
  versions.subject_created_at as "subjectCreatedAt", versions.archived_at as "archivedAt",
  versions.subject_created_by as "creatorId", users.name as "creatorName", users.username,
  users.email,
  exists (select from flag_favorites where flag_favorites.user_id = ${caller.id}
    and flag_favorites.flag = versions.key) as favorite`;

/** Undefined if the flag did not exist then, or the caller may not see where it was. */
export async function findVersionAt(
  db: Db,
  caller: Caller,
  key: FlagKey,
  at: Moment,
): Promise<FlagVersion | undefined> {
  const { rows } = await sql<VersionRow>`
    select ${versionColumns(caller)} from (
      select * from versions where kind = 'flag' and key = ${key.name} and ${isUntil(at)}
      order by event_id desc limit 1
    ) as versions
    left join users on users.id = versions.subject_created_by
    where ${isShown(caller, key)}`.execute(db);
  return existing(rows[0]);
}

/** The version that the transaction of the event left; `before` is the one it found. */
export async function findVersionOfEvent(
  db: Db,
  caller: Caller,
  key: FlagKey,
  event: number,
): Promise<{ after: VersionRow; before: VersionRow | undefined } | undefined> {
  const ofFlag = sql`versions.kind = 'flag' and versions.key = ${key.name}`;
  const { rows } = await sql<VersionRow>`
    select ${versionColumns(caller)}
    from versions
    left join users on users.id = versions.subject_created_by
    where ${ofFlag} and ${isShown(caller, key)} and versions.event_id <= (
      select versions.event_id from versions
      where ${ofFlag} and versions.event_id >= ${event} and versions.first_event_id <= ${event}
      order by versions.event_id limit 1)
    order by versions.event_id desc limit 2`.execute(db);
  const [after, before] = rows;
  if (!after || after.eventId < event) return undefined;
  return { after, before };
}

const existing = (row: VersionRow | undefined): FlagVersion | undefined => {
  const { configuration, ...version } = row ?? { configuration: null };
  return configuration === null ? undefined : ({ ...version, configuration } as FlagVersion);
};

export type ListedVersion = {
  eventId: number;
  createdAt: string;
  project: string;
  deleted: boolean;
  type: string | null;
  createdBy: string | null;
  createdByUserId: number | null;
  environment: string | null;
  featureName: string | null;
  data: unknown;
  preData: unknown;
};

/** Newest first. Events that retention has deleted are null. */
export async function listVersions(
  db: Db,
  caller: Caller,
  key: FlagKey,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<ListedVersion[]> {
  const { rows } = await sql<ListedVersion>`
    select versions.event_id as "eventId", versions.created_at as "createdAt", versions.project,
      versions.configuration is null as deleted, events.type, events.created_by as "createdBy",
      events.created_by_user_id as "createdByUserId", events.environment,
      events.feature_name as "featureName", events.data, events.pre_data as "preData"
    from versions
    left join events on events.id = versions.event_id
      and (events.project is null or ${isVisible(caller, sql.ref('events.project'))})
    where versions.kind = 'flag' and versions.key = ${key.name}
      and versions.event_id < ${before ?? Number.MAX_SAFE_INTEGER} and ${isShown(caller, key)}
    order by versions.event_id desc
    limit ${limit}`.execute(db);
  return rows;
}

export type ProjectVersion = {
  eventId: number;
  createdAt: string;
  archivedAt: string | null;
  configuration: object;
};

/** The settings of a project, newest first. */
export async function listProjectVersions(
  db: Db,
  project: string,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<ProjectVersion[]> {
  const { rows } = await sql<ProjectVersion>`
    select event_id as "eventId", created_at as "createdAt", archived_at as "archivedAt",
      configuration
    from versions
    where kind = 'project' and key = ${project} and configuration is not null
      and event_id < ${before ?? Number.MAX_SAFE_INTEGER}
    order by event_id desc limit ${limit}`.execute(db);
  return rows;
}

/** Undefined if the project did not exist then. */
export async function findProjectAt(db: Db, project: string, at: Moment) {
  const { rows } = await sql<ProjectVersion>`
    select event_id as "eventId", created_at as "createdAt", archived_at as "archivedAt",
      configuration
    from versions where kind = 'project' and key = ${project} and ${isUntil(at)}
    order by event_id desc limit 1`.execute(db);
  return rows[0]?.configuration ? rows[0] : undefined;
}

/** The flags that were in the project, by name; in parts, each after the last name of the previous. */
export async function listVersionsOfProject(
  db: Db,
  caller: Caller,
  project: string,
  { at, after, limit }: { at: Moment; after: string; limit: number },
): Promise<{ last: string | undefined; versions: FlagVersion[] }> {
  const { rows } = await sql<VersionRow & { candidate: string }>`
    with candidates as materialized (
      select key from versions
      where versions.project = ${project} and kind = 'flag' and key > ${after}
      group by key order by key limit ${limit}
    )
    select candidates.key as candidate, ${versionColumns(caller)}
    from candidates
    left join lateral (
      select * from versions
      where kind = 'flag' and versions.key = candidates.key and ${isUntil(at)}
      order by event_id desc limit 1
    ) as versions on versions.project = ${project} and versions.configuration is not null
    left join users on users.id = versions.subject_created_by
    order by candidates.key`.execute(db);
  const versions = rows.flatMap(({ candidate: _, ...row }) => existing(row) ?? []);
  return { last: rows.at(-1)?.candidate, versions };
}

export type SegmentVersion = SegmentConfiguration & { id: number; project: string | null };

/** Those that existed then, by id. */
export async function listSegmentsAt(
  db: Db,
  ids: readonly number[],
  at: Moment,
): Promise<SegmentVersion[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{
    id: number;
    project: string | null;
    configuration: SegmentConfiguration;
  }>`
    select wanted.id, versions.project, versions.configuration
    from unnest(${ids}::integer[]) as wanted (id)
    cross join lateral (
      select * from versions
      where kind = 'segment' and key = wanted.id::text and ${isUntil(at)}
      order by event_id desc limit 1
    ) as versions
    where versions.configuration is not null
    order by wanted.id`.execute(db);
  return rows.map(({ configuration, ...segment }) => ({ ...segment, ...configuration }));
}

export async function findDisplayData(db: Db): Promise<DisplayData> {
  const { rows } = await sql<{
    kind: string;
    name: string;
    text: string | null;
    position: number;
  }>`
    select 'environment' as kind, name, type as text, sort_order as position from environments
    union all select 'color', name, color, 0 from tag_types`.execute(db);
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  return {
    environments: new Map(
      of('environment').map(({ name, text, position }) => [
        name,
        { type: text ?? '', sortOrder: position },
      ]),
    ),
    colors: new Map(of('color').map(({ name, text }) => [name, text])),
  };
}

/** Deletes versions older than the limits, but never the newest of what exists. */
export async function deleteOldVersions(
  tx: Tx,
  { olderThan, keep, limit }: { olderThan: string | null; keep: number | null; limit: number },
): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with numbered as (
      select kind, key, event_id, created_at, configuration is null as closing,
        row_number() over (partition by kind, key order by event_id desc) as position,
        lead(created_at) over (partition by kind, key order by event_id) as replaced_at
      from versions
    ),
    chosen as (
      select kind, key, event_id from numbered
      where (position > 1 or closing)
        and (coalesce(replaced_at, created_at) < ${olderThan}::timestamptz
          or position > ${keep}::bigint)
      limit ${limit}
    ),
    deleted as (
      delete from versions using chosen
      where versions.kind = chosen.kind and versions.key = chosen.key
        and versions.event_id = chosen.event_id
      returning 1
    )
    select count(*)::integer as deleted from deleted`.execute(tx);
  return rows[0]?.deleted ?? 0;
}
