import { typesChanging } from '../../events/catalogue.ts';
import type { Consequence } from './consequences.ts';
import type { Trace } from './queries.ts';
import {
  addedSegments,
  type CurrentState,
  defaultStickinessKey,
  defaultStrategyKey,
  type Proposal,
  type RecordedProposal,
  type Scope,
  type SegmentVersion,
  scopeKey,
  segmentKey,
  usedSegments,
  type Versions,
} from './rules.ts';

/** Something that decides what a change does, and that the change does not change itself. */
export type Dependency = {
  key: string;
  version: string;
  name: string;
  became: 'was changed' | 'was deleted';
  trace: Trace;
};

/** Recorded when a change is proposed: the versions of all that it could use. */
export const versionsOf = (current: CurrentState, scope: Scope, proposal: Proposal): Versions =>
  Object.fromEntries(
    [...segmentsIn(current, usedSegments(proposal)), ...defaultsIn(current, scope, proposal)].map(
      ({ key, version }) => [key, version],
    ),
  );

/**
 * What the change would use now in another version than the recorded one. Segments that its strategy
 * already uses take effect without it, and are not compared.
 */
export function outdatedDependencies(
  current: CurrentState,
  scope: Scope,
  change: RecordedProposal,
  consequence: Consequence | undefined,
): Dependency[] {
  const defaults = defaultsIn(current, scope, change).filter(
    () => change.action !== 'updateEnabled' || consequence === 'addStrategy',
  );
  return [...segmentsIn(current, addedSegments(change)), ...defaults].filter(
    ({ key, version }) => change.dependsOn[key] !== version,
  );
}

const segmentsIn = ({ segments }: CurrentState, ids: readonly number[]): Dependency[] =>
  ids.map((id) => {
    const segment = segments.get(id);
    if (segment) return ofSegment(segment);
    const deleted = ofSegment({ id, name: String(id), version: '' });
    return { ...deleted, became: 'was deleted' };
  });

function ofSegment({ id, name, version }: SegmentVersion): Dependency {
  const trace = { flag: null, environment: null, subject: String(id), types: [] };
  return { key: segmentKey(id), version, name: `segment ${name}`, became: 'was changed', trace };
}

function defaultsIn(current: CurrentState, scope: Scope, change: Proposal): Dependency[] {
  const defaults = current.defaults.get(scopeKey(scope));
  if (!defaults) return [];
  const { project, environment } = scope;
  const trace = { flag: null, project, subject: null };
  if (change.action === 'updateEnabled') {
    const strategy: Dependency = {
      key: defaultStrategyKey(scope),
      version: defaults.strategyVersion,
      name: `the default strategy of environment ${environment}`,
      became: 'was changed',
      trace: { ...trace, environment, types: typesChanging('default-strategy') },
    };
    return [strategy, ...defaults.segments.map(ofSegment)];
  }
  if (change.action !== 'addStrategy' || !lacksStickiness(change.payload)) return [];
  const stickiness: Dependency = {
    key: defaultStickinessKey(project),
    version: defaults.stickiness,
    name: 'the default stickiness of the project',
    became: 'was changed',
    trace: { ...trace, environment: null, types: typesChanging('default-stickiness') },
  };
  return [stickiness];
}

/** A gradual rollout without a stickiness gets that of the project. */
function lacksStickiness(payload: unknown): boolean {
  const { name, parameters } = payload as { name: string; parameters?: { stickiness?: unknown } };
  return name === 'flexibleRollout' && !parameters?.stickiness;
}
