import { type Static, Type } from 'typebox';
import { DateTime, Nullable, ref } from '../../platform/http/schema.ts';
import { Constraint, Strategy, StrategyVariant, Variant } from '../strategies/schema.ts';
import { Tag, TagInput, tagsPerCallMax } from '../tags/schema.ts';

export const FlagName = Type.String({ minLength: 1, maxLength: 100 });
const Description = Nullable(Type.String({ maxLength: 1000 }));
const TypeId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The id of a flag type, such as release',
});

const summary = {
  name: Type.String({ description: 'The environment' }),
  type: Type.String({ description: 'Its type, such as production' }),
  enabled: Type.Boolean(),
  sortOrder: Type.Integer(),
  variantCount: Type.Integer(),
  lastSeenAt: Nullable(DateTime),
  hasStrategies: Type.Boolean(),
  hasEnabledStrategies: Type.Boolean(),
};

/** One environment of a flag, as in lists. */
export const FlagEnvironmentSummary = Type.Object(summary, { $id: 'FlagEnvironmentSummary' });
export type FlagEnvironmentSummary = Static<typeof FlagEnvironmentSummary>;

/** One environment of a flag with its configuration. */
export const FlagEnvironment = Type.Object(
  {
    ...summary,
    featureName: Type.String(),
    environment: Type.String({ description: 'Same as name' }),
    strategies: Type.Array(ref(Strategy)),
    variants: Type.Array(ref(Variant)),
    yes: Type.Integer({ description: 'Evaluations to true in the newest hour, if it is recent' }),
    no: Type.Integer({ description: 'Evaluations to false in the newest hour, if it is recent' }),
  },
  { $id: 'FlagEnvironment' },
);
export type FlagEnvironment = Static<typeof FlagEnvironment>;

export const Lifecycle = Type.Object(
  {
    stage: Type.Union([
      Type.Literal('initial'),
      Type.Literal('pre-live'),
      Type.Literal('live'),
      Type.Literal('completed'),
      Type.Literal('archived'),
    ]),
    status: Type.Optional(
      Nullable(Type.String({ description: 'The outcome, in the stage completed' })),
    ),
    enteredStageAt: DateTime,
  },
  { $id: 'Lifecycle' },
);
export type Lifecycle = Static<typeof Lifecycle>;

const Creator = Type.Object({ id: Type.Integer(), name: Type.String(), imageUrl: Type.String() });
export type Creator = Static<typeof Creator>;

export const Dependency = Type.Object({
  feature: Type.String({ description: 'The parent' }),
  enabled: Type.Boolean(),
  variants: Type.Array(Type.String()),
});
export type Dependency = Static<typeof Dependency>;

export const Flag = Type.Object(
  {
    name: Type.String(),
    type: Type.String(),
    description: Nullable(Type.String()),
    project: Type.String(),
    stale: Type.Boolean({ description: 'Marked stale by a user' }),
    favorite: Type.Boolean({ description: 'Whether it is a favorite of the caller' }),
    impressionData: Type.Boolean(),
    archived: Type.Boolean(),
    createdAt: DateTime,
    createdBy: Creator,
    archivedAt: Nullable(DateTime),
    lastSeenAt: Nullable(DateTime),
    environments: Type.Array(ref(FlagEnvironment)),
    tags: Type.Array(ref(Tag)),
    children: Type.Array(Type.String(), { description: 'Flags that depend on this one' }),
    dependencies: Type.Array(Dependency),
    lifecycle: Type.Optional(ref(Lifecycle)),
    links: Type.Array(
      Type.Object({
        id: Type.String(),
        url: Type.String(),
        title: Nullable(Type.String()),
      }),
    ),
  },
  { $id: 'Flag' },
);
export type Flag = Static<typeof Flag>;

/** `Flag` and all schemas it refers to, for plugins that return flags. */
export const flagSchemas = [
  Constraint,
  StrategyVariant,
  Variant,
  Strategy,
  Tag,
  FlagEnvironment,
  Lifecycle,
  Flag,
];

export const FlagSummary = Type.Object(
  {
    name: Type.String(),
    type: Type.String(),
    description: Nullable(Type.String()),
    stale: Type.Boolean(),
    favorite: Type.Boolean(),
    impressionData: Type.Boolean(),
    createdAt: DateTime,
    lastSeenAt: Nullable(DateTime),
    environments: Type.Array(ref(FlagEnvironmentSummary)),
    tags: Type.Array(ref(Tag)),
  },
  { $id: 'FlagSummary' },
);
export type FlagSummary = Static<typeof FlagSummary>;

export const FlagSummaries = Type.Object({
  version: Type.Integer(),
  features: Type.Array(ref(FlagSummary)),
});

const TagFilter = Type.Array(Type.String({ maxLength: 101 }), {
  maxItems: 100,
  description: 'type:value; returns flags with any of the tags',
});

export const FlagsQuery = Type.Object({
  tag: Type.Optional(TagFilter),
  'tag[]': Type.Optional(TagFilter),
  namePrefix: Type.Optional(Type.String({ maxLength: 100 })),
});
export type FlagsQuery = Static<typeof FlagsQuery>;

export const FlagQuery = Type.Object({
  at: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'As it was at this RFC 3339 time, or after the event with this id',
    }),
  ),
  archived: Type.Optional(
    Type.Boolean({ default: false, description: 'Also returns an archived flag' }),
  ),
  variantEnvironments: Type.Optional(
    Type.Boolean({ description: 'Has no effect: environments always contain their variants' }),
  ),
});

export const NewFlag = Type.Object(
  {
    name: FlagName,
    type: Type.Optional(Type.String({ ...TypeId, description: 'Default release' })),
    description: Type.Optional(Description),
    impressionData: Type.Optional(Type.Boolean()),
    stale: Type.Optional(Type.Boolean()),
    createdAt: Type.Optional(DateTime),
    tags: Type.Optional(Type.Array(TagInput, { maxItems: tagsPerCallMax })),
  },
  { additionalProperties: false },
);
export type NewFlag = Static<typeof NewFlag>;

const readOnly = 'Must be the current value: other routes change it';

export const FlagUpdate = Type.Object(
  {
    description: Type.Optional(Description),
    type: Type.Optional(TypeId),
    stale: Type.Optional(Type.Boolean()),
    impressionData: Type.Optional(Type.Boolean()),
    name: Type.Optional(Type.String({ description: readOnly })),
    project: Type.Optional(Type.String({ description: readOnly })),
    archived: Type.Optional(Type.Boolean({ description: readOnly })),
  },
  { additionalProperties: false },
);
export type FlagUpdate = Static<typeof FlagUpdate>;

/** The document that a patch applies to; only the first four members can change. */
export const PatchedFlag = Type.Object(
  {
    description: Type.Optional(Description),
    type: TypeId,
    stale: Type.Boolean(),
    impressionData: Type.Boolean(),
    name: Type.String(),
    project: Type.String(),
    archived: Type.Boolean(),
    createdAt: Type.String(),
  },
  { additionalProperties: false },
);
export type PatchedFlag = Static<typeof PatchedFlag>;

export const flagsPerCallMax = 1000;

/** Flags of one project; repeated names count once. */
export const FlagNames = Type.Array(FlagName, { maxItems: flagsPerCallMax });

export const StaleMarks = Type.Object(
  { features: FlagNames, stale: Type.Boolean() },
  { additionalProperties: false },
);
export type StaleMarks = Static<typeof StaleMarks>;

export const WantedName = Type.Object(
  {
    name: Type.String({ maxLength: 1000 }),
    projectId: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
  },
  { additionalProperties: false },
);
export type WantedName = Static<typeof WantedName>;
