import { type Static, Type } from 'typebox';
import { DateTime, Id, Nullable } from '../../platform/http/schema.ts';

export const ApiToken = Type.Object(
  {
    id: Id,
    secret: Type.String({
      description:
        'The token in the response to its creation; a placeholder that identifies it elsewhere',
    }),
    username: Type.String({ deprecated: true, description: 'Same as tokenName' }),
    tokenName: Type.String(),
    type: Type.Union([Type.Literal('client'), Type.Literal('admin'), Type.Literal('frontend')]),
    environment: Type.String({ description: '* for admin tokens' }),
    project: Type.String({ description: 'All projects, joined by commas' }),
    projects: Type.Array(Type.String(), { description: '["*"] for all projects' }),
    expiresAt: Nullable(DateTime),
    createdAt: DateTime,
    seenAt: Nullable(DateTime),
    alias: Nullable(Type.String()),
  },
  { $id: 'ApiToken' },
);
export type ApiToken = Static<typeof ApiToken>;

export const ApiTokens = Type.Object({ tokens: Type.Array(Type.Ref('ApiToken#')) });

const TokenName = Type.String({ minLength: 1, maxLength: 100 });

export const NewApiToken = Type.Object(
  {
    tokenName: Type.Optional(TokenName),
    username: Type.Optional(
      Type.String({ ...TokenName, deprecated: true, description: 'Use tokenName' }),
    ),
    type: Type.String({ description: 'client (or backend), frontend or admin, case-insensitive' }),
    environment: Type.Optional(Type.String({ description: 'Default development' })),
    project: Type.Optional(Type.String({ description: 'One project; projects takes several' })),
    projects: Type.Optional(Type.Array(Type.String(), { description: 'Default ["*"]' })),
    expiresAt: Type.Optional(Nullable(DateTime)),
  },
  { additionalProperties: false },
);
export type NewApiToken = Static<typeof NewApiToken>;

export const ApiTokenExpiry = Type.Object({ expiresAt: DateTime }, { additionalProperties: false });
