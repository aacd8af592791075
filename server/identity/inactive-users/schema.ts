import { Type } from 'typebox';
import { DateTime, Id, Nullable } from '../../platform/http/schema.ts';

export const InactiveUsers = Type.Object({
  version: Type.Literal(1, { description: 'Version of the response format' }),
  inactiveUsers: Type.Array(
    Type.Object({
      id: Id,
      name: Nullable(Type.String()),
      username: Nullable(Type.String()),
      email: Type.Optional(Type.String()),
      createdAt: DateTime,
      seenAt: Nullable(Type.String({ format: 'date-time', description: 'Last login' })),
      patSeenAt: Nullable(
        Type.String({ format: 'date-time', description: 'Last use of a personal token' }),
      ),
    }),
    { description: 'The oldest users first' },
  ),
});

export const UserIds = Type.Object(
  { ids: Type.Array(Id, { maxItems: 1000 }) },
  { additionalProperties: false },
);
