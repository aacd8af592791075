import { badData } from '../../platform/errors.ts';
import type { Role } from '../access/schema.ts';
import { placeholderOf } from '../api-tokens/rules.ts';
import { adminRoleId, textOrNull, type UserRow, viewUser } from '../users/rules.ts';
import type { Invitation, NewInvitation } from './schema.ts';

export type InvitationPlan = {
  name: string;
  expiresAt: string;
  roleId: number;
  createdBy: string | null;
};

export type InvitationRow = InvitationPlan & { id: number; enabled: boolean; createdAt: string };

const monthMs = 30 * 24 * 3_600_000;

export function planName({ name }: NewInvitation): string {
  const trimmed = textOrNull(name, 'name');
  if (trimmed === null) throw badData('"name" must not be blank.', '/body/name');
  return trimmed;
}

/** A later end than in a month becomes that, as in the Unleash API. */
export function planEnd(expiresAt: string, now: number): string {
  const end = Date.parse(expiresAt);
  if (end <= now) throw badData('"expiresAt" must be in the future.', '/body/expiresAt');
  return new Date(Math.min(end, now + monthMs)).toISOString();
}

/** A link may reach more people than intended. */
export function assertMayBeGiven(roleId: number): void {
  if (roleId !== adminRoleId) return;
  throw badData('An invitation cannot give the role Admin: create the user.', '/body/rootRole');
}

type Parts = { roles: readonly Role[]; users: readonly (UserRow & { invitationId: number })[] };

export function viewInvitation(row: InvitationRow, { roles, users }: Parts): Invitation {
  const role = roles.find(({ id }) => id === row.roleId);
  if (!role) throw new Error('An invitation has a root role.');
  return {
    secret: placeholderOf('invitation', row.id),
    url: null,
    name: row.name,
    enabled: row.enabled,
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
    createdBy: row.createdBy,
    users: users.filter(({ invitationId }) => invitationId === row.id).map(viewUser),
    role,
  };
}

/** Without the secret. */
export const invitationData = ({ id, name, enabled, expiresAt, roleId }: InvitationRow) => ({
  id,
  name,
  enabled,
  expiresAt,
  rootRole: roleId,
});
