import { sql } from 'kysely';
import { timeIn } from '../../platform/db/clock.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { given } from '../../platform/db/records.ts';
import { type IntegrationKey, selectIntegrations } from '../integrations/queries.ts';
import type { Attempt, Lease, LeasedIntegration } from './rules.ts';
import type { Delivery } from './schema.ts';

/** Attempts that are stored for each integration. */
export const storedMax = 200;

/** The newest event that an integration could have to send. */
const newestEvent = sql<number>`coalesce(case when project is null
  then (select max(id) from events)
  else (select max(events.id) from events where events.project = integrations.project) end, 0)`;

/** Leases integrations that have something to send, unless another process has the lease. */
export async function claimDue(
  db: Db,
  { leaseMs, limit }: { leaseMs: number; limit: number },
): Promise<Lease[]> {
  const { rows } = await sql<Lease>`
    update integrations
    set lease = gen_random_uuid(), leased_until = ${timeIn(leaseMs)}
    where id in (
      select id from integrations
      where enabled and parked_at is null and next_attempt_at <= clock_timestamp()
        and (leased_until is null or leased_until <= clock_timestamp())
        and position < ${newestEvent}
      order by next_attempt_at, id
      limit ${limit}
      for update skip locked)
    returning id, lease`.execute(db);
  return rows;
}

/** Without those whose lease has ended: they were changed, deleted or leased again. */
export async function listLeased(db: Db, leases: readonly Lease[]): Promise<LeasedIntegration[]> {
  const failingMs = sql<number | null>`
    extract(epoch from clock_timestamp() - failing_since)::float8 * 1000`;
  return selectIntegrations(db)
    .select(['lease', failingMs.as('failingMs')])
    .where('id', '=', sql<number>`any(${leases.map(({ id }) => id)})`)
    .where('lease', '=', sql<string>`any(${leases.map(({ lease }) => lease)}::uuid[])`)
    .execute() as Promise<LeasedIntegration[]>;
}

export type Retry = { delayMs: number; parked: boolean };
/** After a success, the time until the next request. */
export type Pause = { pauseMs: number };

export type Progress = {
  position: number;
  /** Absent if nothing was sent. */
  result?: Pause | Retry | undefined;
  /** Absent: the lease is released. */
  leaseMs?: number | undefined;
};

/** False if the lease has ended. */
export async function saveProgress(
  db: Db,
  { id, lease }: Lease,
  { position, result, leaseMs }: Progress,
): Promise<boolean> {
  const saved = await db
    .updateTable('integrations')
    .set({
      position,
      ...(result === undefined ? {} : 'pauseMs' in result ? succeeded(result) : failed(result)),
      ...(leaseMs === undefined
        ? { lease: null, leased_until: null }
        : { leased_until: timeIn(leaseMs) }),
    })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .returning('id')
    .executeTakeFirst();
  return saved !== undefined;
}

const succeeded = ({ pauseMs }: Pause) => ({
  failures: 0,
  failing_since: null,
  next_attempt_at: timeIn(pauseMs),
});

const failed = ({ delayMs, parked }: Retry) => ({
  failures: sql<number>`failures + 1`,
  failing_since: sql<string>`coalesce(failing_since, clock_timestamp())`,
  next_attempt_at: timeIn(delayMs),
  parked_at: parked ? timeIn(0) : null,
});

/** Also deletes the oldest; does nothing for an integration that was deleted. */
export async function insertDeliveries(
  tx: Tx,
  integrationId: number,
  attempts: readonly Attempt[],
): Promise<number[]> {
  if (attempts.length === 0) return [];
  const rows = attempts.map((attempt) => ({
    integration_id: integrationId,
    cause: attempt.cause,
    first_event_id: attempt.firstEventId,
    last_event_id: attempt.lastEventId,
    attempted_at: attempt.attemptedAt,
    duration_ms: attempt.durationMs,
    delivered: attempt.delivered,
    status: attempt.status,
    error: attempt.error,
    response: attempt.response,
  }));
  const { rows: inserted } = await sql<{ id: number }>`
    insert into integration_deliveries (integration_id, cause, first_event_id, last_event_id,
      attempted_at, duration_ms, delivered, status, error, response)
    select given.* from ${given(rows, columns)}
    where exists (select from integrations where id = ${integrationId} for key share)
    returning id`.execute(tx);
  await sql`
    delete from integration_deliveries
    where integration_id = ${integrationId} and id <= (
      select id from integration_deliveries where integration_id = ${integrationId}
      order by id desc offset ${storedMax} limit 1)`.execute(tx);
  return inserted.map(({ id }) => id);
}

const columns = {
  integration_id: 'integer',
  cause: 'text',
  first_event_id: 'bigint',
  last_event_id: 'bigint',
  attempted_at: 'timestamptz',
  duration_ms: 'integer',
  delivered: 'boolean',
  status: 'integer',
  error: 'text',
  response: 'text',
} as const;

export async function listDeliveries(
  db: Db,
  key: IntegrationKey,
  limit: number,
): Promise<Delivery[]> {
  return selectDeliveries(db, key).orderBy('deliveries.id', 'desc').limit(limit).execute();
}

export async function findDelivery(
  db: Db,
  key: IntegrationKey,
  deliveryId: number,
): Promise<Delivery | undefined> {
  return selectDeliveries(db, key).where('deliveries.id', '=', deliveryId).executeTakeFirst();
}

const selectDeliveries = (db: Db, { id, project }: IntegrationKey) =>
  db
    .selectFrom('integration_deliveries as deliveries')
    .innerJoin('integrations', 'integrations.id', 'deliveries.integration_id')
    .select([
      'deliveries.id',
      'deliveries.cause',
      'deliveries.first_event_id as firstEventId',
      'deliveries.last_event_id as lastEventId',
      'deliveries.attempted_at as attemptedAt',
      'deliveries.duration_ms as durationMs',
      'deliveries.delivered',
      'deliveries.status',
      'deliveries.error',
      'deliveries.response',
    ])
    .where('integrations.id', '=', id)
    .where(sql<boolean>`integrations.project is not distinct from ${project}`);

export type IntegrationStatistics = { kind: string; lag: number; parked: number };

/** For the metrics: events behind, of the integration that is furthest, and those parked. */
export async function countByKind(db: Db): Promise<IntegrationStatistics[]> {
  const { rows } = await sql<IntegrationStatistics>`
    select kind, count(*) filter (where parked_at is not null)::integer as parked,
      coalesce(max(greatest(${newestEvent} - position, 0))
        filter (where enabled and parked_at is null), 0)::float8 as lag
    from integrations group by kind order by kind`.execute(db);
  return rows;
}

/** Ranges of ids of events that were imported from another installation. */
export async function listImportedEvents(db: Db, { after, upTo }: { after: number; upTo: number }) {
  return db
    .selectFrom('imported_events')
    .select(['first_id as firstId', 'last_id as lastId'])
    .where('last_id', '>', after)
    .where('first_id', '<=', upTo)
    .execute();
}
