import type { NewStrategy, Variant } from '../../flags/strategies/schema.ts';
import type { TagKey } from '../../flags/tags/rules.ts';
import type { EnvironmentConfiguration, FlagConfiguration } from '../../flags/versions/rules.ts';

export type {
  EnvironmentConfiguration,
  FlagConfiguration,
  StrategyConfiguration,
} from '../../flags/versions/rules.ts';

/**
 * A complete strategy: members left out have their defaults. With an id it is that strategy, which is
 * added with this id if the flag has none of it. Without sort orders, strategies are in the order listed.
 * A negative segment refers to a segment that the same changes create.
 */
export type StrategyTarget = NewStrategy & { id?: string };

export type EnvironmentTarget = {
  enabled?: boolean;
  variants?: readonly Variant[];
  strategies?: readonly StrategyTarget[];
};

type Metadata = Pick<FlagConfiguration, 'type' | 'description' | 'stale' | 'impressionData'>;

/** How a flag is to be; members left out, and environments that are not named, stay as they are. */
export type FlagTarget = Partial<Metadata> & {
  archived?: boolean;
  /** Another project that the flag moves to. */
  project?: string;
  tags?: readonly TagKey[];
  /** At most one. */
  dependencies?: readonly { feature: string; enabled?: boolean; variants?: readonly string[] }[];
  links?: readonly { id?: string; url: string; title?: string | null }[];
  environments?: Readonly<Record<string, EnvironmentTarget>>;
};

/** The configuration of a new flag. */
export const blankFlag: FlagConfiguration = {
  type: 'release',
  description: null,
  stale: false,
  impressionData: false,
  archived: false,
  tags: [],
  dependencies: [],
  links: [],
  environments: {},
};

export const blankEnvironment: EnvironmentConfiguration = {
  enabled: false,
  variants: [],
  strategies: [],
};
