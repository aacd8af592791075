import { type Static, Type } from 'typebox';
import { Nullable } from '../../platform/http/schema.ts';
import { Role } from '../access/schema.ts';

export const Me = Type.Object({
  user: Type.Ref('User#'),
  permissions: Type.Array(
    Type.Object({
      permission: Type.String(),
      project: Type.Optional(Type.String({ description: 'Omitted for root permissions' })),
      environment: Type.Optional(Type.String({ description: 'Omitted for all environments' })),
    }),
  ),
  feedback: Type.Array(Type.Ref('Feedback#')),
  splash: Type.Record(Type.String(), Type.Boolean(), {
    description: 'The ids of splash screens that the user has seen',
  }),
});
export type OwnPermission = Static<typeof Me>['permissions'][number];

export const Profile = Type.Object({
  rootRole: Type.Ref('Role#'),
  projects: Type.Array(Type.String(), { description: 'Projects in which the user has a role' }),
  subscriptions: Type.Array(Type.String(), { description: 'Always empty' }),
  features: Type.Array(Type.Object({}), { description: 'Always empty' }),
});

const AssignedRole = Type.Object({
  ...Role.properties,
  project: Nullable(Type.String({ description: 'Null for root roles' })),
});

export const OwnRoles = Type.Object({
  version: Type.Literal(1, { description: 'Version of the response format' }),
  roles: Type.Array(AssignedRole),
});

export const OwnRolesQuery = Type.Object({
  projectId: Type.Optional(
    Type.String({ maxLength: 255, description: 'Only the roles in this project' }),
  ),
});

const PermissionEntry = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  displayName: Type.String(),
  type: Type.String(),
  environment: Type.Optional(Nullable(Type.String())),
});

const Checked = Type.Array(
  Type.Object({ ...PermissionEntry.properties, hasPermission: Type.Boolean() }),
);

export const AccessOverview = Type.Object({
  overview: Type.Object({ root: Checked, project: Checked, environment: Checked }),
  user: Type.Ref('User#'),
  rootRole: Type.Ref('Role#'),
  projectRoles: Type.Array(
    Type.Object({ ...AssignedRole.properties, permissions: Type.Array(PermissionEntry) }),
  ),
});

export const AccessOverviewQuery = Type.Object({
  project: Type.Optional(Type.String({ maxLength: 255 })),
  environment: Type.Optional(Type.String({ maxLength: 255 })),
});
