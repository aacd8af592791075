import { type Static, Type } from 'typebox';
import { operators, Parameters, Payload, Variant } from '../../flags/strategies/schema.ts';
import { ref } from '../../platform/http/schema.ts';

const Field = Type.Optional(Type.String({ maxLength: 10_000 }));

export const PlaygroundContext = Type.Object(
  {
    appName: Type.String({ minLength: 1, maxLength: 1000 }),
    currentTime: Type.Optional(Type.String({ format: 'date-time' })),
    environment: Field,
    properties: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
    ),
    remoteAddress: Field,
    sessionId: Field,
    userId: Field,
  },
  { additionalProperties: true },
);
export type PlaygroundContext = Static<typeof PlaygroundContext>;

/** The body of the advanced call may hold several values in one field, so no format is asked. */
const AdvancedContext = Type.Object(
  { ...PlaygroundContext.properties, currentTime: Field },
  { additionalProperties: true },
);

const EnvironmentName = Type.String({ minLength: 1, maxLength: 100 });

const Projects = Type.Optional(
  Type.Union([Type.Array(Type.String({ maxLength: 100 }), { maxItems: 1000 }), Type.Literal('*')], {
    description: 'Left out or *: all that the caller may see',
  }),
);

export const PlaygroundQuestion = Type.Object(
  { environment: EnvironmentName, projects: Projects, context: PlaygroundContext },
  { $id: 'PlaygroundQuestion', additionalProperties: false },
);
export type PlaygroundQuestion = Static<typeof PlaygroundQuestion>;

export const AdvancedQuestion = Type.Object(
  {
    environments: Type.Array(EnvironmentName, { minItems: 1, maxItems: 100 }),
    projects: Projects,
    context: AdvancedContext,
  },
  { $id: 'AdvancedPlaygroundQuestion', additionalProperties: false },
);
export type AdvancedQuestion = Static<typeof AdvancedQuestion>;

const ConstraintAnswer = Type.Object({
  contextName: Type.String(),
  operator: Type.Unsafe<string>({ type: 'string', enum: [...operators] }),
  caseInsensitive: Type.Optional(Type.Boolean()),
  inverted: Type.Optional(Type.Boolean()),
  values: Type.Optional(Type.Array(Type.String())),
  value: Type.Optional(Type.String()),
  result: Type.Boolean(),
  contextValue: Type.Union([Type.String(), Type.Null()], {
    description: 'What the constraint was asked about; null when the context has no such value',
  }),
});
export type ConstraintAnswer = Static<typeof ConstraintAnswer>;

const VariantAnswer = {
  name: Type.String(),
  enabled: Type.Boolean(),
  payload: Type.Optional(Payload),
};

const StrategyResult = Type.Union([
  Type.Object({
    evaluationStatus: Type.Union([Type.Literal('incomplete'), Type.Literal('unevaluated')]),
    enabled: Type.Union([Type.Literal(false), Type.Literal('unknown')]),
  }),
  Type.Object({
    evaluationStatus: Type.Literal('complete'),
    enabled: Type.Boolean(),
    variant: Type.Optional(Type.Object(VariantAnswer)),
    variants: Type.Optional(Type.Array(ref(Variant))),
  }),
]);

/** What the strategy's own rule looked at, whatever its constraints and segments said. */
const RuleReason = Type.Object({
  kind: Type.String({
    description: 'everybody, rollout, list, unknown-strategy, unknown-host or disabled',
  }),
  percentage: Type.Optional(Type.Number()),
  stickiness: Type.Optional(Type.String()),
  stickinessValue: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  bucket: Type.Optional(
    Type.Union([Type.Integer(), Type.Null()], {
      description: 'From 1 to 100; on when it is not above the percentage',
    }),
  ),
  contextName: Type.Optional(Type.String()),
  contextValue: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

const StrategyAnswer = Type.Object({
  id: Type.String(),
  name: Type.String(),
  title: Type.Optional(Type.String()),
  disabled: Type.Boolean(),
  result: StrategyResult,
  reason: RuleReason,
  segments: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      result: Type.Boolean(),
      constraints: Type.Array(ConstraintAnswer),
    }),
  ),
  constraints: Type.Array(ConstraintAnswer),
  parameters: Parameters,
  links: Type.Object({ edit: Type.String() }),
});
export type StrategyAnswer = Static<typeof StrategyAnswer>;

const flagAnswer = {
  name: Type.String(),
  projectId: Type.String(),
  strategies: Type.Object({
    result: Type.Union([Type.Boolean(), Type.Literal('unknown')]),
    data: Type.Array(StrategyAnswer),
  }),
  isEnabledInCurrentEnvironment: Type.Boolean(),
  isEnabled: Type.Boolean(),
  reason: Type.String({
    description:
      'unsatisfied-dependency, switched-off, no-strategies, strategy-applies or no-strategy-applies',
  }),
  variant: Type.Object({ ...VariantAnswer, feature_enabled: Type.Boolean() }),
  variants: Type.Array(ref(Variant)),
};

export const PlaygroundFlag = Type.Object(
  { ...flagAnswer, hasUnsatisfiedDependency: Type.Boolean() },
  { $id: 'PlaygroundFlag' },
);
export type PlaygroundFlag = Static<typeof PlaygroundFlag>;

export const PlaygroundAnswer = Type.Object({
  input: ref(PlaygroundQuestion),
  features: Type.Array(ref(PlaygroundFlag)),
});
export type PlaygroundAnswer = Static<typeof PlaygroundAnswer>;

export const AdvancedFlagInEnvironment = Type.Object(
  {
    ...flagAnswer,
    environment: Type.String(),
    context: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  },
  { $id: 'AdvancedPlaygroundFlag' },
);

export const AdvancedAnswer = Type.Object({
  input: ref(AdvancedQuestion),
  features: Type.Array(
    Type.Object({
      name: Type.String(),
      projectId: Type.String(),
      environments: Type.Unsafe<Record<string, Static<typeof AdvancedFlagInEnvironment>[]>>({
        type: 'object',
        additionalProperties: { type: 'array', items: ref(AdvancedFlagInEnvironment) },
      }),
    }),
  ),
  warnings: Type.Object({
    invalidContextProperties: Type.Array(Type.String(), {
      description: 'Members of the context that are not text, numbers or booleans; left out',
    }),
  }),
});
export type AdvancedAnswer = Static<typeof AdvancedAnswer>;
