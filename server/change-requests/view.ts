import {
  type Conflicts,
  type FlagPlace,
  placeKey,
  type Surroundings,
} from '../change-request-conflicts/rules.ts';
import { fallbackStrategy, grouped, type StrategyFacts } from '../targeting/rules.ts';
import { imageUrlOf } from '../users/rules.ts';
import {
  type ChangeRow,
  isOpen,
  type PersonRow,
  type RequestRow,
  type ReviewRow,
  type ScheduleRow,
} from './rules.ts';
import type {
  Change,
  ChangeRequest,
  FlagChanges,
  Person,
  Schedule,
  ScheduleConflicts,
  SegmentChange,
} from './schema.ts';

export const viewPerson = ({ id, username, email }: PersonRow): Person => ({
  id,
  username: username ?? email,
  imageUrl: imageUrlOf({ id, username, email }),
});

/** What others did, and what others mean to do, that a request gets in the way of. */
export type Hindrances = {
  conflicts: Conflicts | undefined;
  /** By the id of the change. */
  schedules: ReadonlyMap<number, ScheduleConflicts>;
};

/** A request as answers show it. */
export function viewRequest(
  row: RequestRow,
  around: Surroundings,
  hindrances: Hindrances,
): ChangeRequest {
  const { author, changes, approvals, rejections, comments, reviewers, schedule } = row;
  const { id, title, environment, minApprovals, project, createdAt, state } = row;
  return {
    id,
    title,
    environment,
    minApprovals,
    project,
    features: viewFlags(row, around, hindrances),
    segments: changes
      .filter(({ segmentId }) => segmentId !== null)
      .map((change) => viewSegment(change, around, hindrances)),
    approvals: approvals.map(viewReview),
    rejections: rejections.map(viewReview),
    comments: comments.map((comment) => ({
      id: comment.id,
      text: comment.text,
      ...viewReview(comment),
    })),
    requestedReviewers: reviewers.map(viewPerson),
    createdBy: viewPerson(author),
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

const viewReview = ({ author, createdAt }: ReviewRow) => ({
  createdBy: viewPerson(author),
  createdAt,
});

function viewFlags(
  request: RequestRow,
  around: Surroundings,
  hindrances: Hindrances,
): FlagChanges[] {
  const groups = new Map<string, ChangeRow[]>();
  for (const change of request.changes) {
    if (change.flag === null) continue;
    groups.set(change.flag, [...(groups.get(change.flag) ?? []), change]);
  }
  return [...groups].map(([name, changes]) => {
    const place = around.places.get(placeKey(request.environment, name));
    const template = request.defaultStrategy ?? fallbackStrategy;
    const consequence =
      place && isOpen(request)
        ? consequenceOf(place, changes, grouped({ ...template, disabled: false }, name))
        : undefined;
    return {
      name,
      ...hindrances.conflicts?.flags.get(name),
      changes: changes.map((change) => viewChange(change, hindrances)),
      ...(consequence === undefined ? {} : { defaultChange: consequence }),
    };
  });
}

function viewSegment(
  change: ChangeRow,
  { segments }: Surroundings,
  hindrances: Hindrances,
): SegmentChange {
  const then = (change.base as { name?: string } | null)?.name;
  const name = segments.get(change.segmentId ?? 0)?.name ?? then ?? `Segment ${change.segmentId}`;
  return { name, ...viewChange(change, hindrances) };
}

function viewChange(change: ChangeRow, { conflicts, schedules }: Hindrances): Change {
  const scheduleConflicts = schedules.get(change.id);
  return {
    id: change.id,
    action: change.action,
    payload: withSnapshot(change),
    ...conflicts?.changes.get(change.id),
    ...(scheduleConflicts === undefined ? {} : { scheduleConflicts }),
    createdBy: viewPerson(change.author),
    createdAt: change.createdAt,
  };
}

/** What the change was recorded against goes along, for clients that compare. */
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

/** What the server will do by itself, so that a flag is not on for nobody. */
function consequenceOf(
  place: FlagPlace,
  changes: readonly ChangeRow[],
  strategy: StrategyFacts,
): FlagChanges['defaultChange'] {
  let { enabled } = place;
  let needsDefault = false;
  const live = new Map(place.strategies.map(({ id, disabled }) => [id, !disabled]));
  for (const { id, action, payload } of changes) {
    const wish = payload as Wish;
    if (action === 'addStrategy') live.set(`added ${id}`, wish.disabled !== true);
    if (action === 'deleteStrategy') live.delete(wish.id.toLowerCase());
    if (action === 'updateStrategy' && typeof wish.disabled === 'boolean') {
      live.set(wish.id.toLowerCase(), !wish.disabled);
    }
    if (action === 'updateEnabled') {
      if (wish.shouldActivateDisabledStrategies) for (const key of live.keys()) live.set(key, true);
      needsDefault ||= wish.enabled && !enabled && !anyOf(live);
      enabled = wish.enabled;
    }
  }
  if (needsDefault) return { action: 'addStrategy', payload: strategy };
  const left = place.enabled && enabled && !anyOf(live);
  return left ? { action: 'updateEnabled', payload: { enabled: false } } : undefined;
}

type Wish = {
  id: string;
  enabled: boolean;
  disabled?: boolean | null;
  shouldActivateDisabledStrategies?: boolean;
};

const anyOf = (live: Map<string, boolean>) => [...live.values()].includes(true);
