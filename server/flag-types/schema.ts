import { type Static, Type } from 'typebox';
import { Nullable } from '../http/schema.ts';

export const FlagType = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    lifetimeDays: Nullable(
      Type.Integer({ description: 'How old such a flag may get; null for as old as it likes' }),
    ),
  },
  { $id: 'FlagType' },
);
export type FlagType = Static<typeof FlagType>;

export const FlagTypes = Type.Object({
  version: Type.Integer(),
  types: Type.Array(Type.Ref('FlagType#')),
});

export const Lifetime = Type.Object(
  {
    lifetimeDays: Nullable(
      Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: '0 and null: for ever' }),
    ),
  },
  { additionalProperties: false },
);
