import { type Static, Type } from 'typebox';
import { DateTime, Nullable, ref } from '../../platform/http/schema.ts';
import { FlagNames } from '../flags/schema.ts';

export const ArchivedFlag = Type.Object(
  {
    name: Type.String(),
    type: Type.String(),
    description: Nullable(Type.String()),
    project: Type.String(),
    stale: Type.Boolean(),
    impressionData: Type.Boolean(),
    createdAt: DateTime,
    archivedAt: DateTime,
    lastSeenAt: Nullable(DateTime),
    environments: Type.Array(
      Type.Object({
        name: Type.String(),
        lastSeenAt: Nullable(DateTime),
        enabled: Type.Boolean({ description: 'Whether it was on when it was archived' }),
      }),
    ),
  },
  { $id: 'ArchivedFlag' },
);
export type ArchivedFlag = Static<typeof ArchivedFlag>;

export const ArchivedFlags = Type.Object({
  version: Type.Integer(),
  features: Type.Array(ref(ArchivedFlag)),
});

export const FlagBatch = Type.Object({ features: FlagNames }, { additionalProperties: false });

export const ArchiveImpact = Type.Object({
  parentsWithChildFeatures: Type.Array(Type.String(), {
    description: 'Flags that cannot be archived: flags that are not in the list depend on them',
  }),
  hasDeletedDependencies: Type.Boolean({
    description: 'Whether any of the flags is the parent or the child of a dependency',
  }),
  codeReferences: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), references: Type.Integer() }), {
      description: 'Flags that scanned code refers to, with the number of places; absent if none',
    }),
  ),
});
export type ArchiveImpact = Static<typeof ArchiveImpact>;
