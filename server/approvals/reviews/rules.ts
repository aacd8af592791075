import { badData, conflict, missingPermission, noAccess } from '../../platform/errors.ts';
import type { Permission } from '../../platform/permissions.ts';
import type { HistoryRow } from '../change-requests/rules.ts';
import type { HistoryEntry, State } from '../change-requests/schema.ts';

/** The transitions a caller can request; an edit also moves Approved back to In review. */
export const next: Record<State, readonly State[]> = {
  Draft: ['In review', 'Cancelled'],
  'In review': ['Approved', 'Rejected', 'Cancelled'],
  Approved: ['Applied', 'Scheduled', 'Rejected', 'Cancelled'],
  Scheduled: ['Applied', 'Scheduled', 'Rejected'],
  Applied: [],
  Cancelled: [],
  Rejected: [],
};

/** The relation of a caller to a request. */
export type RequestRole = {
  author: boolean;
  /** The author, or wrote one of its changes. */
  writer: boolean;
  admin: boolean;
  /** Has APPROVE_CHANGE_REQUEST in every environment the request takes effect in. */
  approver: boolean;
  /** Has APPLY_CHANGE_REQUEST in every environment the request takes effect in. */
  applier: boolean;
  /** Whether the settings let authors approve their own requests, and others their own changes. */
  authorMayApprove: boolean;
  /** The first environment the request takes effect in where a permission is missing. */
  missingIn: Partial<Record<Permission, string>>;
};

type TransitionRule = {
  may: (role: RequestRole, from: State) => boolean;
  /** For the error: who may do it, or the required permission. */
  only?: string;
  needs?: Permission;
};

const transitionRules: Record<State, TransitionRule> = {
  // No state can become Draft, for any caller.
  Draft: { may: () => true },
  'In review': { may: ({ author }) => author, only: 'its author' },
  Approved: { may: ({ approver }) => approver, needs: 'APPROVE_CHANGE_REQUEST' },
  Rejected: {
    may: ({ approver, author, admin }, from) =>
      approver || (from === 'Scheduled' && (author || admin)),
    needs: 'APPROVE_CHANGE_REQUEST',
  },
  Cancelled: { may: ({ author, admin }) => author || admin, only: 'its author or an Admin' },
  Applied: { may: ({ applier }) => applier, needs: 'APPLY_CHANGE_REQUEST' },
  Scheduled: { may: ({ applier }) => applier, needs: 'APPLY_CHANGE_REQUEST' },
};

type Request = {
  id: number;
  state: State;
  project: string;
  environment: string;
  missingApprovals: number;
};

/** First whether the caller may request this transition, then whether the state allows it. */
export function assertMayBecome(wanted: State, request: Request, role: RequestRole): void {
  const { id, state } = request;
  if (!transitionRules[wanted].may(role, state)) throw refuse(wanted, request, role);
  if (wanted === 'Approved' && role.writer && !role.authorMayApprove) {
    const what = role.author ? 'your own change request' : 'a change request with your own changes';
    throw noAccess(`You may not approve ${what} in this project.`);
  }
  const states = nextStates(request);
  if (states.includes(wanted)) return;
  const allowed = states.join(', ') || 'nothing: it is final';
  throw conflict(
    `Change request ${id} is ${state} and cannot become ${wanted}. It can become ${allowed}.${shortage(wanted, request)}`,
  );
}

/** A scheduled request that lost an approval can be approved again, and keeps its schedule. */
export function nextStates({
  state,
  missingApprovals,
}: Pick<Request, 'state' | 'missingApprovals'>): readonly State[] {
  return state === 'Scheduled' && missingApprovals > 0 ? ['Approved', 'Rejected'] : next[state];
}

function shortage(wanted: State, { state, missingApprovals }: Request): string {
  const reviewed = state === 'In review' || state === 'Scheduled';
  const effective = wanted === 'Applied' || wanted === 'Scheduled';
  if (!reviewed || !effective || missingApprovals === 0) return '';
  return ` ${describeMissing(missingApprovals)}`;
}

/** Approvals count as long as their authors may approve the request. */
export const describeMissing = (approvals: number) =>
  `It needs ${approvals} more approval${approvals === 1 ? '' : 's'} by users who may approve it.`;

function refuse(wanted: State, { project, environment }: Request, { missingIn }: RequestRole) {
  const { only, needs } = transitionRules[wanted];
  if (needs === undefined)
    return noAccess(`Only ${only} can change a change request to ${wanted}.`);
  return missingPermission([needs], { project, environment: missingIn[needs] ?? environment });
}

export type EditRow = NonNullable<HistoryEntry['edit']> & { createdAt: string; flag: string };

/** An edit is recorded after its entry and before the next one, because the request is locked. */
export function withEdits(history: readonly HistoryRow[], edits: readonly EditRow[]): HistoryRow[] {
  return history.map((entry, index) => {
    if (entry.action !== 'change-edited') return entry;
    const next = history[index + 1]?.createdAt;
    const found = edits.find(
      ({ createdAt, flag }) =>
        createdAt >= entry.createdAt &&
        (next === undefined || createdAt <= next) &&
        entry.subjects?.includes(flag),
    );
    return found ? { ...entry, edit: { before: found.before, after: found.after } } : entry;
  });
}

/** Where change requests are disabled, open ones can only be closed; scheduled ones are applied. */
export function assertEnabled(
  wanted: State,
  { state, environment }: { state: State; environment: string },
  enabled: boolean,
): void {
  if (enabled || wanted === 'Cancelled' || wanted === 'Rejected') return;
  if (state === 'Scheduled' && wanted === 'Applied') return;
  throw conflict(`Change requests are off in environment "${environment}".`);
}

/** The time as it is stored; it must be in the future. */
export function planSchedule(scheduledAt: string | undefined, now: number): string {
  const path = '/body/scheduledAt';
  if (scheduledAt === undefined)
    throw badData('"scheduledAt" is required with the state Scheduled.', path);
  if (Date.parse(scheduledAt) <= now) throw badData('"scheduledAt" must be in the future.', path);
  return new Date(scheduledAt).toISOString();
}
