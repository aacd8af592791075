import { type Static, Type } from 'typebox';
import { FlagName } from '../flags/schema.ts';

export const FlagClone = Type.Object(
  {
    name: FlagName,
    replaceGroupId: Type.Optional(
      Type.Boolean({ description: 'Whether copied strategies are seeded anew. Default true' }),
    ),
  },
  { additionalProperties: false },
);
export type FlagClone = Static<typeof FlagClone>;

export const NewProjectOfFlag = Type.Object(
  { newProjectId: Type.String({ minLength: 1, maxLength: 100 }) },
  { additionalProperties: false },
);
