import type { ImportedEvent } from '../../events/queries.ts';
import { describeDatabaseFailure } from '../../platform/db/failures.ts';
import {
  groupBatches,
  listUnknownPermissions,
  listUnsupportedTokens,
  roleBatches,
  settingBatches,
  tokenBatches,
  userBatches,
} from './accounts.ts';
import { requestBatches } from './change-requests.ts';
import { flagBatches, relationBatches } from './flags.ts';
import {
  defaultStrategyBatches,
  definitionBatches,
  environmentBatches,
  projectBatches,
  segmentBatches,
} from './projects.ts';
import { openPeerDatabase, type PeerDatabase } from './queries.ts';
import { type Batch, type Omission, type Row, type Source, SourceError } from './source.ts';
import { applicationBatches, usageBatches } from './usage.ts';
import { epoch, listOf, momentOf, numberOf, recordOf, textOf } from './values.ts';

/** Everything, from the tables of Unleash; reads only. */
export async function openDatabaseSource(url: string): Promise<Source> {
  const peer = await open(url);
  try {
    const id = await identify(peer);
    return {
      id,
      name: 'the Unleash database',
      remote: false,
      batches: () => allBatches(peer),
      usage: () => usageBatches(peer),
      events: (after) => eventPages(peer, after),
      count: async (after) => ({
        flags: await peer.count('features'),
        usage:
          (await peer.count('client_metrics_env')) +
          (await peer.count('client_metrics_env_variants')),
        events: await peer.count('events', `id > ${after}`),
      }),
      omissions: () => listOmissions(peer),
      close: peer.close,
    };
  } catch (error) {
    await peer.close();
    throw error;
  }
}

async function open(url: string): Promise<PeerDatabase> {
  try {
    return await openPeerDatabase(url);
  } catch (error) {
    if (error instanceof SourceError) throw error;
    const described = describeDatabaseFailure(error)?.replace('DATABASE_URL', 'the source');
    const { message } = error as Error;
    throw new SourceError(described ?? `The source cannot be read: ${message}.`);
  }
}

/** The tables that versions 5 to 8 have in common. */
const required: readonly [table: string, column: string][] = [
  ['features', 'name'],
  ['feature_environments', 'enabled'],
  ['feature_strategies', 'strategy_name'],
  ['environments', 'name'],
  ['projects', 'id'],
  ['project_environments', 'environment_name'],
  ['segments', 'constraints'],
  ['users', 'id'],
  ['roles', 'type'],
  ['role_user', 'project'],
  ['api_tokens', 'secret'],
  ['settings', 'content'],
  ['events', 'type'],
];

async function identify(peer: PeerDatabase): Promise<string> {
  const missing = required.filter(([table, column]) => !peer.has(table, column));
  if (missing.length === required.length) {
    throw new SourceError('The source is not a database of Unleash: none of its tables exist.');
  }
  if (missing.length > 0) {
    const names = missing.map(([table, column]) => `${table}.${column}`).join(', ');
    throw new SourceError(
      `The schema of the source is not supported: ${names} cannot be read. ` +
        'Pennon imports Unleash 5 to 8, with a role that may read all its tables.',
    );
  }
  return instanceIdOf(peer);
}

export async function instanceIdOf({ readAll }: Pick<PeerDatabase, 'readAll'>): Promise<string> {
  const settings = await readAll('settings');
  const id = recordOf(settings.find(({ name }) => name === 'instanceInfo')?.content).id;
  if (typeof id === 'string' && id !== '') return id;
  throw new SourceError('The source has no instance id; start its Unleash once, then try again.');
}

export async function* allBatches(peer: PeerDatabase): AsyncGenerator<Batch> {
  yield* environmentBatches(peer);
  yield* roleBatches(peer);
  yield* userBatches(peer);
  yield* groupBatches(peer);
  yield* projectBatches(peer);
  yield* definitionBatches(peer);
  yield* segmentBatches(peer);
  yield* defaultStrategyBatches(peer);
  yield* flagBatches(peer);
  yield* relationBatches(peer);
  yield* tokenBatches(peer);
  yield* settingBatches(peer);
  yield* applicationBatches(peer);
  yield* requestBatches(peer);
}

const eventPage = 1000;

async function* eventPages(peer: PeerDatabase, after: number): AsyncGenerator<ImportedEvent[]> {
  for await (const page of peer.readPages('events', ['id'], { after: [after], size: eventPage })) {
    yield page.map(eventOf);
  }
}

export const eventOf = (event: Row): ImportedEvent => ({
  id: Number(event.id),
  type: String(event.type),
  createdAt: momentOf(event.created_at) ?? epoch,
  createdBy: textOf(event.created_by) ?? 'unknown',
  createdByUserId: numberOf(event.created_by_user_id),
  project: textOf(event.project),
  environment: textOf(event.environment),
  featureName: textOf(event.feature_name),
  data: withoutSecret(event.data),
  preData: withoutSecret(event.pre_data),
  tags: listOf(event.tags).filter((tag) => typeof tag === 'object' && tag !== null) as object[],
});

/** Some versions of Unleash recorded the secrets of tokens. */
function withoutSecret(data: unknown): object | null {
  if (typeof data !== 'object' || data === null) return null;
  if (!('secret' in data)) return data;
  const { secret: _, ...rest } = data;
  return rest;
}

/** Tables whose rows Pennon has no place for, with what to say about them. */
const unsupported: Readonly<Record<string, string>> = {
  addons: 'create integrations again: their secrets are not readable outside Unleash',
  release_plan_definitions: 'Pennon has no release plans; their strategies are imported',
  action_sets: 'Pennon has no actions',
  signal_endpoints: 'Pennon has no signals',
  banners: 'Pennon has no banners',
  public_signup_tokens: 'Pennon has no sign-up links',
  client_metrics_env_daily: 'Pennon stores usage by hour',
};

async function listOmissions(peer: PeerDatabase): Promise<Omission[]> {
  const omissions: Omission[] = [];
  for (const [table, reason] of Object.entries(unsupported)) {
    const count = await peer.count(table);
    if (count > 0) omissions.push({ what: table.replaceAll('_', ' '), count, reason });
  }
  return [
    ...omissions,
    ...(await listUnsupportedTokens(peer)),
    ...(await listUnknownPermissions(peer)),
  ];
}
