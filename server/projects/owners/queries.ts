import { type RawBuilder, sql } from 'kysely';
import { builtInRoles } from '../../identity/access/rules.ts';
import { displayNameOf, imageUrlOf } from '../../identity/users/rules.ts';
import type { Db } from '../../platform/db/open.ts';
import type { ProjectOwner } from '../projects/schema.ts';

export type OwnerGrant = {
  project: string;
  groupName: string | null;
  /** Of the user; null if the owner is a group. */
  id: number | null;
  name: string | null;
  username: string | null;
  email: string | null;
};

/** Users, then groups, each in the order of their grants. */
export const ownerGrantsOf = (projects: readonly string[]): RawBuilder<OwnerGrant> =>
  sql<OwnerGrant>`
    select role_grants.project, groups.name as "groupName", users.id, users.name, users.username,
      users.email
    from role_grants
    left join users on users.id = role_grants.user_id
    left join groups on groups.id = role_grants.group_id
    where role_grants.role_id = ${builtInRoles.owner}
      and role_grants.project = any (${projects}::text[]) and users.deleted_at is null
    order by role_grants.user_id is null, role_grants.created_at, role_grants.id`;

/** By project, if it has owners. */
export async function listOwners(
  db: Db,
  projects: readonly string[],
): Promise<Map<string, ProjectOwner[]>> {
  const { rows } = await ownerGrantsOf(projects).execute(db);
  const owners = new Map<string, ProjectOwner[]>();
  for (const grant of rows) {
    owners.set(grant.project, [...(owners.get(grant.project) ?? []), ownerOf(grant)]);
  }
  return owners;
}

export const ownerOf = ({ id, groupName, ...names }: OwnerGrant): ProjectOwner =>
  id === null
    ? { ownerType: 'group', name: groupName ?? '' }
    : {
        ownerType: 'user',
        name: displayNameOf(names),
        imageUrl: imageUrlOf({ id, ...names }),
        email: names.email,
      };
