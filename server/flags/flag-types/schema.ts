import { type Static, Type } from 'typebox';
import { Nullable } from '../../platform/http/schema.ts';

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

/** A hundred years; the days of some millions lie before all that a database can tell. */
export const lifetimeDaysMax = 36_500;

export const Lifetime = Type.Object(
  {
    lifetimeDays: Nullable(
      Type.Integer({ minimum: 0, maximum: lifetimeDaysMax, description: '0 and null: for ever' }),
    ),
  },
  { additionalProperties: false },
);
