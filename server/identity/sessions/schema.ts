import { type Static, Type } from 'typebox';
import { DateTime, Nullable } from '../../platform/http/schema.ts';
import { Code } from '../second-factors/schema.ts';

export const Login = Type.Object(
  {
    username: Type.String({ minLength: 1, maxLength: 255, description: 'Or the e-mail' }),
    password: Type.String({ minLength: 1, maxLength: 128 }),
    code: Type.Optional(Code),
  },
  { additionalProperties: false },
);
export type Login = Static<typeof Login>;

export const SessionId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const Sessions = Type.Object({
  sessions: Type.Array(
    Type.Object({
      id: SessionId,
      createdAt: DateTime,
      expiresAt: DateTime,
      address: Nullable(Type.String({ description: 'The address of the login' })),
      userAgent: Nullable(Type.String({ description: 'As the browser of the login sent it' })),
      current: Type.Boolean({ description: 'Whether this request belongs to it' }),
    }),
  ),
});
