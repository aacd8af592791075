import { createHash } from 'node:crypto';
import type { EventType, NewEvent } from '../../events/types.ts';
import { badDataIn, conflict, noAccess, RequestError } from '../../platform/errors.ts';
import type { RecordedProposal } from '../previews/rules.ts';
import type { HistoryEntry, Schedule, State } from './schema.ts';

export type PersonRow = {
  id: number;
  username: string | null;
  email: string | null;
  name: string | null;
};

/** Users are referenced by id, since the same few write most parts of many requests. */
export type ChangeRow = RecordedProposal & { id: number; createdAt: string; author: number };

/** The name that a segment had when the change was recorded. */
export const subjectOf = ({ flag, segmentId, base }: RecordedProposal): string =>
  flag ?? (base as { name?: string } | null)?.name ?? `Segment ${segmentId}`;

export type ReviewRow = { author: number; createdAt: string };

export type ScheduleRow = {
  status: Schedule['status'];
  scheduledAt: string;
  reason: string | null;
};

export type HistoryRow = Omit<HistoryEntry, 'createdBy'> & { author: number | null };

/** A request with all its parts. */
export type RequestRow = {
  id: number;
  title: string;
  project: string;
  environment: string;
  state: State;
  minApprovals: number;
  createdAt: string;
  author: number;
  changes: ChangeRow[];
  approvals: ReviewRow[];
  rejections: ReviewRow[];
  comments: (ReviewRow & { id: number; text: string })[];
  reviewers: number[];
  history: HistoryRow[];
  schedule: ScheduleRow | null;
};

/** Another one if a change is added, removed, replaced or based on another state. */
export function etagOf({ changes }: Pick<RequestRow, 'changes'>): string {
  const data = JSON.stringify(changes.map((change) => ({ id: change.id, ...dataOf(change) })));
  return `"${createHash('sha256').update(data).digest('base64url')}"`;
}

/** What decides whether two changes are the same. */
export const dataOf = (change: RecordedProposal) => {
  const { action, payload, flag, segmentId, base, proposed, dependsOn } = change;
  return { action, payload, flag, segmentId, base, proposed, dependsOn };
};

/** The properties that decide which operations a request allows. */
export type RequestHead = {
  id: number;
  project: string;
  environment: string;
  state: State;
  title: string;
  /** Whether it describes the changes, and not what a person wrote. */
  titleComposed: boolean;
  /** Null while it is a draft. */
  minApprovals: number | null;
  authorId: number;
};

/** A locked request, with the approvals that it needs and that do not count, or no longer. */
export type LockedRequest = RequestHead & { missingApprovals: number };

/** An approved request that lost an approval is in review. */
export function withApprovals(request: RequestHead, approvals: number): LockedRequest {
  const missingApprovals = Math.max(0, (request.minApprovals ?? 1) - approvals);
  const lost = request.state === 'Approved' && missingApprovals > 0;
  return { ...request, missingApprovals, state: lost ? 'In review' : request.state };
}

type RequestData = Pick<RequestHead, 'id' | 'title' | 'project' | 'environment'>;

/** Every event of a request contains its id, title, project and environment. */
export function requestEvent(
  { id, title, project, environment }: RequestData,
  type: EventType,
  more: { featureName?: string | null; data?: object; preData?: object } = {},
): NewEvent {
  const which = { changeRequestId: id, title };
  return {
    type,
    project,
    environment,
    featureName: more.featureName ?? null,
    data: { ...which, ...more.data },
    ...(more.preData === undefined ? {} : { preData: { ...which, ...more.preData } }),
  };
}

export const pendingStates: readonly State[] = ['Draft', 'In review', 'Approved'];
export const openStates: readonly State[] = [...pendingStates, 'Scheduled'];

/** An open request can still be applied, so it can have conflicts. */
export const isOpen = ({ state }: { state: State }) => openStates.includes(state);

export const isPending = ({ state }: { state: State }) => pendingStates.includes(state);

/** A scheduled or closed request stays as it was reviewed. */
export function assertEditable({ id, state }: { id: number; state: State }): void {
  if (isPending({ state })) return;
  throw conflict(
    `Change request ${id} is ${state}. It can be edited in ${pendingStates.join(', ')}.`,
  );
}

export function assertMayEdit(caller: { id: number; admin: boolean }, authorId: number): void {
  if (caller.id === authorId || caller.admin) return;
  throw noAccess('Only its author or an Admin can edit a change request.');
}

/** The author, reviewers and scheduler of a request are users or service accounts. */
export function assertIsUser({ kind }: { kind: string }): void {
  if (kind === 'user' || kind === 'service-account') return;
  throw noAccess(
    'An admin token cannot sign a change request. Use a personal or a service account token.',
  );
}

/** Adds the path of the wrong change to an error. */
export function inPayload(error: unknown, part: string): unknown {
  if (!(error instanceof RequestError) || error.status !== 400) return error;
  return badDataIn(
    error.message,
    error.details.map(({ message, path }) => ({
      message,
      path: path?.startsWith('/body')
        ? `/${part}/payload${path.slice('/body'.length)}`
        : `/${part}`,
    })),
  );
}
