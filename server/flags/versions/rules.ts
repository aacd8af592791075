import { creatorOf } from '../flags/rules.ts';
import type { Dependency, Flag, FlagEnvironment } from '../flags/schema.ts';
import type { FlagLink } from '../links/schema.ts';
import type { StrategyData } from '../strategies/rules.ts';
import type { Constraint, Variant } from '../strategies/schema.ts';
import type { TagKey } from '../tags/rules.ts';

export type StrategyConfiguration = StrategyData & { id: string };

export type EnvironmentConfiguration = {
  enabled: boolean;
  variants: Variant[];
  /** In the order of evaluation. */
  strategies: StrategyConfiguration[];
};

/** Everything that users configure of a flag, except its name and project. */
export type FlagConfiguration = {
  type: string;
  description: string | null;
  stale: boolean;
  impressionData: boolean;
  archived: boolean;
  tags: TagKey[];
  dependencies: Dependency[];
  links: FlagLink[];
  environments: Record<string, EnvironmentConfiguration>;
};

export type SegmentConfiguration = {
  name: string;
  description: string | null;
  constraints: Constraint[];
  createdBy: string | null;
};

/** A state of the data: after an event, or at a time. */
export type Moment = { event: number } | { time: string };

/** A version of a flag that exists. */
export type FlagVersion = {
  name: string;
  eventId: number;
  firstEventId: number;
  createdAt: string;
  project: string;
  configuration: FlagConfiguration;
  children: string[];
  subjectCreatedAt: string;
  archivedAt: string | null;
  creatorId: number | null;
  creatorName: string | null;
  username: string | null;
  email: string | null;
  favorite: boolean;
};

/** What responses contain of other tables, as it is today. */
export type DisplayData = {
  environments: ReadonlyMap<string, { type: string; sortOrder: number }>;
  colors: ReadonlyMap<string, string | null>;
};

/** The flag as the API returns it, without usage and lifecycle, which are no configuration. */
export function flagOf(version: FlagVersion, { environments, colors }: DisplayData): Flag {
  const { name, project, configuration, children } = version;
  const { tags, environments: configured, ...settings } = configuration;
  return {
    name,
    project,
    ...settings,
    favorite: version.favorite,
    createdAt: version.subjectCreatedAt,
    createdBy: creatorOf(version),
    archivedAt: version.archivedAt,
    lastSeenAt: null,
    environments: Object.entries(configured)
      .map(([environment, it]) => environmentOf(name, environment, it, environments))
      .sort(inOrder),
    tags: tags.map((tag) => ({ ...tag, color: colors.get(tag.type) ?? null })),
    children,
  };
}

function environmentOf(
  featureName: string,
  name: string,
  { enabled, variants, strategies }: EnvironmentConfiguration,
  environments: DisplayData['environments'],
): FlagEnvironment {
  // An environment may have been deleted since.
  const { type, sortOrder } = environments.get(name) ?? { type: 'deleted', sortOrder: 9999 };
  return {
    name,
    environment: name,
    featureName,
    type,
    sortOrder,
    enabled,
    variantCount: variants.length,
    lastSeenAt: null,
    hasStrategies: strategies.length > 0,
    hasEnabledStrategies: strategies.some(({ disabled }) => !disabled),
    strategies: strategies.map((strategy) => ({ ...strategy, featureName })),
    variants,
    yes: 0,
    no: 0,
  };
}

const inOrder = (one: FlagEnvironment, other: FlagEnvironment) =>
  one.sortOrder - other.sortOrder || (one.name < other.name ? -1 : 1);
