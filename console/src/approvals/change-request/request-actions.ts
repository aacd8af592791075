import { useQuery } from '@tanstack/react-query';
import type { ChangeRequest, State } from '../../../../server/approvals/change-requests/schema.ts';
import { changeRequestConfigQuery } from '../../flags/flags/api.ts';
import { meQuery, useMay } from '../../identity/session/api.ts';
import { writersOf } from '../people.ts';

export type Transition = Exclude<State, 'Draft'>;

const next: Record<State, readonly Transition[]> = {
  Draft: ['In review', 'Cancelled'],
  'In review': ['Approved', 'Rejected', 'Cancelled'],
  Approved: ['Applied', 'Scheduled', 'Rejected', 'Cancelled'],
  Scheduled: ['Applied', 'Scheduled', 'Rejected'],
  Applied: [],
  Cancelled: [],
  Rejected: [],
};

/** A scheduled request that lost an approval can be approved again. */
const transitionsFrom = ({ state, approvals, minApprovals }: ChangeRequest) =>
  state === 'Scheduled' && approvals.length < minApprovals
    ? (['Approved', 'Rejected'] as const)
    : next[state];

const pending: readonly State[] = ['Draft', 'In review', 'Approved'];

/** What the caller may do with a request; the server enforces the same rules. */
export function useRequestActions(request: ChangeRequest) {
  const { may, admin } = useMay();
  const me = useQuery(meQuery).data?.user.id;
  const settings = useQuery(changeRequestConfigQuery(request.project)).data ?? [];
  const { state, project, environment, createdBy, approvals } = request;
  const author = createdBy.id === me;
  const approver = may('APPROVE_CHANGE_REQUEST', project, environment);
  const applier = may('APPLY_CHANGE_REQUEST', project, environment);
  const writer = writersOf(request).some((id) => id === me);
  const ownAllowed = settings.find((each) => each.environment === environment)?.authorMayApprove;
  const approved = approvals.some((each) => each.createdBy.id === me);
  const allowed: Record<Transition, boolean> = {
    'In review': author,
    Approved: approver && !approved && (!writer || ownAllowed === true),
    // An author cancels, unless the request is scheduled.
    Rejected: author ? state === 'Scheduled' : approver || (state === 'Scheduled' && admin),
    Cancelled: author || admin,
    Applied: applier,
    Scheduled: applier,
  };
  return {
    author,
    ownAllowed: ownAllowed === true,
    transitions: transitionsFrom(request).filter((transition) => allowed[transition]),
    mayRemoveSchedule: state === 'Scheduled' && (author || admin || applier),
    mayEdit: (author || admin) && pending.includes(state),
    open: next[state].length > 0,
  };
}

/** Whether it cannot be applied until its author changes it. */
export const hasConflicts = ({ features, segments }: ChangeRequest): boolean =>
  [...features, ...features.flatMap(({ changes }) => changes), ...segments].some(
    ({ conflict }) => conflict !== undefined,
  );

export const takesEffect = (transition: Transition) =>
  transition === 'Applied' || transition === 'Scheduled';
