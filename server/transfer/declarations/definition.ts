import type {
  EnvironmentConfiguration,
  FlagConfiguration,
} from '../../approvals/reconciliation/configuration.ts';
import type { SegmentPlan } from '../../flags/segments/rules.ts';
import type { DeclaredEnvironment, DeclaredFlag, Definition } from './schema.ts';

/** The definition of flags and segments as they are; the same state is the same definition. */
export function definitionOf(
  project: string,
  {
    flags,
    segments,
    segmentNames,
    environments,
  }: {
    flags: readonly { name: string; configuration: FlagConfiguration }[];
    segments: readonly SegmentPlan[];
    segmentNames: ReadonlyMap<number, string>;
    environments: readonly string[];
  },
): Definition {
  return {
    version: 1,
    project,
    segments: Object.fromEntries(
      segments.map(({ name, description, constraints }) => [name, { description, constraints }]),
    ),
    flags: Object.fromEntries(
      flags.map(({ name, configuration }) => [
        name,
        declaredFlag(configuration, environments, segmentNames),
      ]),
    ),
  };
}

function declaredFlag(
  flag: FlagConfiguration,
  environments: readonly string[],
  segmentNames: ReadonlyMap<number, string>,
): DeclaredFlag {
  const { type, description, impressionData, stale, tags, dependencies } = flag;
  return {
    type,
    description,
    impressionData,
    stale,
    tags: tags.map((tag) => `${tag.type}:${tag.value}`),
    dependencies,
    environments: Object.fromEntries(
      environments
        .filter((name) => Object.hasOwn(flag.environments, name))
        .map((name) => [
          name,
          declaredEnvironment(flag.environments[name] as EnvironmentConfiguration, segmentNames),
        ]),
    ),
  };
}

const declaredEnvironment = (
  { enabled, strategies, variants }: EnvironmentConfiguration,
  segmentNames: ReadonlyMap<number, string>,
): DeclaredEnvironment => ({
  enabled,
  strategies: strategies.map((it) => ({
    name: it.name,
    ...(it.title === null ? {} : { title: it.title }),
    ...(it.disabled ? { disabled: true } : {}),
    ...(Object.keys(it.parameters).length === 0 ? {} : { parameters: sorted(it.parameters) }),
    ...(it.constraints.length === 0 ? {} : { constraints: it.constraints }),
    ...(it.segments.length === 0
      ? {}
      : { segments: it.segments.map((id) => segmentNames.get(id) ?? '').sort() }),
    ...(it.variants.length === 0 ? {} : { variants: it.variants }),
  })),
  variants,
});

const sorted = (parameters: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(parameters).sort(([one], [other]) => (one < other ? -1 : 1)));
