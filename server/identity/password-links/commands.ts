import { clearAttempts } from '../../platform/attempts/limits.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { found } from '../../platform/errors.ts';
import type { ComposeMail } from '../../platform/mail/job.ts';
import { insertMail } from '../../platform/mail/queries.ts';
import { findCaller } from '../access/queries.ts';
import { loginsOf } from '../sessions/rules.ts';
import { choosePassword } from '../users/commands.ts';
import { findUserByEmail, lockUser } from '../users/queries.ts';
import { createLink } from './links.ts';
import { findLink, setLinkUsed } from './queries.ts';
import { assertUsable, isLinkPurpose, type LinkPurpose, mailOf } from './rules.ts';
import type { LinkPassword } from './schema.ts';

/** Returns the link; also sends it if the user has an e-mail and the server sends any. */
export async function resetPassword(
  tx: Tx,
  caller: Caller,
  userId: number,
  { baseUrl, sendsMail }: { baseUrl: string; sendsMail: boolean },
): Promise<{ resetPasswordUrl: string }> {
  const user = found(await lockUser(tx, userId, 'User'), 'User', userId);
  if (sendsMail && user.email !== null) {
    await insertMail(tx, { template: 'reset-password', recipient: user.email });
  }
  const source = { createdBy: caller.name };
  const link = { userId, source, purpose: 'reset-password' as const };
  return { resetPasswordUrl: await createLink(tx, link, baseUrl) };
}

/** Ends all sessions of the user, and makes all their links unusable. */
export async function setPasswordByLink(tx: Tx, { token, password }: LinkPassword): Promise<void> {
  const { userId } = assertUsable(await findLink(tx, token));
  const user = await lockUser(tx, userId, 'User');
  // Again, because another request may have used it until the lock was acquired.
  assertUsable(user && (await findLink(tx, token)));
  const caller = await findCaller(tx, userId);
  if (!user || !caller) return;
  await setLinkUsed(tx, token);
  await choosePassword(tx, caller, user, { password });
  await clearAttempts(tx, loginsOf(userId));
}

/** Composes mails with a new link each, sent to the stored address and not the entered one. */
export const composeLinkMail =
  (baseUrl: string): ComposeMail =>
  async (tx, { id, template, recipient }) => {
    if (!isLinkPurpose(template)) return undefined;
    const user = await findUserByEmail(tx, recipient);
    if (user?.email == null) return undefined;
    const purpose: LinkPurpose = template;
    const link = { userId: user.id, source: { mailId: id }, purpose };
    const url = await createLink(tx, link, baseUrl);
    return { to: [user.email], ...mailOf(purpose, { user, baseUrl, url }) };
  };
