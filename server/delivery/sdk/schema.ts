import { type Static, Type } from 'typebox';
import { Constraint, Parameters, StrategyVariant, Variant } from '../../flags/strategies/schema.ts';
import { Nullable, ref } from '../../platform/http/schema.ts';

export const ClientSegment = Type.Object(
  { id: Type.Integer(), name: Type.String(), constraints: Type.Array(ref(Constraint)) },
  { $id: 'ClientSegment' },
);
export type ClientSegment = Static<typeof ClientSegment>;

const ClientStrategy = Type.Object({
  name: Type.String(),
  constraints: Type.Array(ref(Constraint)),
  parameters: Parameters,
  variants: Type.Array(ref(StrategyVariant)),
  segments: Type.Optional(Type.Array(Type.Integer(), { description: 'Absent if there are none' })),
});

/** A flag in the form for SDKs, in the environment of their token. */
export const ClientFeature = Type.Object(
  {
    name: Type.String(),
    type: Type.String(),
    enabled: Type.Boolean(),
    project: Type.String(),
    stale: Type.Boolean(),
    strategies: Type.Array(ClientStrategy),
    variants: Type.Array(ref(Variant)),
    description: Nullable(Type.String()),
    impressionData: Type.Boolean(),
    dependencies: Type.Optional(
      Type.Array(
        Type.Object({
          feature: Type.String({ description: 'The parent' }),
          enabled: Type.Boolean(),
          variants: Type.Optional(Type.Array(Type.String())),
        }),
      ),
    ),
  },
  { $id: 'ClientFeature' },
);
export type ClientFeature = Static<typeof ClientFeature>;

const Name = Type.String({ maxLength: 100 });

/** Repeated for several; the scope of the token overrides project and environment. */
export const ClientFeaturesQuery = Type.Object({
  project: Type.Optional(Type.Array(Name, { maxItems: 1000 })),
  namePrefix: Type.Optional(Name),
  tag: Type.Optional(
    Type.Array(Type.String({ maxLength: 200 }), {
      maxItems: 100,
      description: 'Such as simple:beta; flags with any of the tags',
    }),
  ),
  environment: Type.Optional(Name),
});
export type ClientFeaturesQuery = Static<typeof ClientFeaturesQuery>;

export const ClientFeatures = Type.Object(
  {
    version: Type.Literal(2),
    features: Type.Array(ref(ClientFeature)),
    segments: Type.Optional(
      Type.Array(ref(ClientSegment), {
        description: 'For clients that announce specification 4.2.0 or later',
      }),
    ),
    query: Type.Object({
      environment: Type.String(),
      project: Type.Optional(Type.Array(Type.String())),
      namePrefix: Type.Optional(Type.String()),
      tag: Type.Optional(Type.Array(Type.Array(Type.String()))),
      inlineSegmentConstraints: Type.Boolean(),
    }),
    meta: Type.Object({
      revisionId: Type.Integer({ description: 'The newest event that affects the client' }),
      etag: Type.String(),
      queryHash: Type.String(),
    }),
  },
  { $id: 'ClientFeatures' },
);
export type ClientFeatures = Static<typeof ClientFeatures>;
