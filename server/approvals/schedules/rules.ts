import { isDeepStrictEqual } from 'node:util';
import type { ScheduleSubject } from '../../events/catalogue/definition.ts';
import { catalogue } from '../../events/catalogue.ts';
import type { RecordedEvent } from '../../events/types.ts';
import type { Applying } from '../../platform/caller.ts';
import type { ActionName } from '../change-requests/schema.ts';
import {
  defaultStickinessKey,
  defaultStrategyKey,
  type Proposal,
  type RecordedProposal,
  type Scope,
  segmentKey,
  strategyIdOf,
  subjectKey,
  type Versions,
} from '../previews/rules.ts';

/** A request whose schedule is pending. */
export type ScheduledRequest = {
  id: number;
  title: string;
  project: string;
  environment: string;
  scheduledAt: string;
  scheduledBy: number;
  changes: (RecordedProposal & { id: number })[];
};

export type Subjects = {
  flags: readonly string[];
  segments: readonly number[];
  /** Who scheduled the request. */
  users: readonly number[];
  /** Keys of `dependsOn`. */
  dependencies: readonly string[];
};

/** A change of a subject that scheduled requests may change too. */
export type SubjectChange = {
  flag: string | null;
  environment: string | null;
  segmentId: number | null;
  userId: number | null;
  strategyId: string | null;
  /** The key in `dependsOn` of the changes that refer to it. */
  dependency: string | null;
  /** The actions on the same subject; empty means all. */
  actions: readonly ActionName[];
  /** For people; without the actor. */
  what: string;
  by: string;
  applying: Applying | undefined;
};

type Subject = { actions: readonly ActionName[]; name: (event: RecordedEvent) => string };

const ofFlag = (text: string) => (event: RecordedEvent) => `${text} of flag ${event.featureName}`;

const subjects: Record<ScheduleSubject, Subject> = {
  switch: { actions: ['updateEnabled'], name: ofFlag('the switch') },
  strategy: {
    actions: ['updateStrategy', 'deleteStrategy'],
    name: (event) => `strategy ${nameIn(event)} of flag ${event.featureName}`,
  },
  order: { actions: ['reorderStrategy'], name: ofFlag('the order of strategies') },
  variants: { actions: ['patchVariant'], name: ofFlag('the list of variants') },
  dependency: { actions: ['addDependency', 'deleteDependency'], name: ofFlag('the parent') },
  flag: { actions: [], name: ({ featureName }) => `flag ${featureName}` },
  segment: {
    actions: ['updateSegment', 'deleteSegment'],
    // The former name, since the new one may be that of a segment of another project.
    name: (event) => `segment ${formerDataOf(event).name}`,
  },
  'default-strategy': {
    actions: [],
    name: ({ environment }) => `the default strategy of environment ${environment}`,
  },
  'default-stickiness': { actions: [], name: () => 'the default stickiness of the project' },
  user: { actions: [], name: (event) => `user ${nameIn(event)}, who scheduled it,` },
};

type SubjectData = {
  id?: unknown;
  name?: unknown;
  title?: unknown;
  username?: unknown;
  defaultStickiness?: unknown;
};

const dataOf = ({ data, preData }: RecordedEvent) => (data ?? preData ?? {}) as SubjectData;
const formerDataOf = ({ data, preData }: RecordedEvent) => (preData ?? data ?? {}) as SubjectData;

function nameIn(event: RecordedEvent): string {
  const { id, name, title, username } = dataOf(event);
  return String(title ?? username ?? name ?? id);
}

/** Undefined if the event does not affect scheduled requests. */
export function subjectChangeOf(event: RecordedEvent): SubjectChange | undefined {
  const { schedule } = catalogue[event.type];
  if (schedule === 'none') return undefined;
  const { subject, became } = schedule;
  if (subject === 'default-stickiness' && !changesStickiness(event)) return undefined;
  const { id } = dataOf(event);
  return {
    flag: event.featureName ?? null,
    environment: event.environment ?? null,
    segmentId: subject === 'segment' ? (id as number) : null,
    userId: subject === 'user' ? (id as number) : null,
    strategyId: subject === 'strategy' ? (id as string) : null,
    dependency: dependencyOf(subject, event),
    actions: subjects[subject].actions,
    what: `${subjects[subject].name(event)} ${became}`,
    by: event.createdBy,
    applying: event.caller.applying,
  };
}

const changesStickiness = (event: RecordedEvent) =>
  dataOf(event).defaultStickiness !== formerDataOf(event).defaultStickiness;

function dependencyOf(subject: ScheduleSubject, event: RecordedEvent): string | null {
  const { project, environment } = event;
  if (subject === 'segment') return segmentKey(dataOf(event).id as number);
  if (subject === 'default-strategy') {
    return defaultStrategyKey({ project: project ?? '', environment: environment ?? '' });
  }
  return subject === 'default-stickiness' ? defaultStickinessKey(project ?? '') : null;
}

/** The changes of the request that have the same subject. */
export function affectedChanges(
  { changes, environment }: ScheduledRequest,
  { flag, environment: where, segmentId, strategyId, actions }: SubjectChange,
) {
  return changes.filter((change) => {
    if (actions.length > 0 && !actions.includes(change.action)) return false;
    if (strategyId !== null) return strategyIdOf(change) === strategyId;
    if (segmentId !== null) return change.segmentId === segmentId;
    return flag !== null && change.flag === flag && (where ?? environment) === environment;
  });
}

export const isAffected = (request: ScheduledRequest, change: SubjectChange) =>
  change.userId === null
    ? affectedChanges(request, change).length > 0
    : change.userId === request.scheduledBy;

/** A request that is scheduled after another one expects the changes of that one. */
export function isScheduledAfter(
  { id, scheduledAt }: ScheduledRequest,
  other: Applying | undefined,
): boolean {
  if (!other || other.scheduledAt === null) return false;
  if (scheduledAt !== other.scheduledAt) return scheduledAt > other.scheduledAt;
  return id > other.changeRequestId;
}

/** Whether a change of the request refers to what was changed. */
export const dependsOnAny = ({ changes }: ScheduledRequest, keys: ReadonlySet<string | null>) =>
  changes.some(({ dependsOn }) => Object.keys(dependsOn).some((key) => keys.has(key)));

export const reasonOf = ({ what, by }: SubjectChange) => `${what} by ${by}`;

/** A change of a scheduled request. */
export type ScheduledChange = Proposal &
  Scope & { requestId: number; title: string; dependsOn: Versions };

/** Which of the scheduled changes would be suspended if this one were applied before them. */
export const suspendedBy = (
  change: RecordedProposal,
  { project, environment }: Scope,
  scheduled: readonly ScheduledChange[],
): ScheduledChange[] =>
  scheduled.filter((other) => {
    if (other.project !== project || change.action === 'addStrategy') return false;
    if (changesConstraints(change) && segmentKey(change.segmentId ?? 0) in other.dependsOn) {
      return true;
    }
    if (change.action === 'archiveFeature') return other.flag === change.flag;
    const elsewhere = perEnvironment.includes(change.action) && other.environment !== environment;
    return !elsewhere && subjectKey(other) === subjectKey(change);
  });

function changesConstraints({ segmentId, base, proposed }: RecordedProposal): boolean {
  const [before, after] = [base, proposed] as ({ constraints: unknown } | null)[];
  return segmentId !== null && !isDeepStrictEqual(before?.constraints, after?.constraints);
}

/** The same action in another environment has another subject. */
const perEnvironment: readonly ActionName[] = ['updateEnabled', 'reorderStrategy', 'patchVariant'];
