import { type Static, Type } from 'typebox';
import { DateTime, Id, Nullable } from '../../platform/http/schema.ts';

export const PersonalToken = Type.Object(
  {
    id: Id,
    secret: Type.Optional(
      Type.String({ description: 'The token; only in the response to its creation' }),
    ),
    description: Type.String(),
    expiresAt: Nullable(DateTime),
    createdAt: DateTime,
    seenAt: Nullable(DateTime),
    userId: Id,
  },
  { $id: 'PersonalToken' },
);
export type PersonalToken = Static<typeof PersonalToken>;

export const PersonalTokens = Type.Object({ pats: Type.Array(Type.Ref('PersonalToken#')) });

const Description = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Unique among the tokens of the user',
});

export const NewPersonalToken = Type.Object(
  { description: Description, expiresAt: DateTime },
  { additionalProperties: false },
);

/** The token of a service account needs no expiry. */
export const NewServiceAccountToken = Type.Object(
  { description: Description, expiresAt: Type.Optional(Nullable(DateTime)) },
  { additionalProperties: false },
);
export type NewServiceAccountToken = Static<typeof NewServiceAccountToken>;
