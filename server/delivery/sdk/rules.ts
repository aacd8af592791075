import { createHash } from 'node:crypto';
import semver from 'semver';
import type { SdkEffect } from '../../events/catalogue/definition.ts';
import { definitionOf, typesWhere } from '../../events/catalogue.ts';
import type { SdkToken } from '../../platform/caller.ts';
import { badData } from '../../platform/errors.ts';
import type { ClientFeature, ClientFeaturesQuery, ClientSegment } from './schema.ts';

/** The properties of an event that affect SDKs. */
export type FeedEvent = {
  id: number;
  type: string;
  environment: string | null;
  featureName: string | null;
  project: string | null;
  /** The former project of a moved flag. */
  oldProject: string | null;
  /** The segment that was changed. */
  segmentId: number | null;
};

/** Events that may name a flag, but change nothing that SDKs read. */
export const quietTypes = typesWhere(({ sdk }) => sdk === 'nothing' || sdk === 'tokens');

/** Events that change what SDKs read even when they name no flag. */
export const broadTypes = typesWhere(({ sdk }) => !['nothing', 'tokens', 'flag'].includes(sdk));

/**
 * What an event changes for SDKs: one flag, the flags of a project, a segment, everything, only the
 * revision (other events have the details), the tokens, or nothing.
 */
export type Effect =
  | { flag: string }
  | { project: string }
  | { segment: number }
  | 'everything'
  | 'revision'
  | 'tokens'
  | 'nothing';

/** A type of a newer server may change the flag that it names. */
export const effectOf = (event: FeedEvent): Effect =>
  effects[definitionOf(event.type)?.sdk ?? 'flag'](event);

const effects: Record<SdkEffect, (event: FeedEvent) => Effect> = {
  nothing: () => 'nothing',
  flag: ({ featureName }) => (featureName === null ? 'nothing' : { flag: featureName }),
  segment: ({ segmentId }) => (segmentId === null ? 'everything' : { segment: segmentId }),
  project: ({ project }) => (project === null ? 'everything' : { project }),
  everything: () => 'everything',
  revision: () => 'revision',
  tokens: () => 'tokens',
};

/** An event with an effect, and the projects that could see what it changed. */
export type Change = {
  id: number;
  environment: string | null;
  projects: readonly string[];
  effect: Exclude<Effect, 'tokens' | 'nothing'>;
};

/** A flag of one environment, ready to be sent. */
export type ServedFlag = {
  feature: ClientFeature;
  /** The feature as text, for SDKs that support segments. */
  json: string;
  tags: readonly string[];
  /** Those that its strategies use. */
  segments: readonly number[];
};

/** The flags and segments of an environment, at a revision. */
export type EnvironmentState = {
  revision: number;
  /** Every event up to this one is included. */
  position: number;
  /** In the order of their names. */
  flags: ReadonlyMap<string, ServedFlag>;
  segments: ReadonlyMap<number, ClientSegment>;
  bytes: number;
};

/** What a client receives: its query within the scope of its token. */
export type Selection = {
  environment: string;
  /** Undefined means every project. */
  projects: readonly string[] | undefined;
  namePrefix: string;
  tags: readonly string[];
  /** For SDKs that do not support segments: strategies have the constraints of their segments. */
  inlined: boolean;
};

/** The data that a token may read, or a part of it. */
export type DataScope = Pick<Selection, 'environment' | 'projects'>;

type ClientRequest = {
  sdkToken: SdkToken;
  query: ClientFeaturesQuery;
  headers: Record<string, string | string[] | undefined>;
};

export const selectionFor = ({ sdkToken, query, headers }: ClientRequest): Selection =>
  selectionOf(sdkToken, query, specVersionOf(headers));

/** For a client that receives deltas, in which segments are always separate. */
export function deltaSelectionFor({ sdkToken, query, headers }: ClientRequest): Selection {
  assertSupportsDeltas(specVersionOf(headers));
  return selectionOf(sdkToken, query, deltasSince);
}

function specVersionOf(headers: ClientRequest['headers']): string | undefined {
  const version = headers['unleash-client-spec'];
  return Array.isArray(version) ? version.join(', ') : version;
}

/** The scope of the token overrides the projects and the environment of the query. */
function selectionOf(
  token: SdkToken,
  { project = [], namePrefix = '', tag = [] }: ClientFeaturesQuery,
  specVersion: string | undefined,
): Selection {
  const queried = project.length === 0 || project.includes('*') ? undefined : project;
  const projects = token.projects ?? queried;
  return {
    environment: token.environment,
    projects: projects && [...new Set(projects)].sort(),
    namePrefix,
    tags: [...new Set(tag.map(checkedTag))].sort(),
    inlined: !supports(specVersion, segmentsSince),
  };
}

export const selectsProject = ({ projects }: Pick<DataScope, 'projects'>, project: string) =>
  projects === undefined || projects.includes(project);

export const selectFlags = ({ flags }: EnvironmentState, selection: Selection): ServedFlag[] =>
  [...flags.values()].filter((flag) => selectsFlag(selection, flag));

/** Whether the selection includes the flag; any one of the tags suffices. */
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

/** Each SDK revalidates its own copy; no cache in between stores it. */
export const privateCache = { 'cache-control': 'private, no-cache', vary: 'accept-encoding' };

const segmentsSince = '4.2.0';
const deltasSince = '5.2.0';

/** A client that does not announce a version is assumed to support what it requests. */
function assertSupportsDeltas(specVersion: string | undefined): void {
  if (specVersion === undefined || supports(specVersion, deltasSince)) return;
  throw badData(
    `Deltas need specification ${deltasSince} or newer, not ${specVersion}.`,
    '/headers/unleash-client-spec',
  );
}

function supports(specVersion: string | undefined, since: string): boolean {
  if (specVersion === undefined) return false;
  if (semver.valid(specVersion) === null) {
    throw badData(
      `"unleash-client-spec" must be a version such as 5.2.0, not "${specVersion.slice(0, 100)}".`,
      '/headers/unleash-client-spec',
    );
  }
  return semver.gte(specVersion, since);
}

function checkedTag(text: string): string {
  if (/^[^:]+:.+$/s.test(text)) return text;
  throw badData(`A tag is <type>:<value>, not "${text.slice(0, 100)}".`, '/query/tag');
}
