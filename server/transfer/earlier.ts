import type { ExportedVersion } from './queries.ts';
import type { Parts } from './rules.ts';

type FlagParts = Pick<Parts, 'flags' | 'states' | 'strategies' | 'tags' | 'dependencies' | 'links'>;

/** What a document contains of the flags, from their versions. */
export function partsOf(versions: readonly ExportedVersion[], environment: string): FlagParts {
  const configured = versions.flatMap(({ name, configuration: { environments } }) =>
    Object.hasOwn(environments, environment)
      ? [{ name, state: environments[environment] as (typeof environments)[string] }]
      : [],
  );
  return {
    flags: versions.map(({ name, project, createdAt, configuration }) => {
      const { type, description, stale, impressionData } = configuration;
      const own = { name, type, description, project, stale, impressionData };
      return { ...own, createdAt, archivedAt: null };
    }),
    states: configured.map(({ name, state: { enabled, variants } }) => ({
      flag: name,
      environment,
      enabled,
      variants,
    })),
    strategies: configured.flatMap(({ name, state }) =>
      state.strategies.map((strategy) => ({
        ...strategy,
        featureName: name,
        environment,
        version: 1,
      })),
    ),
    tags: versions.flatMap(({ name, configuration: { tags } }) =>
      tags.map((tag) => ({ flag: name, ...tag })),
    ),
    dependencies: versions.flatMap(({ name, configuration: { dependencies } }) =>
      dependencies.map(({ feature, ...it }) => ({ child: name, parent: feature, ...it })),
    ),
    links: new Map(
      versions
        .filter(({ configuration }) => configuration.links.length > 0)
        .map(({ name, configuration }) => [name, configuration.links]),
    ),
  };
}
