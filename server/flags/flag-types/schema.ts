import { type Static, Type } from 'typebox';
import { Nullable } from '../../platform/http/schema.ts';

export const FlagType = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    lifetimeDays: Nullable(Type.Integer({ description: 'Expected lifetime; null means no limit' })),
  },
  { $id: 'FlagType' },
);
export type FlagType = Static<typeof FlagType>;

export const FlagTypes = Type.Object({
  version: Type.Integer(),
  types: Type.Array(Type.Ref('FlagType#')),
});

/** 100 years; millions of days would exceed the range of PostgreSQL timestamps. */
export const lifetimeDaysMax = 36_500;

export const Lifetime = Type.Object(
  {
    lifetimeDays: Nullable(
      Type.Integer({ minimum: 0, maximum: lifetimeDaysMax, description: '0 and null: no limit' }),
    ),
  },
  { additionalProperties: false },
);
