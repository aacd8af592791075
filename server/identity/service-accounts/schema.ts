import { type Static, Type } from 'typebox';
import { DateTime, Id, Nullable } from '../../platform/http/schema.ts';
import { RootRoleReference } from '../users/schema.ts';

export const ServiceAccount = Type.Object(
  {
    id: Id,
    isAPI: Type.Literal(false),
    name: Nullable(Type.String()),
    username: Nullable(Type.String()),
    imageUrl: Type.String(),
    rootRole: Id,
    createdAt: DateTime,
    tokens: Type.Array(Type.Ref('PersonalToken#')),
  },
  { $id: 'ServiceAccount' },
);
export type ServiceAccount = Static<typeof ServiceAccount>;

export const ServiceAccounts = Type.Object({
  serviceAccounts: Type.Array(Type.Ref('ServiceAccount#')),
  rootRoles: Type.Array(Type.Ref('Role#')),
});

const Name = Type.String({ minLength: 1, maxLength: 255 });

export const NewServiceAccount = Type.Object(
  { name: Name, username: Name, rootRole: RootRoleReference },
  { additionalProperties: false },
);
export type NewServiceAccount = Static<typeof NewServiceAccount>;

export const ServiceAccountPatch = Type.Object(
  { name: Type.Optional(Name), rootRole: Type.Optional(RootRoleReference) },
  { additionalProperties: false },
);
export type ServiceAccountPatch = Static<typeof ServiceAccountPatch>;
