import { type Static, Type } from 'typebox';
import { DateTime, Id, Nullable } from '../../platform/http/schema.ts';
import { Role } from '../access/schema.ts';
import { GroupMember, Person } from '../groups/schema.ts';

const GrantedRoles = {
  addedAt: DateTime,
  roleId: Type.Integer({ deprecated: true, description: 'The first of roles' }),
  roles: Type.Array(Type.Integer(), { description: 'Ids of the roles, ascending' }),
};

const UserWithRoles = Type.Object({
  ...Person.properties,
  ...GrantedRoles,
  isAPI: Type.Literal(false),
  accountType: Type.Union([Type.Literal('User'), Type.Literal('Service Account')]),
});

const GroupWithRoles = Type.Object({
  id: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  ...GrantedRoles,
  users: Type.Array(GroupMember),
  userCount: Type.Integer({ minimum: 0 }),
});

export const ProjectAccess = Type.Object(
  {
    version: Type.Literal(1, { description: 'Version of the response format' }),
    users: Type.Array(UserWithRoles),
    groups: Type.Array(GroupWithRoles),
    roles: Type.Array(Type.Omit(Role, ['project']), {
      description: 'Roles that can be granted in a project',
    }),
  },
  { $id: 'ProjectAccess' },
);
export type ProjectAccess = Static<typeof ProjectAccess>;

const closed = { additionalProperties: false };

const Roles = Type.Array(Id, { maxItems: 100 });
const Holders = Type.Array(Id, { maxItems: 1000 });

export const NewAccess = Type.Object({ roles: Roles, groups: Holders, users: Holders }, closed);
export type NewAccess = Static<typeof NewAccess>;

const RoleWithHolders = Type.Object(
  { id: Id, users: Type.Optional(Holders), groups: Type.Optional(Holders) },
  closed,
);

export const AccessList = Type.Object(
  { roles: Type.Array(RoleWithHolders, { maxItems: 100 }) },
  closed,
);
/** Without roles that are not granted. */
export type AccessList = Static<typeof AccessList>;

const IdObjects = Type.Array(Type.Object({ id: Id }, closed), { maxItems: 1000 });

export const RoleHolders = Type.Object({ groups: IdObjects, users: IdObjects }, closed);
export type RoleHolders = Static<typeof RoleHolders>;

export const RoleIds = Type.Object({ roles: Roles }, closed);
