import { type Static, type TSchema, Type } from 'typebox';
import { PlannedChange } from '../../approvals/reconciliation/schema.ts';
import {
  Constraint,
  NewStrategy,
  StrategyVariant,
  Variant,
} from '../../flags/strategies/schema.ts';
import { Nullable, ref } from '../../platform/http/schema.ts';

const closed = { additionalProperties: false };

/** Members are named by users. */
const tableOf = <T extends TSchema>(schema: T, options: { max: number; nameMax: number }) =>
  Type.Unsafe<Record<string, Static<T>>>({
    type: 'object',
    maxProperties: options.max,
    propertyNames: { minLength: 1, maxLength: options.nameMax },
    additionalProperties: schema,
  });

const Description = Nullable(Type.String({ maxLength: 1000 }));

const { name, title, disabled, parameters } = NewStrategy.properties;

const DeclaredStrategy = Type.Object(
  {
    name,
    title,
    disabled,
    parameters,
    constraints: Type.Optional(Type.Array(ref(Constraint), { maxItems: 1000 })),
    segments: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
        maxItems: 100,
        description: 'Names of segments of the project, or of segments for all projects',
      }),
    ),
    variants: Type.Optional(Type.Array(ref(StrategyVariant), { maxItems: 1000 })),
  },
  { ...closed, description: 'Members left out have their default values' },
);
export type DeclaredStrategy = Static<typeof DeclaredStrategy>;

const DeclaredEnvironment = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean({ description: 'Whether the flag is switched on' })),
    strategies: Type.Optional(
      Type.Array(DeclaredStrategy, { maxItems: 100, description: 'All strategies, in order' }),
    ),
    variants: Type.Optional(Type.Array(ref(Variant), { maxItems: 1000 })),
  },
  closed,
);
export type DeclaredEnvironment = Static<typeof DeclaredEnvironment>;

const DeclaredParent = Type.Object(
  {
    feature: Type.String({ minLength: 1, maxLength: 100, description: 'The parent' }),
    enabled: Type.Optional(Type.Boolean({ description: 'Default true' })),
    variants: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
  },
  closed,
);

const DeclaredFlag = Type.Object(
  {
    type: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Of a new flag: release' }),
    ),
    description: Type.Optional(Description),
    impressionData: Type.Optional(Type.Boolean()),
    stale: Type.Optional(Type.Boolean()),
    tags: Type.Optional(
      Type.Array(
        Type.String({
          minLength: 5,
          maxLength: 101,
          pattern: '^[^:]+:',
          examples: ['team:checkout'],
        }),
        {
          maxItems: 50,
          description: 'All tags, each as type:value',
        },
      ),
    ),
    dependencies: Type.Optional(Type.Array(DeclaredParent, { maxItems: 1 })),
    environments: Type.Optional(tableOf(DeclaredEnvironment, { max: 100, nameMax: 100 })),
  },
  { ...closed, description: 'Members and environments left out stay as they are' },
);
export type DeclaredFlag = Static<typeof DeclaredFlag>;

const DeclaredSegment = Type.Object(
  {
    description: Type.Optional(Description),
    shared: Type.Optional(
      Type.Boolean({ description: 'For all projects; a new segment is of the project by default' }),
    ),
    constraints: Type.Array(ref(Constraint), { maxItems: 100 }),
  },
  closed,
);
export type DeclaredSegment = Static<typeof DeclaredSegment>;

/** Flags and segments of a definition. */
export const entriesMax = 2000;

export const Definition = Type.Object(
  {
    $schema: Type.Optional(Type.String({ maxLength: 1000, description: 'For editors' })),
    version: Type.Literal(1, { description: 'Of the format' }),
    project: Type.Optional(Type.String({ maxLength: 100, description: 'Id of the project' })),
    manages: Type.Optional(
      Type.String({
        maxLength: 101,
        pattern: '^[^*]*\\*$',
        examples: ['*', 'checkout-*'],
        description:
          '* or a prefix and *: active flags with such a name that the definition does not contain ' +
          'are archived. Left out: they stay as they are',
      }),
    ),
    segments: Type.Optional(tableOf(DeclaredSegment, { max: entriesMax, nameMax: 255 })),
    flags: Type.Optional(tableOf(DeclaredFlag, { max: entriesMax, nameMax: 100 })),
  },
  { $id: 'ProjectDefinition', ...closed },
);
export type Definition = Static<typeof Definition>;

export const ApplyRequest = Type.Object(
  {
    definition: ref(Definition),
    dryRun: Type.Optional(Type.Boolean({ description: 'Change nothing; default false' })),
  },
  closed,
);
export type ApplyRequest = Static<typeof ApplyRequest>;

export const ApplyOutcome = Type.Object({
  applied: Type.Array(ref(PlannedChange), { description: 'Changes that are made directly' }),
  requested: Type.Array(
    Type.Object({
      environment: Type.String(),
      changes: Type.Array(ref(PlannedChange)),
      changeRequestId: Nullable(Type.Integer({ description: 'Null in a dry run' })),
    }),
    { description: 'Changes that need a change request, by its environment' },
  ),
});
export type ApplyOutcome = Static<typeof ApplyOutcome>;

export const DefinitionQuery = Type.Object({
  prefix: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only flags whose names begin with it' }),
  ),
});
