import { type Static, Type } from 'typebox';
import { Nullable } from '../../platform/http/schema.ts';

const parameterTypes = ['string', 'percentage', 'list', 'number', 'boolean'] as const;
type ParameterType = (typeof parameterTypes)[number];

export const StrategyType = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    displayName: Type.String({ description: 'Same as title' }),
    description: Type.String(),
    editable: Type.Boolean({ description: 'False for built-in types' }),
    deprecated: Type.Boolean({
      description: 'The console does not offer a deprecated type; existing strategies still work',
    }),
    parameters: Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.Unsafe<ParameterType>({ type: 'string', enum: [...parameterTypes] }),
        description: Type.String(),
        required: Type.Boolean(),
      }),
    ),
  },
  { $id: 'StrategyType' },
);
export type StrategyType = Static<typeof StrategyType>;

export const StrategyTypes = Type.Object({
  version: Type.Literal(1),
  strategies: Type.Array(Type.Ref('StrategyType#')),
});

const NewParameter = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    type: Type.Unsafe<ParameterType>({ type: 'string', enum: [...parameterTypes] }),
    description: Type.Optional(Type.String({ maxLength: 1000 })),
    required: Type.Optional(Type.Boolean({ description: 'Default false' })),
  },
  { additionalProperties: false },
);
const Parameters = Type.Array(NewParameter, { maxItems: 100, description: 'Names must be unique' });
const Title = Nullable(Type.String({ maxLength: 255, description: 'Defaults to the name' }));
const Description = Nullable(Type.String({ maxLength: 1000 }));

export const NewStrategyType = Type.Object(
  {
    name: Type.String({ description: 'URL-friendly, 1 to 100 characters' }),
    title: Type.Optional(Title),
    description: Type.Optional(Description),
    deprecated: Type.Optional(Type.Boolean()),
    parameters: Parameters,
  },
  { additionalProperties: false },
);
export type NewStrategyType = Static<typeof NewStrategyType>;

export const StrategyTypePatch = Type.Object(
  {
    title: Type.Optional(Title),
    description: Type.Optional(Description),
    parameters: Type.Optional(Parameters),
  },
  { additionalProperties: false },
);
export type StrategyTypePatch = Static<typeof StrategyTypePatch>;
