import { listForbiddenEnvironments } from '../../identity/access/queries.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { badData } from '../../platform/errors.ts';
import { assertMatch } from '../../platform/etags.ts';
import { lockKnown, readRequest } from '../change-requests/commands.ts';
import { type RequestKey, saveState } from '../change-requests/queries.ts';
import {
  assertIsUser,
  etagOf,
  type LockedRequest,
  type RequestHead,
} from '../change-requests/rules.ts';
import type { State } from '../change-requests/schema.ts';
import { deleteSchedule, saveSchedule } from '../schedules/queries.ts';
import { applyChanges, assertApplicable } from './apply.ts';
import { recordStep } from './history.ts';
import {
  countApprovals,
  insertApproval,
  insertComment,
  insertRejection,
  listRulesFor,
  listWriters,
} from './queries.ts';
import { assertEnabled, assertMayBecome, planSchedule, type RequestRole } from './rules.ts';
import type { NewState } from './schema.ts';

/** Returns the resulting state: more approvals may be required. */
export async function changeState(
  tx: Tx,
  caller: Caller,
  key: RequestKey,
  wanted: NewState,
  { ifMatch }: { ifMatch?: string | undefined } = {},
): Promise<NewState> {
  const request = await lockKnown(tx, key);
  if (ifMatch !== undefined) assertMatch(etagOf(await readRequest(tx, request)), ifMatch);
  const role = await findRequestRole(tx, caller, request);
  const { requiredApprovals } = role;
  assertMayBecome(wanted.state, request, role);
  assertEnabled(wanted.state, request, role.requestsEnabled);
  if (wanted.scheduledAt !== undefined && wanted.state !== 'Scheduled') {
    throw badData('"scheduledAt" is allowed only with the state Scheduled.', '/body/scheduledAt');
  }
  const state = await steps[wanted.state](tx, caller, request, { ...wanted, requiredApprovals });
  if (wanted.comment !== undefined) {
    assertIsUser(caller);
    await insertComment(tx, request.id, { text: wanted.comment, userId: caller.id });
  }
  return { ...wanted, state };
}

type FoundRole = RequestRole & {
  requestsEnabled: boolean;
  requiredApprovals: number;
  /** Those that the request takes effect in. */
  environments: string[];
  /** The author of the request and of each change. */
  writers: number[];
};

/**
 * The permissions of the caller in the stored environment of the request and in every other protected
 * environment it takes effect in. The strictest settings apply.
 */
export async function findRequestRole(
  db: Db,
  caller: Caller,
  request: Pick<RequestHead, 'id' | 'project' | 'environment' | 'authorId'>,
): Promise<FoundRole> {
  const rules = await listRulesFor(db, request);
  const { project, environment, authorId } = request;
  const environments = [...new Set([environment, ...rules.map((rule) => rule.environment)])];
  const scope = { project, environments };
  const missingIn: RequestRole['missingIn'] = {};
  for (const permission of ['APPROVE_CHANGE_REQUEST', 'APPLY_CHANGE_REQUEST'] as const) {
    const [first] = await listForbiddenEnvironments(db, caller, permission, scope);
    if (first !== undefined) missingIn[permission] = first;
  }
  const own = rules.find((rule) => rule.environment === environment);
  const writers = await listWriters(db, request.id);
  return {
    author: caller.id === authorId,
    writer: writers.includes(caller.id),
    writers,
    admin: caller.admin,
    approver: missingIn.APPROVE_CHANGE_REQUEST === undefined,
    applier: missingIn.APPLY_CHANGE_REQUEST === undefined,
    missingIn,
    environments,
    authorMayApprove: rules.length > 0 && rules.every((rule) => rule.authorMayApprove),
    requestsEnabled: (own?.requiredApprovals ?? null) !== null,
    requiredApprovals: Math.max(1, ...rules.map((rule) => rule.requiredApprovals ?? 1)),
  };
}

type Wanted = NewState & { requiredApprovals: number };

type Step = (tx: Tx, caller: Caller, request: LockedRequest, wanted: Wanted) => Promise<State>;

const steps: Record<State, Step> = {
  Draft: async () => 'Draft',
  'In review': sendToReview,
  Approved: approve,
  Rejected: reject,
  Cancelled: cancel,
  Applied: apply,
  Scheduled: schedule,
};

async function sendToReview(
  tx: Tx,
  caller: Caller,
  request: RequestHead,
  { requiredApprovals, comment }: Wanted,
): Promise<State> {
  await saveState(tx, request.id, { state: 'In review', minApprovals: requiredApprovals });
  await recordStep(tx, caller, request, { type: 'change-request-sent-to-review', comment });
  return 'In review';
}

/** A second approval by the same user is not counted. A scheduled request stays scheduled. */
async function approve(
  tx: Tx,
  caller: Caller,
  request: LockedRequest,
  { comment }: Wanted,
): Promise<State> {
  assertIsUser(caller);
  if (!(await insertApproval(tx, request.id, caller.id))) return request.state;
  const approvals = await countApprovals(tx, request.id);
  const enough = approvals >= (request.minApprovals ?? 1);
  const type = enough ? 'change-request-approved' : 'change-request-approval-added';
  await recordStep(tx, caller, request, { type, data: { approvals }, comment });
  if (!enough || request.state === 'Scheduled') return request.state;
  await saveState(tx, request.id, { state: 'Approved' });
  return 'Approved';
}

async function reject(
  tx: Tx,
  caller: Caller,
  request: RequestHead,
  { comment }: Wanted,
): Promise<State> {
  assertIsUser(caller);
  await insertRejection(tx, request.id, caller.id);
  await deleteSchedule(tx, request.id);
  await saveState(tx, request.id, { state: 'Rejected' });
  await recordStep(tx, caller, request, { type: 'change-request-rejected', comment });
  return 'Rejected';
}

async function cancel(
  tx: Tx,
  caller: Caller,
  request: RequestHead,
  { comment }: Wanted,
): Promise<State> {
  await saveState(tx, request.id, { state: 'Cancelled' });
  await recordStep(tx, caller, request, { type: 'change-request-cancelled', comment });
  return 'Cancelled';
}

async function apply(
  tx: Tx,
  caller: Caller,
  request: RequestHead,
  { comment }: Wanted,
): Promise<State> {
  await applyChanges(tx, caller, request);
  await recordStep(tx, caller, request, { type: 'change-request-applied', comment });
  return 'Applied';
}

/** Also again, after an earlier schedule failed or was suspended. */
async function schedule(
  tx: Tx,
  caller: Caller,
  request: RequestHead,
  { scheduledAt: input, comment }: Wanted,
): Promise<State> {
  assertIsUser(caller);
  const scheduledAt = planSchedule(input, Date.now());
  const row = await readRequest(tx, request);
  await assertApplicable(tx, caller, row);
  await saveSchedule(tx, request.id, { scheduledAt, scheduledBy: caller.id });
  await saveState(tx, request.id, { state: 'Scheduled' });
  const data = { scheduledDate: scheduledAt };
  const type = 'change-request-scheduled';
  await recordStep(tx, caller, request, { type, data, comment, scheduledAt });
  return 'Scheduled';
}
