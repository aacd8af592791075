import { type Static, Type } from 'typebox';
import { Nullable } from '../http/schema.ts';

export const operators = [
  'NOT_IN',
  'IN',
  'STR_ENDS_WITH',
  'STR_STARTS_WITH',
  'STR_CONTAINS',
  'NUM_EQ',
  'NUM_GT',
  'NUM_GTE',
  'NUM_LT',
  'NUM_LTE',
  'DATE_AFTER',
  'DATE_BEFORE',
  'SEMVER_EQ',
  'SEMVER_GT',
  'SEMVER_LT',
] as const;

export type Operator = (typeof operators)[number];

export const Constraint = Type.Object(
  {
    contextName: Type.String({ minLength: 1, maxLength: 100 }),
    operator: Type.Unsafe<Operator>({ type: 'string', enum: [...operators] }),
    caseInsensitive: Type.Optional(Type.Boolean({ default: false })),
    inverted: Type.Optional(
      Type.Boolean({ default: false, description: 'Turns the result into its opposite' }),
    ),
    values: Type.Optional(Type.Array(Type.String(), { description: 'For IN, NOT_IN and STR_*' })),
    value: Type.Optional(Type.String({ description: 'For NUM_*, DATE_* and SEMVER_*' })),
  },
  { $id: 'Constraint', additionalProperties: false },
);
export type Constraint = Static<typeof Constraint>;

export const Payload = Type.Object(
  {
    type: Type.Union([
      Type.Literal('json'),
      Type.Literal('csv'),
      Type.Literal('string'),
      Type.Literal('number'),
    ]),
    value: Type.String({ maxLength: 100_000 }),
  },
  { additionalProperties: false },
);

const WeightType = Type.Union([Type.Literal('variable'), Type.Literal('fix')], {
  description: 'fix keeps its weight; variable ones share what is left of 1000',
});

export const StrategyVariant = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    weight: Type.Integer({ minimum: 0, maximum: 1000 }),
    weightType: WeightType,
    stickiness: Type.String({ minLength: 1, maxLength: 100 }),
    payload: Type.Optional(Payload),
  },
  { $id: 'StrategyVariant', additionalProperties: false },
);
export type StrategyVariant = Static<typeof StrategyVariant>;

export const Variant = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    weight: Type.Number({ minimum: 0, maximum: 1000 }),
    weightType: Type.Optional(WeightType),
    stickiness: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    payload: Type.Optional(Payload),
    overrides: Type.Optional(
      Type.Array(
        Type.Object(
          { contextName: Type.String({ minLength: 1 }), values: Type.Array(Type.String()) },
          { additionalProperties: false },
        ),
      ),
    ),
  },
  { $id: 'Variant', additionalProperties: false },
);
export type Variant = Static<typeof Variant>;

export const Parameters = Type.Record(Type.String(), Type.String({ maxLength: 100_000 }));

/** A strategy as it stands in a flag's environment. */
export const Strategy = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    title: Nullable(Type.String()),
    disabled: Type.Boolean(),
    featureName: Type.String(),
    sortOrder: Type.Integer(),
    segments: Type.Array(Type.Integer()),
    constraints: Type.Array(Type.Unsafe<Constraint>({ $ref: 'Constraint#' })),
    variants: Type.Array(Type.Unsafe<StrategyVariant>({ $ref: 'StrategyVariant#' })),
    parameters: Parameters,
  },
  { $id: 'Strategy' },
);
export type Strategy = Static<typeof Strategy>;
