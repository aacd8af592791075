import { type Static, Type } from 'typebox';
import { DateTime, Nullable } from '../../platform/http/schema.ts';
import { RootRoleReference } from '../users/schema.ts';

export const Invitation = Type.Object(
  {
    secret: Type.String({
      description: 'The secret when it is created; later a placeholder, accepted in paths',
    }),
    url: Nullable(Type.String({ description: 'Null after it was created' })),
    name: Type.String(),
    enabled: Type.Boolean(),
    expiresAt: DateTime,
    createdAt: DateTime,
    createdBy: Nullable(Type.String()),
    users: Type.Array(Type.Ref('User#'), { description: 'Who joined with it' }),
    role: Type.Ref('Role#'),
  },
  { $id: 'Invitation' },
);
export type Invitation = Static<typeof Invitation>;

export const Invitations = Type.Object({ tokens: Type.Array(Type.Ref('Invitation#')) });

export const NewInvitation = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255 }),
    expiresAt: Type.String({ format: 'date-time', description: 'At most one month from now' }),
    rootRole: Type.Optional(RootRoleReference),
  },
  { additionalProperties: false },
);
export type NewInvitation = Static<typeof NewInvitation>;

export const InvitationPatch = Type.Object(
  { expiresAt: Type.Optional(DateTime), enabled: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);
export type InvitationPatch = Static<typeof InvitationPatch>;

const ShortText = Type.String({ maxLength: 255 });

export const InvitedUser = Type.Object(
  {
    username: Type.Optional(ShortText),
    email: Type.String({ minLength: 1, maxLength: 255 }),
    name: ShortText,
    password: Type.String({ minLength: 1, maxLength: 128 }),
  },
  { additionalProperties: false },
);
export type InvitedUser = Static<typeof InvitedUser>;
