import { sql } from 'kysely';
import { InMemStorageProvider, Unleash } from 'unleash-client';
import { UnleashClient } from 'unleash-proxy-client';
import { createRandoms } from '../demo/random.ts';
import type { Db } from '../platform/db/open.ts';
import { atEnd } from './cleanup.ts';
import { peerTokens } from './unleash.ts';

const live = `(select name from flags where project = 'default' and archived_at is null)`;

/** What the API of the open-source edition has, as the content of tables. */
export const readableByApi: Record<string, string> = {
  environments: "select to_jsonb(t) - 'created_at' from environments as t",
  users: `select to_jsonb(t) - array['password_hash', 'seen_at'] from users as t
    where account_type = 'User'`,
  flagTypes: 'select to_jsonb(t) from flag_types as t',
  strategyTypes: 'select to_jsonb(t) from strategy_types as t',
  contextFields: 'select to_jsonb(t) from context_fields as t',
  tagTypes: "select to_jsonb(t) - 'created_at' from tag_types as t",
  segments: 'select to_jsonb(t) from segments as t',
  flags: `select to_jsonb(t) - array['created_by_user_id', 'version'] from flags as t
    where project = 'default'`,
  flagEnvironments: `select to_jsonb(t) from flag_environments as t where flag in ${live}`,
  strategies: `select to_jsonb(t) - array['added', 'created_at', 'version'] from strategies as t
    where flag in ${live}`,
  strategySegments: `select to_jsonb(t) from strategy_segments as t
    where strategy_id in (select id from strategies where flag in ${live})`,
  tags: `select to_jsonb(t) - 'created_at' from flag_tags as t where flag in ${live}`,
  stages: `select to_jsonb(t) - 'status_value' from flag_stages as t where flag in ${live}`,
  dependencies: 'select to_jsonb(t) from dependencies as t',
  tokens: `select to_jsonb(t) - array['id', 'seen_at'] from api_tokens as t
    where name <> 'initial-admin'`,
};

export async function rowsOf(of: Db, content: string): Promise<unknown[]> {
  const { rows } = await sql<{ row: unknown }>`
    select row from (${sql.raw(content)}) as t (row) order by row::text`.execute(of);
  return rows.map(({ row }) => row);
}

/** Without generated ids, numbers and times, which no run repeats. */
export async function stateOf(of: Db): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text order by column_name) as columns
    from information_schema.columns
    where table_schema = 'public' and column_name not in ('added', 'version', 'display', 'hash',
      'instance_id', 'applied_at', 'updated_at', 'changes', 'created_at', 'since')
      and table_name not in ('role_grants', 'usage_changes', 'imported_ids')
      and (table_name, column_name) not in (('api_tokens', 'id'), ('personal_tokens', 'id'),
        ('api_token_projects', 'token_id'))
    group by table_name`.execute(of);
  const digests: Record<string, string> = {};
  for (const { name, columns } of rows) {
    const list = sql.join(columns.map((column) => sql.ref(column)));
    const found = await sql<{ digest: string }>`
      select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest
      from (select ${list} from ${sql.table(name)}) as t`.execute(of);
    digests[name] = found.rows[0]?.digest ?? '';
  }
  return digests;
}

export function* contexts(count: number) {
  const random = createRandoms('contexts')(1);
  for (let index = 0; index < count; index++) {
    yield {
      userId: String(random.below(100)),
      sessionId: String(random.below(1000)),
      remoteAddress: random.pick(['10.0.0.1', '10.0.0.9', '192.168.0.1']),
      properties: {
        plan: random.pick(['free', 'paid', 'PAID', 'other']),
        version: random.pick(['1.2.3', '2.0.0', 'none']),
      },
    };
  }
}

/** The frontend API of the peer does not find parents that are off, even if they have to be off. */
export function flagsWithUnknownParent({ features }: Pick<Payload, 'features'>): Set<string> {
  const off = new Set(features.filter(({ enabled }) => !enabled).map(({ name }) => name));
  const dependent = features.filter(({ dependencies = [] }) =>
    dependencies.some(({ feature, enabled }) => enabled === false && off.has(feature)),
  );
  return new Set(dependent.map(({ name }) => name));
}

type Payload = {
  features: {
    name: string;
    enabled: boolean;
    dependencies?: { feature: string; enabled?: boolean; variants?: string[] }[];
  }[];
  segments: { id: number }[];
};

/** Sorted; the peer repeats the parent for each strategy, and sends empty lists of variants. */
export async function payloadOf(url: string, token: string) {
  const headers = { authorization: token, 'unleash-client-spec': '5.2.0' };
  const response = await fetch(`${url}/api/client/features`, { headers });
  const { features, segments } = (await response.json()) as Payload;
  return {
    features: features
      .map(({ dependencies, ...feature }) =>
        dependencies
          ? { ...feature, dependencies: dependencies.slice(0, 1).map(withVariants) }
          : feature,
      )
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    segments: segments.toSorted((one, other) => one.id - other.id),
  };
}

const withVariants = <T>(dependency: T) => ({ variants: [], ...dependency });

export async function nodeSdkOf(url: string): Promise<Unleash> {
  const sdk = new Unleash({
    url: `${url}/api`,
    appName: 'move',
    disableMetrics: true,
    skipInstanceCountWarning: true,
    customHeaders: { Authorization: peerTokens.client },
    storageProvider: new InMemStorageProvider(),
  });
  atEnd(() => sdk.destroy());
  await new Promise<void>((resolve, reject) => {
    sdk.once('synchronized', resolve);
    sdk.once('error', reject);
  });
  return sdk;
}

export const frontendSdkOf = (url: string) => {
  const sdk = new UnleashClient({
    url: `${url}/api/frontend`,
    appName: 'move',
    clientKey: peerTokens.frontend,
    disableMetrics: true,
    disableRefresh: true,
    storageProvider: { get: async () => undefined, save: async () => {} },
  });
  atEnd(() => sdk.stop());
  return sdk;
};
