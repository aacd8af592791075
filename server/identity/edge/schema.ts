import { Type } from 'typebox';

export const TokenTexts = Type.Object(
  {
    tokens: Type.Array(Type.String({ maxLength: 500 }), {
      maxItems: 1000,
      description: 'The texts of tokens',
    }),
  },
  { additionalProperties: false },
);

export const ValidTokens = Type.Object({
  tokens: Type.Array(
    Type.Object({
      token: Type.String({ description: 'As sent' }),
      type: Type.Union([Type.Literal('client'), Type.Literal('frontend'), Type.Literal('admin')]),
      projects: Type.Array(Type.String(), { description: '["*"] for all projects' }),
    }),
  ),
});
