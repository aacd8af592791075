import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';
import type { KindName } from '../kinds/rules.ts';
import type { Settings, StoredIntegration } from './rules.ts';

/** An integration within its scope: the installation if the project is null. */
export type IntegrationKey = { id: number; project: string | null };

export async function listIntegrations(
  db: Db,
  project: string | null,
): Promise<StoredIntegration[]> {
  return selectIntegrations(db).where(isIn(project)).orderBy('id').execute();
}

export async function findIntegration(db: Db, { id, project }: IntegrationKey) {
  return selectIntegrations(db).where('id', '=', id).where(isIn(project)).executeTakeFirst();
}

/** Whatever its scope. */
async function findIntegrationById(db: Db, id: number) {
  return selectIntegrations(db).where('id', '=', id).executeTakeFirst();
}

export async function lockIntegration(tx: Tx, { id, project }: IntegrationKey) {
  return selectIntegrations(tx)
    .where('id', '=', id)
    .where(isIn(project))
    .forUpdate()
    .executeTakeFirst();
}

/** Starts after the newest event; undefined if the scope has the maximum already. */
export async function insertIntegration(
  tx: Tx,
  { project, kind, ...settings }: Settings & { project: string | null; kind: KindName },
  max: number,
): Promise<StoredIntegration | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into integrations (project, kind, name, description, enabled, filter,
      installation_events, parameters, secrets, position)
    select ${project}, ${kind}, ${settings.name}, ${settings.description}, ${settings.enabled},
      ${JSON.stringify(settings.filter)}::jsonb, ${settings.installationEvents},
      ${JSON.stringify(settings.parameters)}::jsonb, ${JSON.stringify(settings.secrets)}::jsonb,
      ${newestEvent}
    where (select count(*) from integrations where ${isIn(project)}) < ${max}
    returning id`.execute(tx);
  return rows[0] && findIntegrationById(tx, rows[0].id);
}

/**
 * Ends the lease, so that an attempt with the former settings does not move the position, and retries
 * at once. What was recorded while it was disabled is not sent later.
 */
export async function saveSettings(tx: Tx, id: number, settings: Settings): Promise<void> {
  await tx
    .updateTable('integrations')
    .set({
      name: settings.name,
      description: settings.description,
      enabled: settings.enabled,
      filter: JSON.stringify(settings.filter),
      installation_events: settings.installationEvents,
      parameters: JSON.stringify(settings.parameters),
      secrets: JSON.stringify(settings.secrets),
      position: sql`case when enabled then position else ${newestEvent} end`,
      ...restarted,
    })
    .where('id', '=', id)
    .execute();
}

export async function saveSecrets(
  tx: Tx,
  id: number,
  { secrets, previousSecretUntil }: Pick<StoredIntegration, 'secrets' | 'previousSecretUntil'>,
): Promise<void> {
  await tx
    .updateTable('integrations')
    .set({ secrets: JSON.stringify(secrets), previous_secret_until: previousSecretUntil })
    .where('id', '=', id)
    .execute();
}

export async function savePosition(tx: Tx, id: number, position: number): Promise<void> {
  await tx
    .updateTable('integrations')
    .set({ position, ...restarted })
    .where('id', '=', id)
    .execute();
}

export async function deleteIntegrationRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('integrations').where('id', '=', id).execute();
}

const newestEvent = sql<number>`(select coalesce(max(id), 0) from events)`;

/** Without a history of failures and without a lease. */
const restarted = {
  failures: 0,
  failing_since: null,
  parked_at: null,
  lease: null,
  leased_until: null,
  next_attempt_at: sql<string>`clock_timestamp()`,
};

const isIn = (project: string | null): RawBuilder<boolean> =>
  sql<boolean>`project is not distinct from ${project}`;

export const selectIntegrations = (db: Db) =>
  db
    .selectFrom('integrations')
    .select([
      'id',
      'uid',
      'project',
      'name',
      'kind',
      'description',
      'enabled',
      'filter',
      'parameters',
      'secrets',
      'position',
      'failures',
      'installation_events as installationEvents',
      'created_at as createdAt',
      'failing_since as failingSince',
      'next_attempt_at as nextAttemptAt',
      'parked_at as parkedAt',
      'previous_secret_until as previousSecretUntil',
    ])
    .$castTo<StoredIntegration>();
