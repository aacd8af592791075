import { type Static, Type } from 'typebox';
import { Id, Nullable } from '../../platform/http/schema.ts';

const Version = Type.Literal(1, { description: 'Version of the response format' });

const PermissionView = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  displayName: Type.String(),
  type: Type.Union([Type.Literal('root'), Type.Literal('project'), Type.Literal('environment')]),
});

export const PermissionCatalogue = Type.Object({
  version: Version,
  permissions: Type.Object({
    root: Type.Array(PermissionView, { description: 'For root-custom roles' }),
    project: Type.Array(PermissionView, { description: 'For custom roles' }),
    environments: Type.Array(
      Type.Object({ name: Type.String(), permissions: Type.Array(PermissionView) }),
      { description: 'For custom roles, per environment' },
    ),
  }),
});
export type PermissionCatalogue = Static<typeof PermissionCatalogue>;

export const Role = Type.Object(
  {
    id: Id,
    name: Type.String(),
    description: Type.String(),
    type: Type.Union([
      Type.Literal('root', { description: 'Built in, for users and groups' }),
      Type.Literal('root-custom', { description: 'For users and groups' }),
      Type.Literal('project', { description: 'Built in, granted in a project' }),
      Type.Literal('custom', { description: 'Granted in a project' }),
    ]),
    project: Type.Null({ description: 'A role belongs to no project' }),
  },
  { $id: 'Role' },
);
export type Role = Static<typeof Role>;

export const Roles = Type.Object({ version: Version, roles: Type.Array(Type.Ref('Role#')) });

export const ChangedRole = Type.Object({ version: Version, roles: Type.Ref('Role#') });

const { project: _, ...roleMembers } = Role.properties;

export const RoleWithPermissions = Type.Object(
  {
    ...roleMembers,
    permissions: Type.Array(
      Type.Object({
        ...PermissionView.properties,
        environment: Type.Optional(Type.String({ description: 'Omitted for all environments' })),
      }),
    ),
  },
  { $id: 'RoleWithPermissions' },
);
export type RoleWithPermissions = Static<typeof RoleWithPermissions>;

const PermissionInput = Type.Object(
  {
    id: Type.Optional(Id),
    name: Type.Optional(Type.String({ maxLength: 100 })),
    environment: Type.Optional(
      Nullable(
        Type.String({ maxLength: 100, description: 'Omitted or empty for all environments' }),
      ),
    ),
    displayName: Type.Optional(Type.String({ description: 'Ignored; part of GET responses' })),
    type: Type.Optional(Type.String({ description: 'Ignored; part of GET responses' })),
  },
  { additionalProperties: false, description: 'A permission, by its id or its name' },
);

const RoleMembers = {
  name: Type.String({ minLength: 1, maxLength: 100, description: 'Unique, case-insensitive' }),
  description: Type.Optional(Type.String({ maxLength: 1000 })),
  type: Type.Optional(
    Type.Union([Type.Literal('root-custom'), Type.Literal('custom')], {
      description: 'Default custom; cannot be changed',
    }),
  ),
};

export const NewRole = Type.Object(
  { ...RoleMembers, permissions: Type.Array(PermissionInput, { maxItems: 5000 }) },
  { additionalProperties: false },
);
export type NewRole = Static<typeof NewRole>;

/** Accepts every type, so that a GET response can be sent back; a different one is refused. */
export const RoleReplacement = Type.Object(
  { ...NewRole.properties, type: Type.Optional(Role.properties.type) },
  { additionalProperties: false },
);
export type RoleReplacement = Static<typeof RoleReplacement>;

export const RoleToValidate = Type.Object(RoleMembers, { additionalProperties: false });
export type RoleToValidate = Static<typeof RoleToValidate>;
