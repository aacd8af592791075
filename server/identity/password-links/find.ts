import type { Db } from '../../platform/db/open.ts';
import { findUser, listRootRoles } from '../users/queries.ts';
import { findLink } from './queries.ts';
import { assertUsable } from './rules.ts';

/** The user who sets a password with the link. */
export async function findLinkUser(db: Db, token: string) {
  const link = await findLink(db, token);
  const user = link && (await findUser(db, link.userId, 'User'));
  const { createdBy } = assertUsable(user && link);
  const role = (await listRootRoles(db)).find(({ id }) => id === user?.rootRole);
  if (!user || !role) throw new Error('A user has a root role.');
  const { id, name, username, email } = user;
  const names = { ...(name !== null && { name }), ...(username !== null && { username }) };
  return { id, ...names, email: email ?? '', token, createdBy, role };
}
