import { type Static, Type } from 'typebox';

export const EnvironmentCopy = Type.Object(
  {
    to: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The environment that gets the strategies and variants',
    }),
    dryRun: Type.Optional(
      Type.Boolean({ description: 'Returns what would be done, and changes nothing' }),
    ),
  },
  { additionalProperties: false },
);
export type EnvironmentCopy = Static<typeof EnvironmentCopy>;
