import { imageUrlOf } from '../../identity/users/rules.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { badData, conflict } from '../../platform/errors.ts';
import { listApprovers } from '../approvers/queries.ts';
import { lockKnown } from '../change-requests/commands.ts';
import type { RequestKey } from '../change-requests/queries.ts';
import { assertIsUser, assertMayEdit, isOpen } from '../change-requests/rules.ts';
import { insertComment, saveReviewers } from './queries.ts';
import type { Reviewer } from './schema.ts';

/** Every user who can see the request may comment, also on a closed one. */
export async function comment(tx: Tx, caller: Caller, key: RequestKey, text: string) {
  assertIsUser(caller);
  const request = await lockKnown(tx, key);
  if (text.trim() === '') throw badData('"text" must not be blank.', '/body/text');
  await insertComment(tx, request.id, { text, userId: caller.id });
}

/** Replaces the requested reviewers; each must be able to approve the request. */
export async function requestReviewers(
  tx: Tx,
  caller: Caller,
  key: RequestKey,
  reviewers: readonly number[],
): Promise<void> {
  const request = await lockKnown(tx, key);
  assertMayEdit(caller, request.authorId);
  if (!isOpen(request)) throw conflict(`Change request ${request.id} is ${request.state}.`);
  const { project, environment } = request;
  const able = await listApprovers(tx, { project, environments: [environment] });
  reviewers.forEach((id, index) => {
    if (able.some((user) => user.id === id)) return;
    throw badData(`User ${id} may not approve this change request.`, `/body/reviewers/${index}`);
  });
  await saveReviewers(tx, request.id, reviewers);
}

export async function showApprovers(
  db: Db,
  project: string,
  environment: string,
): Promise<Reviewer[]> {
  const users = await listApprovers(db, { project, environments: [environment] });
  return users.map((user) => ({ ...user, imageUrl: imageUrlOf(user) }));
}
