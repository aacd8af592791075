import type { PeerDatabase } from './queries.ts';
import type { Batch, Row } from './source.ts';
import {
  epoch,
  flagOf,
  groupBy,
  listOf,
  momentOf,
  numberOf,
  recordOf,
  textOf,
  textsOf,
  uuidOf,
} from './values.ts';

/** Flags with everything that belongs to one flag. */
export async function* flagBatches(peer: PeerDatabase): AsyncGenerator<Batch> {
  for await (const features of peer.readPages('features', ['name'])) {
    const names = features.map(({ name }) => name);
    const of = (table: string, column = 'feature_name') => peer.readOf(table, column, names);
    const strategies = await of('feature_strategies');
    const strategyIds = strategies.map(({ id }) => id);
    const environments = await of('feature_environments');
    yield {
      rows: {
        flags: features.map(flagRow),
        flag_environments: environments.map((it) => environmentRow(it, peer, features)),
        strategies: sortStrategies(strategies).map(strategyRow),
        strategy_segments: (
          await peer.readOf('feature_strategy_segment', 'feature_strategy_id', strategyIds)
        ).map(({ feature_strategy_id, segment_id }) => ({
          strategy_id: uuidOf(String(feature_strategy_id)),
          segment_id,
        })),
        flag_tags: (await of('feature_tag')).map((tag) => ({
          flag: tag.feature_name,
          type: tag.tag_type,
          value: tag.tag_value,
          created_at: momentOf(tag.created_at) ?? epoch,
        })),
        flag_links: (await of('feature_link')).map((link) => ({
          id: uuidOf(String(link.id)),
          flag: link.feature_name,
          url: link.url,
          title: textOf(link.title),
        })),
        flag_stages: stageRows(features, await of('feature_lifecycles', 'feature')),
        flag_usage: usageRows({
          environments,
          lastSeen: await of('last_seen_at_metrics'),
          hours: await peer.newestHours(names.map(String)),
        }),
      },
      complete: {
        flag_environments: names,
        strategies: names,
        strategy_segments: strategyIds.map((id) => uuidOf(String(id))),
        flag_tags: names,
        flag_links: names,
        flag_stages: names,
      },
    };
  }
}

const flagRow = (feature: Row): Row => ({
  name: feature.name,
  project: textOf(feature.project) ?? 'default',
  type: textOf(feature.type) ?? 'release',
  description: textOf(feature.description),
  stale: flagOf(feature.stale),
  impression_data: flagOf(feature.impression_data),
  created_at: momentOf(feature.created_at) ?? epoch,
  created_by_user_id: numberOf(feature.created_by_user_id),
  archived_at: archivedAt(feature),
});

/** Older versions know only that a flag is archived. */
const archivedAt = (feature: Row) =>
  momentOf(feature.archived_at) ??
  (flagOf(feature.archived) ? (momentOf(feature.created_at) ?? epoch) : null);

/** Before version 4.21 the variants of a flag were the same in all environments. */
function environmentRow(row: Row, peer: PeerDatabase, features: readonly Row[]): Row {
  const variants = peer.has('feature_environments', 'variants')
    ? row.variants
    : features.find(({ name }) => name === row.feature_name)?.variants;
  return {
    flag: row.feature_name,
    environment: row.environment,
    enabled: flagOf(row.enabled),
    variants: listOf(variants),
  };
}

/** Of the same position, the older one is first. */
const sortStrategies = (strategies: readonly Row[]) =>
  strategies.toSorted(
    (one, other) =>
      positionOf(one) - positionOf(other) ||
      String(one.created_at).localeCompare(String(other.created_at)),
  );

const beforeOthers = -100_000;

/** Unleash sends those of a release plan to SDKs before the others. */
const positionOf = ({ sort_order, milestone_id }: Row) =>
  (numberOf(sort_order) ?? 9999) + (textOf(milestone_id) === null ? 0 : beforeOthers);

const strategyRow = (strategy: Row): Row => ({
  id: uuidOf(String(strategy.id)),
  flag: strategy.feature_name,
  environment: strategy.environment,
  name: strategy.strategy_name,
  title: textOf(strategy.title),
  disabled: flagOf(strategy.disabled),
  parameters: parametersOf(strategy.parameters),
  constraints: listOf(strategy.constraints),
  variants: listOf(strategy.variants),
  sort_order: positionOf(strategy),
  created_at: momentOf(strategy.created_at) ?? epoch,
});

/** SDKs receive texts. */
export const parametersOf = (parameters: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(recordOf(parameters)).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? ''),
    ]),
  );

const stages = ['initial', 'pre-live', 'live', 'completed', 'archived'];

/** Versions without lifecycles have only the times of creation and archiving. */
function stageRows(features: readonly Row[], lifecycles: readonly Row[]): Row[] {
  const recorded = groupBy(lifecycles, 'feature');
  return features.flatMap((feature) => {
    const rows = (recorded.get(String(feature.name)) ?? []).filter(({ stage }) =>
      stages.includes(String(stage)),
    );
    const archived = archivedAt(feature);
    const implied = [
      { stage: 'initial', created_at: feature.created_at },
      ...(archived === null ? [] : [{ stage: 'archived', created_at: archived }]),
    ].filter(({ stage }) => !rows.some((row) => row.stage === stage));
    return [...implied, ...rows]
      .filter(({ stage }) => stage !== 'archived' || archived !== null)
      .map((row: Row) => ({
        flag: feature.name,
        stage: row.stage,
        entered_at: momentOf(row.created_at) ?? epoch,
        status: textOf(row.status),
        status_value: textOf(row.status_value),
      }));
  });
}

type SeenRows = { environments: readonly Row[]; lastSeen: readonly Row[]; hours: readonly Row[] };

/** The newest hour with its counts, or the time alone. */
function usageRows({ environments, lastSeen, hours }: SeenRows): Row[] {
  const keyOf = (row: Row) => JSON.stringify([row.feature_name, row.environment]);
  const moments = new Map<string, string>();
  for (const row of [...environments, ...lastSeen]) {
    const seen = momentOf(row.last_seen_at);
    if (seen !== null && seen > (moments.get(keyOf(row)) ?? '')) moments.set(keyOf(row), seen);
  }
  const counted = new Map(hours.map((row) => [keyOf(row), row]));
  return [...new Set([...moments.keys(), ...counted.keys()])].map((key) => {
    const [flag, environment] = JSON.parse(key) as string[];
    const row = counted.get(key);
    const hour = momentOf(row?.hour) ?? hourOf(moments.get(key) ?? epoch);
    const seen = moments.get(key) ?? hour;
    return {
      flag,
      environment,
      last_seen_at: seen,
      hour,
      yes: Number(row?.yes ?? 0),
      no: Number(row?.no ?? 0),
    };
  });
}

const hourOf = (moment: string) => `${moment.slice(0, 13)}:00:00.000Z`;

/** What refers to flags of other batches. */
export async function* relationBatches(peer: PeerDatabase): AsyncGenerator<Batch> {
  for await (const flags of peer.readPages('features', ['name'], { columns: ['name'] })) {
    const names = flags.map(({ name }) => name);
    yield {
      rows: {
        dependencies: (await peer.readOf('dependent_features', 'child', names)).map((it) => ({
          child: it.child,
          parent: it.parent,
          enabled: flagOf(it.enabled),
          variants: textsOf(it.variants),
        })),
        flag_favorites: (await peer.readOf('favorite_features', 'feature', names)).map((it) => ({
          user_id: it.user_id,
          flag: it.feature,
          created_at: momentOf(it.created_at) ?? epoch,
        })),
      },
      complete: { dependencies: names },
    };
  }
  const favorites = await peer.readAll('favorite_projects');
  yield {
    rows: {
      project_favorites: favorites.map(({ user_id, project, created_at }) => ({
        user_id,
        project,
        created_at: momentOf(created_at) ?? epoch,
      })),
    },
  };
}
