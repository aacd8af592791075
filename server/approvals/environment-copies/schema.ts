import { type Static, Type } from 'typebox';
import { makeOptions } from '../reconciliation/schema.ts';

export const EnvironmentCopy = Type.Object(
  {
    to: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The environment that gets the strategies and variants',
    }),
    ...makeOptions,
  },
  { additionalProperties: false },
);
export type EnvironmentCopy = Static<typeof EnvironmentCopy>;
