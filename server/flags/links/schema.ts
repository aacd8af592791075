import { type Static, Type } from 'typebox';
import { Nullable } from '../../platform/http/schema.ts';

export const FlagLink = Type.Object({
  id: Type.String({ format: 'uuid' }),
  url: Type.String(),
  title: Nullable(Type.String()),
});
export type FlagLink = Static<typeof FlagLink>;

export const NewLink = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 2000,
      description: 'http or https; without a scheme, https',
    }),
    title: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
  },
  { additionalProperties: false },
);
export type NewLink = Static<typeof NewLink>;
