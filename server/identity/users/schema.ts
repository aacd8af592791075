import { type Static, Type } from 'typebox';
import { DateTime, Id, Nullable } from '../../platform/http/schema.ts';

export const User = Type.Object(
  {
    id: Type.Integer({ description: 'Negative for callers that are API tokens' }),
    isAPI: Type.Optional(Type.Boolean({ description: 'True for API tokens' })),
    name: Type.Optional(Type.String()),
    username: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    imageUrl: Type.String(),
    rootRole: Type.Optional(Type.Integer({ description: 'Id of the root role' })),
    accountType: Type.Optional(Type.String({ description: 'User or Service Account' })),
    createdAt: Type.Optional(DateTime),
    seenAt: Type.Optional(Nullable(DateTime)),
    activeSessions: Type.Optional(Type.Integer({ minimum: 0 })),
    emailSent: Type.Optional(
      Type.Boolean({ description: 'Whether a link to set a password is sent by e-mail' }),
    ),
    inviteLink: Type.Optional(
      Type.String({ description: 'Link to set a password, valid once and for 24 hours' }),
    ),
    mustChangePassword: Type.Optional(Type.Boolean()),
  },
  { $id: 'User' },
);
export type User = Static<typeof User>;

export const Users = Type.Object({
  users: Type.Array(Type.Ref('User#')),
  rootRoles: Type.Array(Type.Ref('Role#')),
});

export const UsersFound = Type.Array(Type.Ref('User#'));

export const UserSearch = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'Part of a name, username or e-mail; at least 2 characters',
    }),
  ),
});

export const UsersAndGroups = Type.Object({
  users: Type.Array(Type.Ref('User#')),
  groups: Type.Array(
    Type.Object({ id: Id, name: Type.String(), userCount: Type.Integer({ minimum: 0 }) }),
  ),
});

export const AdminCount = Type.Object({
  password: Type.Integer({ description: 'Admins with a password' }),
  noPassword: Type.Integer({ description: 'Admins without a password' }),
  service: Type.Integer({ description: 'Service accounts with the role Admin' }),
});

const ShortText = Type.String({ maxLength: 255 });

export const RootRoleReference = Type.Union(
  [Type.Integer({ minimum: 0, maximum: 2_147_483_647 }), Type.String({ maxLength: 100 })],
  { description: 'Id or name of a root role' },
);

export const NewUser = Type.Object(
  {
    username: Type.Optional(
      Nullable(Type.String({ ...ShortText, description: 'Required without an e-mail' })),
    ),
    email: Type.Optional(Nullable(ShortText)),
    name: Type.Optional(Nullable(ShortText)),
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    rootRole: RootRoleReference,
    sendEmail: Type.Optional(
      Type.Boolean({ description: 'false returns the link instead of sending it' }),
    ),
  },
  { additionalProperties: false },
);
export type NewUser = Static<typeof NewUser>;

export const UserPatch = Type.Object(
  {
    name: Type.Optional(Nullable(ShortText)),
    email: Type.Optional(Nullable(ShortText)),
    rootRole: Type.Optional(RootRoleReference),
  },
  { additionalProperties: false },
);
export type UserPatch = Static<typeof UserPatch>;

const Password = Type.String({ minLength: 1, maxLength: 128 });

export const PasswordToValidate = Type.Object(
  { password: Password },
  { additionalProperties: false },
);

export const NewPassword = Type.Object(
  { password: Password, confirmPassword: Type.Optional(Password) },
  { additionalProperties: false },
);
export type NewPassword = Static<typeof NewPassword>;

export const OwnPasswordChange = Type.Object(
  { password: Password, confirmPassword: Password, oldPassword: Password },
  { additionalProperties: false },
);
export type OwnPasswordChange = Static<typeof OwnPasswordChange>;
