import { type Static, Type } from 'typebox';
import { operators, Parameters, Payload, Variant } from '../../flags/strategies/schema.ts';
import { ref } from '../../platform/http/schema.ts';
import { FrontendContext } from '../frontend/schema.ts';

const Field = Type.Optional(Type.String({ maxLength: 10_000 }));

export const PlaygroundContext = Type.Object(
  { ...FrontendContext.properties, appName: Type.String({ minLength: 1, maxLength: 1000 }) },
  { additionalProperties: true },
);
export type PlaygroundContext = Static<typeof PlaygroundContext>;

/** A field of the advanced request may have several values, so no format applies. */
const AdvancedContext = Type.Object(
  { ...PlaygroundContext.properties, currentTime: Field },
  { additionalProperties: true },
);

const EnvironmentName = Type.String({ minLength: 1, maxLength: 100 });

const Projects = Type.Optional(
  Type.Union([Type.Array(Type.String({ maxLength: 100 }), { maxItems: 1000 }), Type.Literal('*')], {
    description: 'Default and *: all that the caller may see',
  }),
);

const At = Type.Optional(
  Type.Union([Type.String({ maxLength: 100 }), Type.Integer({ minimum: 0 })], {
    description: 'Flags and segments as they were at this RFC 3339 time, or after this event',
  }),
);

export const PlaygroundRequest = Type.Object(
  { environment: EnvironmentName, projects: Projects, context: PlaygroundContext, at: At },
  { $id: 'PlaygroundRequest', additionalProperties: false },
);
export type PlaygroundRequest = Static<typeof PlaygroundRequest>;

export const AdvancedRequest = Type.Object(
  {
    environments: Type.Array(EnvironmentName, { minItems: 1, maxItems: 100 }),
    projects: Projects,
    context: AdvancedContext,
    at: At,
  },
  { $id: 'AdvancedPlaygroundRequest', additionalProperties: false },
);
export type AdvancedRequest = Static<typeof AdvancedRequest>;

const ConstraintEvaluation = Type.Object({
  contextName: Type.String(),
  operator: Type.Unsafe<string>({ type: 'string', enum: [...operators] }),
  caseInsensitive: Type.Optional(Type.Boolean()),
  inverted: Type.Optional(Type.Boolean()),
  values: Type.Optional(Type.Array(Type.String())),
  value: Type.Optional(Type.String()),
  result: Type.Boolean(),
  contextValue: Type.Union([Type.String(), Type.Null()], {
    description: 'The value in the context; null if there is none',
  }),
});
export type ConstraintEvaluation = Static<typeof ConstraintEvaluation>;

const ShownVariant = {
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
    variant: Type.Optional(Type.Object(ShownVariant)),
    variants: Type.Optional(Type.Array(ref(Variant))),
  }),
]);

/** What the rule of the strategy compared, regardless of its constraints and segments. */
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

const StrategyEvaluation = Type.Object({
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
      constraints: Type.Array(ConstraintEvaluation),
    }),
  ),
  constraints: Type.Array(ConstraintEvaluation),
  parameters: Parameters,
  links: Type.Object({ edit: Type.String() }),
});
export type StrategyEvaluation = Static<typeof StrategyEvaluation>;

const flagEvaluation = {
  name: Type.String(),
  projectId: Type.String(),
  strategies: Type.Object({
    result: Type.Union([Type.Boolean(), Type.Literal('unknown')]),
    data: Type.Array(StrategyEvaluation),
  }),
  isEnabledInCurrentEnvironment: Type.Boolean(),
  isEnabled: Type.Boolean(),
  reason: Type.String({
    description:
      'unsatisfied-dependency, switched-off, no-strategies, strategy-applies or no-strategy-applies',
  }),
  variant: Type.Object({ ...ShownVariant, feature_enabled: Type.Boolean() }),
  variants: Type.Array(ref(Variant)),
};

export const PlaygroundFlag = Type.Object(
  { ...flagEvaluation, hasUnsatisfiedDependency: Type.Boolean() },
  { $id: 'PlaygroundFlag' },
);
export type PlaygroundFlag = Static<typeof PlaygroundFlag>;

export const PlaygroundResponse = Type.Object({
  input: ref(PlaygroundRequest),
  features: Type.Array(ref(PlaygroundFlag)),
});
export type PlaygroundResponse = Static<typeof PlaygroundResponse>;

export const FlagEvaluationRequest = Type.Object(
  { environment: EnvironmentName, context: PlaygroundContext },
  { additionalProperties: false },
);
export type FlagEvaluationRequest = Static<typeof FlagEvaluationRequest>;

export const FlagEvaluationQuery = Type.Object({
  at: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Also as it was at this RFC 3339 time, or after the event with this id',
    }),
  ),
});

const Evaluated = Type.Union([ref(PlaygroundFlag), Type.Null()], {
  description: 'Null if the flag did not exist or was archived',
});

export const FlagEvaluation = Type.Object({
  current: Evaluated,
  earlier: Type.Optional(Evaluated),
});
export type FlagEvaluation = Static<typeof FlagEvaluation>;

export const AdvancedFlagInEnvironment = Type.Object(
  {
    ...flagEvaluation,
    environment: Type.String(),
    context: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  },
  { $id: 'AdvancedPlaygroundFlag' },
);
export type AdvancedFlagInEnvironment = Static<typeof AdvancedFlagInEnvironment>;

export const AdvancedResponse = Type.Object({
  input: ref(AdvancedRequest),
  features: Type.Array(
    Type.Object({
      name: Type.String(),
      projectId: Type.String(),
      environments: Type.Unsafe<Record<string, AdvancedFlagInEnvironment[]>>({
        type: 'object',
        additionalProperties: { type: 'array', items: ref(AdvancedFlagInEnvironment) },
      }),
    }),
  ),
  warnings: Type.Object({
    invalidContextProperties: Type.Array(Type.String(), {
      description: 'Members of the context that were ignored: not strings, numbers or booleans',
    }),
  }),
});
export type AdvancedResponse = Static<typeof AdvancedResponse>;
