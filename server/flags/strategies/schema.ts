import { type Static, Type } from 'typebox';
import { Id, Nullable, numberAsText, ref, Uuid } from '../../platform/http/schema.ts';

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
    inverted: Type.Optional(Type.Boolean({ default: false, description: 'Negates the result' })),
    values: Type.Optional(
      Type.Array(Type.String(numberAsText), { description: 'For IN, NOT_IN and STR_*' }),
    ),
    value: Type.Optional(
      Type.String({
        ...numberAsText,
        maxLength: 100,
        description: 'For NUM_*, DATE_* and SEMVER_*',
      }),
    ),
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
  description: 'fix: the weight is unchanged; variable: shares the rest of 1000 evenly',
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
          {
            contextName: Type.String({ minLength: 1, maxLength: 100 }),
            values: Type.Array(Type.String({ maxLength: 100 })),
          },
          { additionalProperties: false },
        ),
      ),
    ),
  },
  { $id: 'Variant', additionalProperties: false },
);
export type Variant = Static<typeof Variant>;

/** Not Type.Record: its pattern does not check names that contain a line break. */
export const Parameters = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
});

/** Clients also send numbers and booleans; they are stored as text. */
const ParametersInput = Type.Unsafe<Record<string, string | number | boolean>>({
  type: 'object',
  maxProperties: 100,
  propertyNames: { maxLength: 100 },
  additionalProperties: {
    anyOf: [{ type: 'string', maxLength: 100_000 }, { type: 'number' }, { type: 'boolean' }],
  },
});

/** Events contain exactly these members and the id. */
const data = {
  name: Type.String(),
  title: Nullable(Type.String()),
  disabled: Type.Boolean(),
  sortOrder: Type.Integer(),
  segments: Type.Array(Type.Integer()),
  constraints: Type.Array(ref(Constraint)),
  variants: Type.Array(ref(StrategyVariant)),
  parameters: Parameters,
};

/** A strategy of a flag in one environment. */
export const Strategy = Type.Object(
  { id: Type.String({ format: 'uuid' }), featureName: Type.String(), ...data },
  { $id: 'Strategy' },
);
export type Strategy = Static<typeof Strategy>;

/** The strategy that flags of a project are switched on with in an environment. */
export const DefaultStrategy = Type.Object(data, { $id: 'DefaultStrategy' });
export type DefaultStrategy = Static<typeof DefaultStrategy>;

const StrategyName = Type.String({ minLength: 1, maxLength: 100 });

const input = {
  title: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
  disabled: Type.Optional(Nullable(Type.Boolean())),
  sortOrder: Type.Optional(
    Type.Integer({
      minimum: -2_147_483_648,
      maximum: 2_147_483_647,
      description: 'Default: after all others',
    }),
  ),
  segments: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
  constraints: Type.Optional(Type.Array(ref(Constraint), { maxItems: 1000 })),
  variants: Type.Optional(Type.Array(ref(StrategyVariant), { maxItems: 1000 })),
  parameters: Type.Optional(ParametersInput),
};

export const NewStrategy = Type.Object(
  { name: StrategyName, ...input },
  { additionalProperties: false },
);
export type NewStrategy = Static<typeof NewStrategy>;

export const StrategyUpdate = Type.Object(
  { name: Type.Optional(StrategyName), ...input },
  { additionalProperties: false },
);
export type StrategyUpdate = Static<typeof StrategyUpdate>;

/** The document that a patch applies to; id and featureName cannot change. */
export const PatchedStrategy = Type.Object(
  {
    ...NewStrategy.properties,
    id: Type.String({ maxLength: 100 }),
    featureName: Type.String({ maxLength: 100 }),
  },
  { additionalProperties: false },
);
export type PatchedStrategy = Static<typeof PatchedStrategy>;

export const FlagEnvironment = Type.Object({
  name: Type.String({ description: 'Name of the flag' }),
  environment: Type.String(),
  enabled: Type.Boolean(),
  strategies: Type.Array(ref(Strategy)),
});

export const StrategyOrder = Type.Array(
  Type.Object(
    {
      id: Uuid,
      sortOrder: Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 }),
    },
    { additionalProperties: false },
  ),
  { maxItems: 1000 },
);
export type StrategyOrder = Static<typeof StrategyOrder>;

export const StrategySegments = Type.Object(
  {
    projectId: Type.String({ maxLength: 100 }),
    strategyId: Type.String({ maxLength: 100 }),
    environmentId: Type.String({ maxLength: 100 }),
    segmentIds: Type.Array(Id, { maxItems: 1000 }),
  },
  { additionalProperties: false },
);
export type StrategySegments = Static<typeof StrategySegments>;

export const FlagNames = Type.Object(
  { features: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 1000 }) },
  { additionalProperties: false },
);

export const SwitchQuery = Type.Object({
  shouldActivateDisabledStrategies: Type.Optional(
    Type.Boolean({ default: false, description: 'Enables all disabled strategies as well' }),
  ),
});
