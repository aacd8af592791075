import { isDeepStrictEqual } from 'node:util';
import type { EventType, NewEvent } from '../../events/types.ts';
import type { StrategyFacts } from '../../flags/strategies/rules.ts';
import { badDataIn, conflict, noAccess, RequestError } from '../../platform/errors.ts';
import {
  flagsOf,
  type RecordedProposal,
  type Surroundings,
  segmentsOf,
} from '../previews/rules.ts';
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
  defaultStrategy: StrategyFacts | null;
};

/** What an answer about requests of a project depends on, besides what belongs to no flag. */
export type Concern = {
  project: string;
  /** It and those where its flags have gone. */
  projects: readonly string[];
  requests: readonly number[];
  environments: readonly string[];
  flags: readonly string[];
  segments: readonly number[];
};

/** The requests that were found about a flag, and what they are about; there may be none. */
export function concernOf(
  { project, flag }: { project: string; flag: string },
  requests: readonly RequestRow[],
  around: Pick<Surroundings, 'flags'>,
): Concern {
  const changes = requests.flatMap((request) => request.changes);
  const homes = [...around.flags.values()].map((each) => each.project);
  return {
    project,
    projects: [...new Set([project, ...homes])],
    requests: requests.map(({ id }) => id),
    environments: [...new Set(requests.map(({ environment }) => environment))],
    flags: [...new Set([flag, ...changes.flatMap(flagsOf)])],
    segments: [...new Set(changes.flatMap(segmentsOf))],
  };
}

/** What belongs to no flag and to no request, and is nowhere seen in one. */
const neverShown: readonly EventType[] = [
  'api-token-created',
  'api-token-updated',
  'api-token-deleted',
  'application-created',
  'context-field-created',
  'context-field-updated',
  'context-field-deleted',
  'environment-created',
  'environment-updated',
  'feature-type-updated',
  'features-exported',
  'group-created',
  'group-updated',
  'group-deleted',
  'group-user-added',
  'group-user-removed',
  'pat-created',
  'pat-deleted',
  'project-access-added',
  'project-access-updated',
  'project-access-user-roles-deleted',
  'project-access-group-roles-deleted',
  'project-created',
  'project-favorited',
  'project-unfavorited',
  'project-updated',
  'role-created',
  'role-updated',
  'role-deleted',
  'service-account-created',
  'tag-created',
  'tag-deleted',
  'tag-type-created',
  'tag-type-updated',
  'tag-type-deleted',
  'user-created',
];

const aboutSegments: readonly EventType[] = [
  'segment-created',
  'segment-updated',
  'segment-deleted',
];

/** Nobody's requests go with them: what changes is what people are called. */
const aboutPeople: readonly EventType[] = [
  'user-updated',
  'user-deleted',
  'service-account-updated',
  'service-account-deleted',
];

/** The types of events that cannot be seen in an answer. */
export const unseenIn = ({ segments }: Concern): readonly EventType[] =>
  segments.length === 0 ? [...neverShown, ...aboutSegments] : neverShown;

/** An event: the flag and the request that it belongs to, if it does. */
export type Happening = { type: EventType; flag: string | null; request: number | null };

/** What happened to what an answer depends on: to some of its flags, to requests about them. */
export type Touched = {
  flags: readonly string[];
  /** Those it happened to, unless that is not known. */
  requests: readonly number[];
  anyRequest: boolean;
  peopleOrSegments: boolean;
};

/** Undefined when it may be anything, as after a type that is not listed here. */
export function touchedBy(happenings: readonly Happening[]): Touched | undefined {
  const ofRequests = happenings.filter(({ type }) => type.startsWith('change-'));
  const others = happenings.filter(({ type }) => !type.startsWith('change-'));
  const general = others.filter(({ flag }) => flag === null);
  if (!general.every(({ type }) => [...aboutPeople, ...aboutSegments].includes(type))) {
    return undefined;
  }
  return {
    flags: others.flatMap(({ flag }) => flag ?? []),
    requests: ofRequests.flatMap(({ request }) => request ?? []),
    anyRequest: ofRequests.some(({ request }) => request === null),
    peopleOrSegments: general.length > 0,
  };
}

/** The flags that changes speak of which were not there, or read differently, before. */
export function flagsInNewChanges(
  before: readonly RequestRow[],
  requests: readonly RequestRow[],
): string[] {
  const changesBefore = new Map(before.map(({ id, changes }) => [id, changes]));
  return requests
    .filter(({ id, changes }) => !isDeepStrictEqual(changes, changesBefore.get(id)))
    .flatMap(({ changes }) => changes.flatMap(flagsOf));
}

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

type RequestFacts = Pick<RequestHead, 'id' | 'title' | 'project' | 'environment'>;

/** Every event of a request says which one it is, what it is called and where it is for. */
export function requestEvent(
  { id, title, project, environment }: RequestFacts,
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
    `Change request ${id} is ${state}; it can be edited in ${pendingStates.join(', ')}`,
  );
}

export function assertMayEdit(caller: { id: number; admin: boolean }, authorId: number): void {
  if (caller.id === authorId || caller.admin) return;
  throw noAccess('Only its author or an Admin can edit a change request');
}

/** Requests are signed: whoever writes, reviews or schedules one is somebody. */
export function assertIsSomebody({ kind }: { kind: string }): void {
  if (kind === 'user' || kind === 'service-account') return;
  throw noAccess(
    'An admin token is nobody in particular; use a personal or a service account token',
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
