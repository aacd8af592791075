import { badData, conflict, missingPermission, noAccess } from '../../platform/errors.ts';
import type { Permission } from '../../platform/permissions.ts';
import type { State } from '../change-requests/schema.ts';

/** What each state can be told to become; edits lead from Approved back to In review by themselves. */
export const next: Record<State, readonly State[]> = {
  Draft: ['In review', 'Cancelled'],
  'In review': ['Approved', 'Rejected', 'Cancelled'],
  Approved: ['Applied', 'Scheduled', 'Rejected', 'Cancelled'],
  Scheduled: ['Applied', 'Scheduled', 'Rejected'],
  Applied: [],
  Cancelled: [],
  Rejected: [],
};

/** What a caller is to a request. */
export type Standing = {
  author: boolean;
  admin: boolean;
  /** Holds APPROVE_CHANGE_REQUEST wherever the request takes effect. */
  approver: boolean;
  /** Holds APPLY_CHANGE_REQUEST wherever the request takes effect. */
  applier: boolean;
  /** Where the project lets authors approve what they wrote. */
  authorMayApprove: boolean;
  /** Where a permission is missing first, of the environments that the request takes effect in. */
  lacksIn: Partial<Record<Permission, string>>;
};

type Asker = {
  may: (who: Standing, from: State) => boolean;
  /** What the others are told: whom it takes, or which permission. */
  only?: string;
  needs?: Permission;
};

const askers: Record<State, Asker> = {
  // Nothing goes back to being a draft, whoever asks.
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

type Request = { id: number; state: State; project: string; environment: string };

/** First whether the caller may ask for this at all, then whether the state allows it. */
export function assertMayBecome(wanted: State, request: Request, who: Standing): void {
  const { id, state } = request;
  if (!askers[wanted].may(who, state)) throw refuse(wanted, request, who);
  if (wanted === 'Approved' && who.author && !who.authorMayApprove) {
    throw noAccess('You may not approve your own change request in this project.');
  }
  if (next[state].includes(wanted)) return;
  const allowed = next[state].join(', ') || 'nothing: it is final';
  throw conflict(
    `Change request ${id} is ${state} and cannot become ${wanted}. It can become ${allowed}.`,
  );
}

function refuse(wanted: State, { project, environment }: Request, { lacksIn }: Standing) {
  const { only, needs } = askers[wanted];
  if (needs === undefined) return noAccess(`Only ${only} can make a change request ${wanted}.`);
  return missingPermission([needs], { project, environment: lacksIn[needs] ?? environment });
}

/** Where requests are switched off, open ones can only be ended; what is scheduled still happens. */
export function assertSwitchedOn(
  wanted: State,
  { state, environment }: { state: State; environment: string },
  switchedOn: boolean,
): void {
  if (switchedOn || wanted === 'Cancelled' || wanted === 'Rejected') return;
  if (state === 'Scheduled' && wanted === 'Applied') return;
  throw conflict(`Change requests are off in environment "${environment}".`);
}

/** The moment as it is stored; it must be yet to come. */
export function planMoment(scheduledAt: string | undefined, now: number): string {
  const path = '/body/scheduledAt';
  if (scheduledAt === undefined)
    throw badData('"scheduledAt" is required with the state Scheduled.', path);
  if (Date.parse(scheduledAt) <= now) throw badData('"scheduledAt" must be in the future.', path);
  return new Date(scheduledAt).toISOString();
}
