import type { EventType, ToldEvent } from '../../events/types.ts';
import type { Applying } from '../../platform/caller.ts';
import type { ActionName } from '../change-requests/schema.ts';
import {
  type Place,
  type Proposal,
  type RecordedProposal,
  strategyIdOf,
  subjectKey,
} from '../previews/rules.ts';

/** A request that is about to be applied by itself. */
export type Waiting = {
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
  /** Who scheduled them. */
  users: readonly number[];
};

/** Something that happened to a flag, a segment or a user, as far as requests speak of it. */
export type Touch = {
  flag: string | null;
  environment: string | null;
  segmentId: number | null;
  userId: number | null;
  strategyId: string | null;
  /** The kinds of change that are about what happened; all kinds when there are none. */
  actions: readonly ActionName[];
  /** What a person reads, without who did it. */
  what: string;
  by: string;
  applying: Applying | undefined;
};

type Meaning = { actions?: readonly ActionName[]; what: (event: ToldEvent) => string };

const ofFlag = (text: string) => (event: ToldEvent) => `${text} of flag ${event.featureName}`;
const dependency: Meaning = {
  actions: ['addDependency', 'deleteDependency'],
  what: ofFlag('the parent'),
};
const theSwitch: Meaning = { actions: ['updateEnabled'], what: ofFlag('the switch') };
const strategy: Meaning = {
  actions: ['updateStrategy', 'deleteStrategy'],
  what: (event) => `strategy ${nameIn(event)} of flag ${event.featureName}`,
};
const segment: Meaning = {
  actions: ['updateSegment', 'deleteSegment'],
  what: (event) => `segment ${nameIn(event)}`,
};
const wholeFlag: Meaning = { what: ({ featureName }) => `flag ${featureName}` };
const person: Meaning = { what: (event) => `user ${nameIn(event)}, who scheduled it,` };

/** The events after which a schedule is not what people meant any more. */
const meanings: Partial<Record<EventType, Meaning & { became: string }>> = {
  'feature-strategy-update': { ...strategy, became: 'was changed' },
  'feature-strategy-remove': { ...strategy, became: 'was removed' },
  'strategy-order-changed': {
    actions: ['reorderStrategy'],
    what: ofFlag('the order of strategies'),
    became: 'was changed',
  },
  'feature-environment-variants-updated': {
    actions: ['patchVariant'],
    what: ofFlag('the list of variants'),
    became: 'was changed',
  },
  'feature-environment-enabled': { ...theSwitch, became: 'was turned on' },
  'feature-environment-disabled': { ...theSwitch, became: 'was turned off' },
  'feature-dependency-added': { ...dependency, became: 'was changed' },
  'feature-dependency-removed': { ...dependency, became: 'was changed' },
  'feature-dependencies-removed': { ...dependency, became: 'was changed' },
  'feature-archived': { ...wholeFlag, became: 'was archived' },
  'feature-project-change': { ...wholeFlag, became: 'was moved to another project' },
  'segment-updated': { ...segment, became: 'was changed' },
  'segment-deleted': { ...segment, became: 'was deleted' },
  'user-deleted': { ...person, became: 'was deleted' },
  'service-account-deleted': { ...person, became: 'was deleted' },
};

type Subject = { id?: unknown; name?: unknown; title?: unknown; username?: unknown };

const subjectOf = ({ data, preData }: ToldEvent) => (data ?? preData ?? {}) as Subject;

function nameIn(event: ToldEvent): string {
  const { id, name, title, username } = subjectOf(event);
  return String(title ?? username ?? name ?? id);
}

export function touchOf(event: ToldEvent): Touch | undefined {
  const meaning = meanings[event.type];
  if (!meaning) return undefined;
  const { id } = subjectOf(event);
  const about = (kind: string) => event.type.startsWith(kind);
  return {
    flag: event.featureName ?? null,
    environment: event.environment ?? null,
    segmentId: about('segment') ? (id as number) : null,
    userId: about('user') || about('service-account') ? (id as number) : null,
    strategyId: about('feature-strategy') ? (id as string) : null,
    actions: meaning.actions ?? [],
    what: `${meaning.what(event)} ${meaning.became}`,
    by: event.createdBy,
    applying: event.caller.applying,
  };
}

/** The changes of the request that are about what happened. */
export function changesTouched({ changes, environment }: Waiting, touch: Touch) {
  return changes.filter((change) => {
    if (touch.actions.length > 0 && !touch.actions.includes(change.action)) return false;
    if (touch.strategyId !== null) return strategyIdOf(change) === touch.strategyId;
    if (touch.segmentId !== null) return change.segmentId === touch.segmentId;
    const sameFlag = touch.flag !== null && change.flag === touch.flag;
    return sameFlag && (touch.environment ?? environment) === environment;
  });
}

export const isTouched = (waiting: Waiting, touch: Touch) =>
  touch.userId === null
    ? changesTouched(waiting, touch).length > 0
    : touch.userId === waiting.scheduledBy;

/** Whoever scheduled this one after the other knew what the other would do. */
export function comesAfter({ id, scheduledAt }: Waiting, other: Applying | undefined): boolean {
  if (!other || other.scheduledAt === null) return false;
  if (scheduledAt !== other.scheduledAt) return scheduledAt > other.scheduledAt;
  return id > other.changeRequestId;
}

export const reasonOf = ({ what, by }: Touch) => `${what} by ${by}`;

/** A change of a scheduled request. */
export type ScheduledChange = Proposal & Place & { requestId: number; title: string };

/** Which of the scheduled changes would be suspended if this one were applied before them. */
export const brokenBy = (
  change: Proposal,
  { project, environment }: Place,
  scheduled: readonly ScheduledChange[],
): ScheduledChange[] =>
  scheduled.filter((other) => {
    if (other.project !== project || change.action === 'addStrategy') return false;
    if (change.action === 'archiveFeature') return other.flag === change.flag;
    const alone = inOnePlace.includes(change.action) && other.environment !== environment;
    return !alone && subjectKey(other) === subjectKey(change);
  });

/** A change of the same kind in another environment is about another thing. */
const inOnePlace: readonly ActionName[] = ['updateEnabled', 'reorderStrategy', 'patchVariant'];
