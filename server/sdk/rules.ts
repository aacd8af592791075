import { createHash } from 'node:crypto';
import semver from 'semver';
import type { SdkToken } from '../access/caller.ts';
import { badData } from '../errors.ts';
import type { ClientFeature, ClientFeaturesQuery, ClientSegment } from './schema.ts';

/** An event, as far as SDKs are concerned. */
export type NewsItem = {
  id: number;
  type: string;
  environment: string | null;
  featureName: string | null;
};

/** Events that name a flag and change nothing that SDKs are told. */
export const quietTypes = [
  'feature-favorited',
  'feature-unfavorited',
  'feature-completed',
  'feature-uncompleted',
  'feature-potentially-stale-on',
  'client-metrics',
] as const;

/** Events that change what SDKs are told although they name no flag. */
export const broadTypes = [
  'segment-updated',
  'feature-import',
  'features-imported',
  'project-environment-added',
  'project-environment-removed',
] as const;

/** What an event changes for SDKs: one flag, the segments, anything, who may ask, or nothing. */
export type Effect = { flag: string } | 'segments' | 'everything' | 'tokens' | 'nothing';

export function effectOf({ type, featureName }: NewsItem): Effect {
  if (type.startsWith('api-token-')) return 'tokens';
  if (type === 'segment-updated') return 'segments';
  if (broadTypes.some((broad) => broad === type)) return 'everything';
  const quiet = type.startsWith('change-') || quietTypes.some((it) => it === type);
  return featureName === null || quiet ? 'nothing' : { flag: featureName };
}

/** A flag of one environment, ready to be sent. */
export type ServedFlag = {
  feature: ClientFeature;
  /** The feature as text, for SDKs that know segments. */
  json: string;
  tags: readonly string[];
};

/** Everything an environment has for SDKs, as of a revision. */
export type EnvironmentState = {
  revision: number;
  /** Every event up to this one is in it. */
  asOf: number;
  flags: ReadonlyMap<string, ServedFlag>;
  segments: ReadonlyMap<number, ClientSegment>;
  bytes: number;
};

/** What a client asks for, once its token has had its say. */
export type Selection = {
  environment: string;
  /** Undefined means every project. */
  projects: readonly string[] | undefined;
  namePrefix: string;
  tags: readonly string[];
  /** For SDKs that do not know segments: their constraints stand in the strategies. */
  inlined: boolean;
};

/** The scope of the token overrides what the query says about projects and environment. */
export function selectionOf(
  token: SdkToken,
  { project = [], namePrefix = '', tag = [] }: ClientFeaturesQuery,
  specVersion: string | undefined,
): Selection {
  const wanted = project.length === 0 || project.includes('*') ? undefined : project;
  const projects = token.projects ?? wanted;
  return {
    environment: token.environment,
    projects: projects && [...new Set(projects)].sort(),
    namePrefix,
    tags: [...new Set(tag.map(planTag))].sort(),
    inlined: !knowsSegments(specVersion),
  };
}

export const selectsProject = ({ projects }: Pick<Selection, 'projects'>, project: string) =>
  projects === undefined || projects.includes(project);

/** Those that the selection asks for, by name; any one of the tags suffices. */
export function selectFlags(state: EnvironmentState, selection: Selection): ServedFlag[] {
  const { namePrefix, tags } = selection;
  return [...state.flags.values()]
    .filter(
      ({ feature, tags: has }) =>
        selectsProject(selection, feature.project) &&
        feature.name.startsWith(namePrefix) &&
        (tags.length === 0 || tags.some((tag) => has.includes(tag))),
    )
    .sort((one, other) => (one.feature.name < other.feature.name ? -1 : 1));
}

/** Only those that the flags use: others may belong to projects the token must not see. */
export function segmentsOf(state: EnvironmentState, flags: readonly ServedFlag[]): ClientSegment[] {
  const used = new Set(
    flags.flatMap(({ feature }) => feature.strategies.flatMap(({ segments = [] }) => segments)),
  );
  return [...used].sort((one, other) => one - other).flatMap((id) => state.segments.get(id) ?? []);
}

/** The feature with the constraints of its segments in its strategies. */
export function inlineSegments(state: EnvironmentState, feature: ClientFeature): ClientFeature {
  if (feature.strategies.every(({ segments }) => segments === undefined)) return feature;
  return {
    ...feature,
    strategies: feature.strategies.map(({ segments = [], ...strategy }) => ({
      ...strategy,
      constraints: [
        ...strategy.constraints,
        ...segments.flatMap((id) => state.segments.get(id)?.constraints ?? []),
      ],
    })),
  };
}

/** The same for equal selections on every process. */
export const hashOf = (selection: Selection): string =>
  createHash('sha256').update(JSON.stringify(selection)).digest('hex').slice(0, 16);

export const etagOf = (queryHash: string, revision: number) => `"${queryHash}:${revision}:v1"`;

const segmentsSince = '4.2.0';

function knowsSegments(specVersion: string | undefined): boolean {
  if (specVersion === undefined) return false;
  if (semver.valid(specVersion) === null) {
    throw badData(
      `unleash-client-spec must be a version such as 5.2.0, not "${specVersion.slice(0, 100)}"`,
      '/headers/unleash-client-spec',
    );
  }
  return semver.gte(specVersion, segmentsSince);
}

function planTag(text: string): string {
  if (/^[^:]+:.+$/s.test(text)) return text;
  throw badData(`a tag reads <type>:<value>, not "${text.slice(0, 100)}"`, '/query/tag');
}
