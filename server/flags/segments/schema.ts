import { type Static, Type } from 'typebox';
import { DateTime, Id, Nullable, ref } from '../../platform/http/schema.ts';
import { Constraint } from '../strategies/schema.ts';

export const Segment = Type.Object(
  {
    id: Id,
    name: Type.String(),
    description: Nullable(Type.String()),
    project: Nullable(Type.String({ description: 'Null: available to all projects' })),
    constraints: Type.Array(ref(Constraint)),
    usedInFeatures: Type.Integer({ description: 'Active flags the caller may see' }),
    usedInProjects: Type.Integer({ description: 'Projects of these flags' }),
    createdBy: Nullable(Type.String()),
    createdAt: DateTime,
  },
  { $id: 'Segment' },
);
export type Segment = Static<typeof Segment>;

export const Segments = Type.Object({ segments: Type.Array(ref(Segment)) });

const SegmentName = Type.String({ minLength: 1, maxLength: 255 });
const Description = Nullable(Type.String({ maxLength: 1000 }));
const ProjectId = Nullable(
  Type.String({ maxLength: 100, description: 'Null or empty: available to all projects' }),
);

export const NewSegment = Type.Object(
  {
    name: SegmentName,
    description: Type.Optional(Description),
    project: Type.Optional(ProjectId),
    constraints: Type.Array(ref(Constraint), {
      maxItems: 100,
      description: 'All must match; at most 1000 values in total',
    }),
  },
  { additionalProperties: false },
);
export type NewSegment = Static<typeof NewSegment>;

export const SegmentNameInput = Type.Object({ name: SegmentName }, { additionalProperties: false });

/** Strategies that use a segment or a context field, with their flag and environment. */
export const StrategyUses = Type.Object({
  strategies: Type.Array(
    Type.Object({
      id: Type.String({ format: 'uuid' }),
      featureName: Type.String(),
      projectId: Type.String(),
      environment: Type.String(),
      strategyName: Type.String(),
    }),
  ),
});
export type StrategyUse = Static<typeof StrategyUses>['strategies'][number];
