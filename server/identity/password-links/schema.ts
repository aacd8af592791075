import { type Static, Type } from 'typebox';
import { Id, Nullable } from '../../platform/http/schema.ts';

export const PasswordMail = Type.Object(
  { email: Type.String({ minLength: 1, maxLength: 255 }) },
  { additionalProperties: false },
);

const Token = Type.String({ minLength: 1, maxLength: 200, description: 'The secret of the link' });

export const LinkQuery = Type.Object({ token: Token });

export const LinkUser = Type.Object({
  id: Id,
  name: Type.Optional(Type.String()),
  username: Type.Optional(Type.String()),
  email: Type.String({ description: 'Empty if the user has none' }),
  token: Token,
  createdBy: Nullable(Type.String({ description: 'Null if the user requested the link' })),
  role: Type.Ref('Role#'),
});

export const LinkPassword = Type.Object(
  { token: Token, password: Type.String({ minLength: 1, maxLength: 128 }) },
  { additionalProperties: false },
);
export type LinkPassword = Static<typeof LinkPassword>;

export const UserReference = Type.Object(
  { id: Type.Union([Id, Type.String({ pattern: '^[1-9]\\d{0,8}$', examples: ['42'] })]) },
  { additionalProperties: false },
);

export const PasswordLink = Type.Object({
  resetPasswordUrl: Type.String({ format: 'uri', description: 'Valid once, for 24 hours' }),
});
