import { fallbackStrategy, withGroupId } from '../../flags/strategies/rules.ts';
import { imageUrlOf } from '../../identity/users/rules.ts';
import type { Consequence } from '../previews/consequences.ts';
import { consequencesOf } from '../previews/problems.ts';
import { type Conflicts, type CurrentState, mergeChanges, scopeKey } from '../previews/rules.ts';
import {
  type ChangeRow,
  type HistoryRow,
  isOpen,
  type PersonRow,
  type RequestRow,
  type ReviewRow,
  type ScheduleRow,
  subjectOf,
} from './rules.ts';
import type {
  Change,
  ChangeRequest,
  FlagChanges,
  HistoryEntry,
  Person,
  Schedule,
  ScheduleConflicts,
  SegmentChange,
} from './schema.ts';

export const viewPerson = ({ id, username, email, name }: PersonRow): Person => ({
  id,
  username: username ?? email,
  name,
  imageUrl: imageUrlOf({ id, username, email }),
});

export type DisplayContext = {
  current: CurrentState;
  people: ReadonlyMap<number, Person>;
  /** With changes made meanwhile. */
  conflicts: Conflicts | undefined;
  /** With scheduled changes, by the id of the change. */
  schedules: ReadonlyMap<number, ScheduleConflicts>;
};

/** The authors of the requests and of all their parts, and the requested reviewers. */
export const peopleIn = (rows: readonly RequestRow[]): number[] => [
  ...new Set(
    rows.flatMap(({ author, changes, approvals, rejections, comments, reviewers, history }) => [
      author,
      ...reviewers,
      ...history.flatMap((entry) => entry.author ?? []),
      ...[...changes, ...approvals, ...rejections, ...comments].map((part) => part.author),
    ]),
  ),
];

export function viewRequest(row: RequestRow, context: DisplayContext): ChangeRequest {
  const { author, changes, approvals, rejections, comments, reviewers, schedule } = row;
  const { id, title, environment, minApprovals, project, createdAt, state } = row;
  return {
    id,
    title,
    environment,
    minApprovals,
    project,
    features: viewFlags(row, context),
    segments: changes
      .filter(({ segmentId }) => segmentId !== null)
      .map((change) => viewSegment(change, context)),
    approvals: approvals.map((approval) => viewReview(approval, context)),
    rejections: rejections.map((rejection) => viewReview(rejection, context)),
    comments: comments.map((comment) => ({
      id: comment.id,
      text: comment.text,
      ...viewReview(comment, context),
    })),
    requestedReviewers: reviewers.map((reviewer) => personOf(reviewer, context)),
    history: row.history.map((entry) => viewHistory(entry, context)),
    createdBy: personOf(author, context),
    createdAt,
    state,
    ...(state === 'Scheduled' && schedule ? { schedule: viewSchedule(schedule) } : {}),
  };
}

export function viewSchedule({ status, scheduledAt, reason }: ScheduleRow): Schedule {
  if (status === 'pending') return { status, scheduledAt };
  const why = reason ?? 'unknown';
  if (status === 'suspended') return { status, scheduledAt, reason: why };
  return { status, scheduledAt, reason: why, failureReason: why };
}

const viewReview = ({ author, createdAt }: ReviewRow, context: DisplayContext) => ({
  createdBy: personOf(author, context),
  createdAt,
});

const viewHistory = ({ author, ...entry }: HistoryRow, context: DisplayContext): HistoryEntry => ({
  ...entry,
  createdBy: author ? personOf(author, context) : null,
});

function personOf(id: number, { people }: DisplayContext): Person {
  const person = people.get(id);
  if (!person) throw new Error('the author of a part of a change request does not exist');
  return person;
}

function viewFlags(request: RequestRow, context: DisplayContext): FlagChanges[] {
  const groups = new Map<string, ChangeRow[]>();
  for (const change of request.changes) {
    if (change.flag === null) continue;
    groups.set(change.flag, [...(groups.get(change.flag) ?? []), change]);
  }
  const { environment, changes } = request;
  const consequences = isOpen(request)
    ? consequencesOf(context.current, request, mergeChanges(context.current, environment, changes))
    : undefined;
  return [...groups].map(([name, own]) => {
    const consequence = consequences?.get(name);
    return {
      name,
      ...context.conflicts?.flags.get(name),
      changes: own.map((change) => viewChange(change, context)),
      ...(consequence && { defaultChange: viewConsequence(consequence, name, request, context) }),
    };
  });
}

function viewConsequence(
  consequence: Consequence,
  flag: string,
  request: RequestRow,
  { current }: DisplayContext,
): { action: string; payload: object } {
  if (consequence === 'updateEnabled') return { action: consequence, payload: { enabled: false } };
  const template = current.defaults.get(scopeKey(request))?.strategy ?? fallbackStrategy;
  return { action: consequence, payload: withGroupId({ ...template, disabled: false }, flag) };
}

function viewSegment(change: ChangeRow, context: DisplayContext): SegmentChange {
  const { segments } = context.current;
  const name = segments.get(change.segmentId ?? 0)?.name ?? subjectOf(change);
  return { name, ...viewChange(change, context) };
}

function viewChange(change: ChangeRow, context: DisplayContext): Change {
  const scheduleConflicts = context.schedules.get(change.id);
  return {
    id: change.id,
    action: change.action,
    payload: withSnapshot(change),
    ...context.conflicts?.changes.get(change.id),
    ...(scheduleConflicts === undefined ? {} : { scheduleConflicts }),
    createdBy: personOf(change.author, context),
    createdAt: change.createdAt,
  };
}

/** The state that the change was recorded against, for clients that compare. */
function withSnapshot({ action, payload, base }: ChangeRow): unknown {
  if (base === null || typeof payload !== 'object') return payload;
  const { name, title, disabled } = base as Record<string, unknown>;
  if (action === 'updateStrategy' || action === 'updateSegment') {
    return { ...payload, snapshot: base };
  }
  if (action === 'deleteStrategy') return { ...payload, name, title, disabled, snapshot: base };
  if (action === 'deleteSegment') return { ...payload, name, snapshot: base };
  if (action === 'patchVariant') {
    return { ...payload, snapshot: (base as { variants: unknown }).variants };
  }
  return payload;
}
