import type { Db } from '../../platform/db/open.ts';
import { badData, found } from '../../platform/errors.ts';
import { idOfPlaceholder } from '../api-tokens/rules.ts';
import { listRootRoles } from '../users/queries.ts';
import {
  findInvitation,
  findOpenInvitation,
  type InvitationKey,
  listInvitations,
  listInvitedUsers,
} from './queries.ts';
import { type InvitationRow, viewInvitation } from './rules.ts';
import type { Invitation } from './schema.ts';

export const findInvitations = async (db: Db): Promise<Invitation[]> =>
  view(db, await listInvitations(db));

export async function findOneInvitation(db: Db, key: InvitationKey): Promise<Invitation> {
  const row = found(await findInvitation(db, key), 'Invitation');
  const [invitation] = await view(db, [row]);
  return found(invitation, 'Invitation');
}

export async function assertOpenInvitation(db: Db, secret: string): Promise<void> {
  if (!(await findOpenInvitation(db, secret))) throw closedInvitation();
}

export const closedInvitation = () =>
  badData('The invitation is unknown, expired or disabled. Request another one.');

/** Of a secret, or of the placeholder in its place. */
export function keyOf(text: string): InvitationKey {
  const id = idOfPlaceholder(text);
  return id === undefined ? { secret: text } : { id };
}

async function view(db: Db, rows: readonly InvitationRow[]): Promise<Invitation[]> {
  const roles = await listRootRoles(db);
  const users = await listInvitedUsers(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => viewInvitation(row, { roles, users }));
}
