import { type Static, Type } from 'typebox';
import { FlagName } from '../flags/schema.ts';

export const FlagClone = Type.Object(
  {
    name: FlagName,
    replaceGroupId: Type.Optional(
      Type.Boolean({
        description:
          'Whether the name of the clone replaces the groupId of its strategies. Default true',
      }),
    ),
  },
  { additionalProperties: false },
);
export type FlagClone = Static<typeof FlagClone>;

export const NewProjectOfFlag = Type.Object(
  { newProjectId: Type.String({ minLength: 1, maxLength: 100 }) },
  { additionalProperties: false },
);
