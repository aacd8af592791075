import type { EventType } from '../../events/types.ts';
import type { EnvironmentConfiguration, FlagConfiguration } from '../../flags/versions/rules.ts';

/** A generated event of a flag, with the members that its type has. */
export type Change = {
  id: number;
  type: EventType;
  environment: string | null;
  createdAt: string;
  data: { id: string; type: string; value: string } | null;
  preData: { id: string; description: string | null; parameters: Record<string, string> } | null;
};

export type Version = {
  eventId: number;
  createdAt: string;
  configuration: FlagConfiguration;
  archivedAt: string | null;
};

type Undo = (after: FlagConfiguration, change: Change) => FlagConfiguration;

const inEnvironment =
  (undo: (after: EnvironmentConfiguration, change: Change) => Partial<EnvironmentConfiguration>) =>
  (after: FlagConfiguration, change: Change): FlagConfiguration => ({
    ...after,
    environments: Object.fromEntries(
      Object.entries(after.environments).map(([name, it]) => [
        name,
        name === change.environment ? { ...it, ...undo(it, change) } : it,
      ]),
    ),
  });

/** The configuration before each type of generated change; only the rollout of strategies is updated. */
const before: Partial<Record<EventType, Undo>> = {
  'feature-tagged': (after, { data }) => ({
    ...after,
    tags: after.tags.filter(({ type, value }) => type !== data?.type || value !== data.value),
  }),
  'feature-strategy-add': inEnvironment(({ strategies }, { data }) => ({
    strategies: strategies.filter(({ id }) => id !== data?.id),
  })),
  'feature-strategy-update': inEnvironment(({ strategies }, { preData }) => ({
    strategies: strategies.map((each) =>
      each.id === preData?.id ? { ...each, parameters: preData.parameters } : each,
    ),
  })),
  'feature-environment-enabled': inEnvironment(() => ({ enabled: false })),
  'feature-environment-disabled': inEnvironment(() => ({ enabled: true })),
  'feature-metadata-updated': (after, { preData }) => ({
    ...after,
    description: preData?.description ?? null,
  }),
  'feature-stale-on': (after) => ({ ...after, stale: false }),
  'feature-archived': (after) => ({ ...after, archived: false }),
};

/** Of the generated events, these change the configuration. */
export const configuring: readonly string[] = ['feature-created', ...Object.keys(before)];

/** The version after each of the changes of a flag, which are the newest first, as is the result. */
export function versionsAfter(changes: readonly Change[], newest: Version): Version[] {
  const versions: Version[] = [];
  let { configuration, archivedAt } = newest;
  for (const change of changes) {
    versions.push({ eventId: change.id, createdAt: change.createdAt, configuration, archivedAt });
    configuration = before[change.type]?.(configuration, change) ?? configuration;
    if (!configuration.archived) archivedAt = null;
  }
  return versions;
}
