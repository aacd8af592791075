import { isDeepStrictEqual } from 'node:util';
import { dryRun, recordEvent } from '../../events/record.ts';
import { listEnvironmentsOfProject } from '../../flags/flag-moves/queries.ts';
import { listForbiddenEnvironments } from '../../identity/access/queries.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import {
  badData,
  conflict,
  named,
  noAccess,
  notFound,
  RequestError,
} from '../../platform/errors.ts';
import { assertMatch } from '../../platform/etags.ts';
import type { Handling } from '../../platform/http/validator.ts';
import { findCurrentState } from '../previews/current-state.ts';
import { versionsOf } from '../previews/dependencies.ts';
import {
  type Proposal,
  type RecordedProposal,
  rebaseAfter,
  type Scope,
} from '../previews/rules.ts';
import { findSetting } from '../protection/queries.ts';
import { findHistory } from '../reviews/history.ts';
import { countApprovals, deleteReviews, insertHistory } from '../reviews/queries.ts';
import { readChange } from './actions.ts';
import { composeTitle } from './composed-title.ts';
import {
  countActionable,
  deleteChangeRow,
  deleteRequestRow,
  findRequest,
  insertChange,
  insertDraft,
  lockOwnPending,
  lockRequest,
  mayPropose,
  type RequestKey,
  raiseApprovals,
  saveChange,
  saveState,
  saveTitle,
  saveWriter,
  searchRequests,
} from './queries.ts';
import { renderRequests } from './rendering.ts';
import { dryRunChange, lockSubjects, type Replay, replay } from './replay.ts';
import {
  assertEditable,
  assertIsUser,
  assertMayEdit,
  type ChangeRow,
  dataOf,
  etagOf,
  inPayload,
  isOpen,
  type LockedRequest,
  type RequestHead,
  type RequestRow,
  requestEvent,
  subjectOf,
  withApprovals,
} from './rules.ts';
import {
  type ChangeRequest,
  changesMax,
  type HistoryAction,
  type NewChange,
  type NewTitle,
  type RequestSearch,
} from './schema.ts';
import { viewPerson, viewSchedule } from './view.ts';

/** Adds to the caller's pending request for the environment, or creates one. */
export async function addChanges(
  tx: Tx,
  caller: Caller,
  scope: Scope,
  wanted: readonly NewChange[] | NewChange,
  handling: Handling,
): Promise<ChangeRequest> {
  assertIsUser(caller);
  const read = await readProposals(tx, caller, scope, wanted, handling);
  const { proposals, partOf, requiredApprovals } = read;
  if (requiredApprovals === null) throw requestsAreOff(scope);

  const { request, created } = await lockOrCreateRequest(tx, caller, scope);
  const { changes } = await readRequest(tx, request);
  assertChangeLimit(changes.length + proposals.length);
  const recorded = await dryRunChanges(tx, caller, request, { changes, proposals, partOf });

  if (created) recordEvent(tx, caller, requestEvent(request, 'change-request-created'));
  for (const change of recorded) {
    const id = await insertChange(tx, caller, request.id, change);
    recordChange(tx, caller, request, { type: 'change-added', after: { ...change, id } });
  }
  await recordEdit(tx, caller, request, { action: 'change-added', changes: recorded });
  return showRequest(tx, request);
}

/** The version of the changes that the caller has read; any when absent. */
type Match = { ifMatch: string | undefined };

/** Replaces a change with another one. Returns the request with the version of its changes. */
export async function editChange(
  tx: Tx,
  caller: Caller,
  key: RequestKey & { changeId: number },
  { wanted, handling, ifMatch }: Match & { wanted: NewChange; handling: Handling },
) {
  const { request, before, changes } = await lockChange(tx, caller, key, ifMatch);
  const proposal = readChange(wanted, 'body', handling);
  const earlier = changes.filter(({ id }) => id < before.id);
  const input = { changes: earlier, proposals: [proposal], partOf: () => 'body' };
  const [recorded] = await dryRunChanges(tx, caller, request, input);
  if (!recorded || isSameChange(recorded, before)) return showWithVersion(tx, request);

  const after = { ...recorded, id: before.id };
  await saveChange(tx, after);
  // An admin token is no user, and cannot approve.
  if (caller.id > 0) await saveWriter(tx, after.id, caller.id);
  const later = changes.filter(({ id }) => id > before.id);
  for (const change of rebaseAfter(later, before, after)) await saveChange(tx, change);
  recordChange(tx, caller, request, { type: 'change-edited', before, after });
  await recordEdit(tx, caller, request, { action: 'change-edited', changes: [after] });
  return showWithVersion(tx, request);
}

export async function discardChange(
  tx: Tx,
  caller: Caller,
  key: RequestKey & { changeId: number },
  { ifMatch }: Match,
): Promise<void> {
  const { request, before, changes } = await lockChange(tx, caller, key, ifMatch);
  if (changes.length === 1) {
    throw conflict('This is the only change left. Discard or cancel the change request instead.');
  }
  await deleteChangeRow(tx, before.id);
  const later = changes.filter(({ id }) => id > before.id);
  for (const change of rebaseAfter(later, before)) await saveChange(tx, change);
  recordChange(tx, caller, request, { type: 'change-discarded', before });
  await recordEdit(tx, caller, request, { action: 'change-discarded', changes: [before] });
}

/** Only drafts are deleted; a request that was in review is cancelled instead. */
export async function discardRequest(tx: Tx, caller: Caller, key: RequestKey): Promise<void> {
  const request = await lockKnown(tx, key);
  assertMayEdit(caller, request.authorId);
  if (request.state !== 'Draft') {
    throw conflict(
      `Change request ${request.id} is ${request.state}. Only a Draft can be discarded.`,
    );
  }
  await deleteRequestRow(tx, request.id);
  recordEvent(tx, caller, requestEvent(request, 'change-request-discarded', { preData: {} }));
}

/** Does not void approvals: the title is not part of what was approved. */
export async function setTitle(tx: Tx, caller: Caller, key: RequestKey, wanted: NewTitle) {
  const request = await lockKnown(tx, key);
  assertMayEdit(caller, request.authorId);
  if (!isOpen(request)) {
    throw conflict(`Change request ${request.id} is ${request.state}. Its title cannot change.`);
  }
  const title = wanted.title.trim();
  if (title === '') throw badData('"title" must not be blank.', '/body/title');
  if (title === request.title) return;
  await saveTitle(tx, request.id, { ...wanted, title });
  const preData = { title: request.title };
  recordEvent(tx, caller, requestEvent({ ...request, title }, 'change-edited', { preData }));
}

/** Approvals are counted after it is locked, so that none is missed. */
export async function lockKnown(tx: Tx, key: RequestKey): Promise<LockedRequest> {
  const request = await lockRequest(tx, key);
  if (!request) throw notFound('Change request', key.id);
  return withApprovals(request, await countApprovals(tx, request.id));
}

/** As responses show it, with its conflicts. */
export async function showRequest(db: Db, key: RequestKey): Promise<ChangeRequest> {
  return (await showWithVersion(db, key)).request;
}

/** With the version of its changes, and what was edited in review. */
export async function showWithVersion(db: Db, key: RequestKey) {
  const row = await readRequest(db, key);
  const [request] = await renderRequests(db, [{ ...row, history: await findHistory(db, row) }]);
  if (!request) throw new Error('the change request just read does not exist');
  return { request, etag: etagOf(row) };
}

export async function search(db: Db, caller: Caller, wanted: RequestSearch) {
  const { rows, total } = await searchRequests(db, caller, wanted);
  const changeRequests = rows.map(({ author, schedule, ...row }) => ({
    ...row,
    createdBy: viewPerson(author),
    ...(schedule && row.state === 'Scheduled' ? { schedule: viewSchedule(schedule) } : {}),
  }));
  return { changeRequests, total };
}

/** The number of requests of the project that the caller may approve or apply. */
export async function countForCaller(db: Db, caller: Caller, project: string): Promise<number> {
  const environments = await listEnvironmentsOfProject(db, project);
  const where = async (permission: 'APPROVE_CHANGE_REQUEST' | 'APPLY_CHANGE_REQUEST') => {
    const scope = { project, environments };
    const forbidden = await listForbiddenEnvironments(db, caller, permission, scope);
    return environments.filter((name) => !forbidden.includes(name));
  };
  return countActionable(db, caller, project, {
    approves: await where('APPROVE_CHANGE_REQUEST'),
    applies: await where('APPLY_CHANGE_REQUEST'),
  });
}

export async function readRequest(db: Db, key: RequestKey): Promise<RequestRow> {
  const request = await findRequest(db, key);
  if (!request) throw notFound('Change request', key.id);
  return request;
}

/** Validated changes of a caller who may propose them. */
export async function readProposals(
  tx: Tx,
  caller: Caller,
  { project, environment }: Scope,
  wanted: readonly NewChange[] | NewChange,
  handling: Handling,
) {
  if (!(await mayPropose(tx, caller, project))) {
    throw noAccess(`Only members of project "${project}" may propose changes to it.`);
  }
  const setting = await findSetting(tx, project, environment);
  if (!setting) throw notFound('Environment', environment, named('project', project));
  const partOf = (index: number) => (Array.isArray(wanted) ? `body/${index}` : 'body');
  const proposals = [wanted]
    .flat()
    .map((change, index) => readChange(change, partOf(index), handling));
  return { proposals, partOf, requiredApprovals: setting.requiredApprovals };
}

const requestsAreOff = ({ project, environment }: Scope) =>
  conflict(
    `Change requests are off in environment "${environment}" of project "${project}". Change it directly, or turn them on.`,
  );

/** Concurrent calls create one request. */
async function lockOrCreateRequest(tx: Tx, caller: Caller, scope: Scope) {
  for (;;) {
    const pending = await lockOwnPending(tx, caller, scope);
    if (pending) return { request: pending, created: false };
    const draft = await insertDraft(tx, caller, scope);
    if (draft) return { request: draft, created: true };
  }
}

type DryRunInput = {
  changes: readonly ChangeRow[];
  proposals: readonly Proposal[];
  partOf: (index: number) => string;
};

/**
 * Applies the existing and the new changes, records the results of the new ones, and rolls back.
 * The versions of what they depend on are those without the changes of the request, as when it is
 * applied.
 */
export async function dryRunChanges(
  tx: Tx,
  caller: Caller,
  { id, project, environment }: Pick<RequestHead, 'id' | 'project' | 'environment'>,
  { changes, proposals, partOf }: DryRunInput,
): Promise<RecordedProposal[]> {
  const scope = { project, environment };
  const replaying = {
    ...scope,
    caller,
    applying: { changeRequestId: id, project, scheduledAt: null },
  };
  const current = await findCurrentState(tx, [{ ...scope, changes: proposals }]);
  const related = changes.filter((change) => proposals.some((it) => isRelated(change, it)));
  return dryRun(tx, async () => {
    await lockSubjects(tx, scope, [...related, ...proposals]);
    await replayEarlier(tx, { ...replaying, caller: { ...caller, admin: true } }, related);
    const recorded: RecordedProposal[] = [];
    for (const [index, proposal] of proposals.entries()) {
      try {
        const dependsOn = versionsOf(current, scope, proposal);
        recorded.push({ ...(await dryRunChange(tx, replaying, proposal)), dependsOn });
      } catch (error) {
        throw inPayload(error, partOf(index));
      }
    }
    return recorded;
  });
}

/** The error names the request, because nobody knows the ids of its changes. */
async function replayEarlier(tx: Tx, replaying: Replay, changes: readonly ChangeRow[]) {
  for (const change of changes) {
    try {
      await replay(tx, replaying, change);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const { changeRequestId } = replaying.applying;
      throw conflict(
        `Change request ${changeRequestId} already changes ${subjectOf(change)}, and its change can no longer be applied. Edit or discard that one first.`,
      );
    }
  }
}

const isRelated = (one: Proposal, other: Proposal) =>
  one.flag === other.flag && one.segmentId === other.segmentId;

async function lockChange(
  tx: Tx,
  caller: Caller,
  { changeId, ...key }: RequestKey & { changeId: number },
  ifMatch: string | undefined,
) {
  const request = await lockKnown(tx, key);
  const { changes } = await readRequest(tx, key);
  assertMatch(etagOf({ changes }), ifMatch);
  const before = changes.find(({ id }) => id === changeId);
  if (!before) throw notFound('Change', changeId, named('change request', key.id));
  assertMayEdit(caller, request.authorId);
  assertEditable(request);
  return { request, before, changes };
}

type Edit = { action: HistoryAction; changes: readonly RecordedProposal[] };

/**
 * Approvals, rejections and a composed title refer to the changes before the edit. That the title is
 * composed again is no event, because nobody changed it.
 */
async function recordEdit(
  tx: Tx,
  caller: Caller,
  request: RequestHead,
  { action, changes }: Edit,
): Promise<void> {
  const { id, state, titleComposed } = request;
  if (titleComposed) {
    const title = composeTitle(await readRequest(tx, request));
    await saveTitle(tx, id, { title, composed: true });
  }
  if (state === 'Draft') return;
  await insertHistory(tx, caller, id, { action, subjects: changes.map(subjectOf) });
  await deleteReviews(tx, id);
  await raiseApprovals(tx, id);
  await saveState(tx, id, { state: 'In review' });
}

function assertChangeLimit(changes: number): void {
  if (changes <= changesMax) return;
  throw badData(`A change request has at most ${changesMax} changes, not ${changes}.`, '/body');
}

/** The same input against another state is another change: repeating it resolves a conflict. */
const isSameChange = (one: RecordedProposal, other: RecordedProposal) =>
  isDeepStrictEqual(dataOf(one), dataOf(other));

type RecordedChange = Proposal & { id: number };

function recordChange(
  tx: Tx,
  caller: Caller,
  request: RequestHead,
  event: {
    type: 'change-added' | 'change-edited' | 'change-discarded';
    before?: RecordedChange;
    after?: RecordedChange;
  },
): void {
  const { type, before, after } = event;
  const eventData = (change: RecordedChange) => ({ changeId: change.id, ...changeData(change) });
  recordEvent(
    tx,
    caller,
    requestEvent(request, type, {
      featureName: (after ?? before)?.flag ?? null,
      ...(after ? { data: eventData(after) } : {}),
      ...(before ? { preData: eventData(before) } : {}),
    }),
  );
}

const changeData = ({ action, payload, flag, segmentId }: Proposal) => ({
  action,
  payload,
  ...(flag === null ? { segmentId } : { feature: flag }),
});
