import type { EventType, NewEvent } from '../../events/types.ts';
import type { StrategyData } from '../../flags/strategies/rules.ts';
import { badDataIn, conflict, noAccess, RequestError } from '../../platform/errors.ts';
import type { RecordedProposal } from '../previews/rules.ts';
import type { Schedule, State } from './schema.ts';

export type PersonRow = { id: number; username: string | null; email: string | null };

/** People are named by their ids: few of them write all that belongs to many requests. */
export type ChangeRow = RecordedProposal & { id: number; createdAt: string; author: number };

export type ReviewRow = { author: number; createdAt: string };

export type ScheduleRow = {
  status: Schedule['status'];
  scheduledAt: string;
  reason: string | null;
};

/** A request with everything that belongs to it. */
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
  schedule: ScheduleRow | null;
  /** What flags of the project are switched on with there, if somebody has set it. */
  defaultStrategy: StrategyData | null;
};

/** What decides what can be done with a request. */
export type RequestHead = {
  id: number;
  project: string;
  environment: string;
  state: State;
  title: string;
  /** Null while it is a draft. */
  minApprovals: number | null;
  authorId: number;
};

type RequestData = Pick<RequestHead, 'id' | 'title' | 'project' | 'environment'>;

/** Every event of a request says which one it is, what it is called and where it is for. */
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

/** What others changed matters to a request for as long as it can still be applied. */
export const isOpen = ({ state }: { state: State }) => openStates.includes(state);

export const isPending = ({ state }: { state: State }) => pendingStates.includes(state);

/** A request once it is scheduled, or done with, stays as its reviewers saw it. */
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

/** Requests are signed: whoever writes, reviews or schedules one is somebody. */
export function assertIsSomebody({ kind }: { kind: string }): void {
  if (kind === 'user' || kind === 'service-account') return;
  throw noAccess(
    'An admin token cannot sign a change request. Use a personal or a service account token.',
  );
}

/** Says of an error which of the changes sent is wrong, and where in it. */
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
