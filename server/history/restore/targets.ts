import { type Clash, merge } from '../../approvals/previews/merge.ts';
import type { FlagTarget } from '../../approvals/reconciliation/configuration.ts';
import type {
  EnvironmentConfiguration,
  FlagConfiguration,
  StrategyConfiguration,
} from '../../flags/versions/rules.ts';
import { badData, conflict } from '../../platform/errors.ts';

/**
 * How the flag is to be after a restore: as in the version, in the environments that it has today. With
 * a choice of environments, nothing else is restored.
 */
export function restoreTarget(
  version: FlagConfiguration,
  current: FlagConfiguration,
  chosen: readonly string[] | undefined,
): FlagTarget {
  chosen?.forEach((name, index) => {
    if (Object.hasOwn(current.environments, name) && Object.hasOwn(version.environments, name)) {
      return;
    }
    const message = `The flag is not in environment "${name}", or was not then.`;
    throw badData(message, `/body/environments/${index}`);
  });
  const names = chosen ?? Object.keys(current.environments);
  const environments = Object.fromEntries(
    Object.entries(version.environments).filter(([name]) => names.includes(name)),
  );
  return chosen ? { environments } : { ...version, environments };
}

/** A configuration with its project, as a version has it. */
export type Placed = { project: string; configuration: FlagConfiguration };

/**
 * How the flag is to be after the change from `before` to `after` is undone. Changes made since stay,
 * unless they changed the same: that is a conflict.
 */
export function undoTarget(
  event: number,
  { before, after, current }: Record<'before' | 'after' | 'current', Placed>,
): FlagTarget {
  const { value, clashes } = merge(keyed(after), keyed(current), keyed(before));
  if (clashes.length > 0) throw conflict(conflictText(event, clashes));
  const { project, tags, environments, ...rest } = value as Keyed;
  return {
    ...rest,
    project,
    tags: Object.values(tags),
    environments: Object.fromEntries(
      Object.entries(environments).map(([name, { strategies, ...it }]) => {
        const orders = [before, current].map(({ configuration }) =>
          orderIn(configuration.environments, name),
        );
        return [name, { ...it, strategies: inOrder(Object.values(strategies), orders) }];
      }),
    ),
  };
}

/** Lists whose items have an identity, by it, so that they merge one by one. */
type Keyed = Omit<FlagConfiguration, 'tags' | 'environments'> & {
  project: string;
  tags: Record<string, FlagConfiguration['tags'][number]>;
  environments: Record<
    string,
    Omit<EnvironmentConfiguration, 'strategies'> & {
      strategies: Record<string, StrategyConfiguration>;
    }
  >;
};

const keyed = ({ project, configuration }: Placed): Keyed => ({
  ...configuration,
  project,
  tags: Object.fromEntries(configuration.tags.map((tag) => [`${tag.type}:${tag.value}`, tag])),
  environments: Object.fromEntries(
    Object.entries(configuration.environments).map(([name, { strategies, ...it }]) => [
      name,
      { ...it, strategies: Object.fromEntries(strategies.map((one) => [one.id, one])) },
    ]),
  ),
});

const orderIn = (environments: FlagConfiguration['environments'], name: string) =>
  Object.hasOwn(environments, name)
    ? (environments[name]?.strategies ?? []).map(({ id }) => id)
    : [];

/** By position; equal ones as they were before, then as they are. */
function inOrder(strategies: readonly StrategyConfiguration[], orders: readonly string[][]) {
  const rank = new Map<string, number>();
  for (const id of orders.flat()) if (!rank.has(id)) rank.set(id, rank.size);
  return strategies.toSorted(
    (one, other) =>
      one.sortOrder - other.sortOrder || (rank.get(one.id) ?? 0) - (rank.get(other.id) ?? 0),
  );
}

const namedMax = 5;

function conflictText(event: number, clashes: readonly Clash[]): string {
  const parts = [...new Set(clashes.map(({ path }) => partOf(path)))];
  const more = parts.length > namedMax ? ` and ${parts.length - namedMax} more` : '';
  const named = parts.slice(0, namedMax).join(', ');
  return `Event ${event} cannot be undone: changed again since: ${named}${more}. Restore a version instead.`;
}

/** `/environments/production/strategies/…` is `strategies in production`. */
function partOf(path: string): string {
  const [, member = '', environment, part = 'the environment'] = path
    .split('/')
    .map((it) => it.replaceAll('~1', '/').replaceAll('~0', '~'));
  return member === 'environments' ? `${part} in ${environment}` : member;
}
