import { createHash } from 'node:crypto';
import semver from 'semver';
import type { SdkToken } from '../../platform/caller.ts';
import { badData } from '../../platform/errors.ts';
import type { ClientFeature, ClientFeaturesQuery, ClientSegment } from './schema.ts';

/** An event, as far as SDKs are concerned. */
export type NewsItem = {
  id: number;
  type: string;
  environment: string | null;
  featureName: string | null;
  project: string | null;
  /** Where a flag that was moved came from. */
  oldProject: string | null;
  /** The segment that was changed. */
  segmentId: number | null;
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

/**
 * What an event changes for SDKs: one flag, the flags of a project, a segment, anything, nothing but
 * the revision (other events tell the rest), who may ask, or nothing.
 */
export type Effect =
  | { flag: string }
  | { project: string }
  | { segment: number }
  | 'everything'
  | 'revision'
  | 'tokens'
  | 'nothing';

export function effectOf({ type, featureName, project, segmentId }: NewsItem): Effect {
  if (type.startsWith('api-token-')) return 'tokens';
  if (type === 'segment-updated') return segmentId === null ? 'everything' : { segment: segmentId };
  if (type === 'features-imported') return 'revision';
  if (type.startsWith('project-environment-') && project !== null) return { project };
  if (broadTypes.some((broad) => broad === type)) return 'everything';
  const quiet = type.startsWith('change-') || quietTypes.some((it) => it === type);
  return featureName === null || quiet ? 'nothing' : { flag: featureName };
}

/** An event that changed something; the projects are those that could see what it changed. */
export type Change = {
  id: number;
  environment: string | null;
  projects: readonly string[];
  effect: Exclude<Effect, 'tokens' | 'nothing'>;
};

/** A flag of one environment, ready to be sent. */
export type ServedFlag = {
  feature: ClientFeature;
  /** The feature as text, for SDKs that know segments. */
  json: string;
  tags: readonly string[];
  /** Those that its strategies use, looked through so often that they are kept apart. */
  segments: readonly number[];
  /** Begins a new piece of every answer that it is in. */
  leads: boolean;
};

/** Everything an environment has for SDKs, as of a revision. */
export type EnvironmentState = {
  revision: number;
  /** Every event up to this one is in it. */
  asOf: number;
  flags: ReadonlyMap<string, ServedFlag>;
  /** The same flags, by name. */
  ordered: readonly ServedFlag[];
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
    inlined: !speaks(specVersion, segmentsSince),
  };
}

export const selectsProject = ({ projects }: Pick<Selection, 'projects'>, project: string) =>
  projects === undefined || projects.includes(project);

/** Those that the selection asks for, by name. */
export function selectFlags(state: EnvironmentState, selection: Selection): readonly ServedFlag[] {
  const { projects, namePrefix, tags } = selection;
  if (projects === undefined && namePrefix === '' && tags.length === 0) return state.ordered;
  return state.ordered.filter((flag) => selectsFlag(selection, flag));
}

/** Whether the selection asks for the flag; any one of the tags suffices. */
export const selectsFlag = (selection: Selection, { feature, tags: has }: ServedFlag): boolean =>
  selectsProject(selection, feature.project) &&
  feature.name.startsWith(selection.namePrefix) &&
  (selection.tags.length === 0 || selection.tags.some((tag) => has.includes(tag)));

/** Only those that the flags use: others may belong to projects the token must not see. */
export function segmentsOf(state: EnvironmentState, flags: readonly ServedFlag[]): ClientSegment[] {
  const used = new Set<number>();
  for (const { segments } of flags) for (const id of segments) used.add(id);
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
export const deltasSince = '5.2.0';

/** A client that does not say what it speaks is believed to know what it asks for. */
export function assertSpeaksDeltas(specVersion: string | undefined): void {
  if (specVersion === undefined || speaks(specVersion, deltasSince)) return;
  throw badData(
    `changes are told from specification ${deltasSince} on, not in ${specVersion}`,
    '/headers/unleash-client-spec',
  );
}

function speaks(specVersion: string | undefined, since: string): boolean {
  if (specVersion === undefined) return false;
  if (semver.valid(specVersion) === null) {
    throw badData(
      `unleash-client-spec must be a version such as 5.2.0, not "${specVersion.slice(0, 100)}"`,
      '/headers/unleash-client-spec',
    );
  }
  return semver.gte(specVersion, since);
}

function planTag(text: string): string {
  if (/^[^:]+:.+$/s.test(text)) return text;
  throw badData(`a tag reads <type>:<value>, not "${text.slice(0, 100)}"`, '/query/tag');
}
