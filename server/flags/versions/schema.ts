import { type Static, Type } from 'typebox';
import { DateTime, Nullable, ref } from '../../platform/http/schema.ts';
import { Flag } from '../flags/schema.ts';
import { Constraint } from '../strategies/schema.ts';

const EventId = Type.Integer({
  minimum: 0,
  description: 'The event that left the version; 0 if it is older than the log',
});

/** An event that may be deleted by retention: then its members are null. */
const made = {
  eventId: EventId,
  createdAt: DateTime,
  project: Type.String({ description: 'The project of the flag at that time' }),
};

export const VersionSummary = Type.Object(
  {
    ...made,
    deleted: Type.Boolean({ description: 'The flag was deleted' }),
    type: Nullable(
      Type.String({ description: 'Of the event; null if it is no longer in the log' }),
    ),
    createdBy: Nullable(Type.String()),
    createdByUserId: Nullable(Type.Integer()),
    environment: Nullable(Type.String()),
    label: Nullable(Type.String()),
    summary: Nullable(Type.String({ description: 'Markdown' })),
  },
  { $id: 'VersionSummary' },
);
export type VersionSummary = Static<typeof VersionSummary>;

const nextCursor = Nullable(Type.String({ description: 'Null on the last page' }));

export const VersionList = Type.Object({
  versions: Type.Array(ref(VersionSummary)),
  nextCursor,
});
export type VersionList = Static<typeof VersionList>;

export const VersionDetail = Type.Object({
  ...made,
  feature: Type.Union([ref(Flag), Type.Null()], {
    description: 'The flag, without usage and lifecycle; null if it was deleted',
  }),
});
export type VersionDetail = Static<typeof VersionDetail>;

/** Settings of a project. */
export const ProjectSettings = Type.Unsafe<object>({
  type: 'object',
  additionalProperties: true,
  description:
    'name, description, mode, defaultStickiness, flagLimit, namingPattern, namingExample, ' +
    'namingDescription, archived, and for each of the environments requiredApprovals, ' +
    'authorMayApprove and defaultStrategy',
});

export const ProjectVersionList = Type.Object({
  versions: Type.Array(
    Type.Object({
      eventId: EventId,
      createdAt: DateTime,
      archivedAt: Nullable(DateTime),
      configuration: ProjectSettings,
    }),
  ),
  nextCursor,
});
export type ProjectVersionList = Static<typeof ProjectVersionList>;

export const VersionsQuery = Type.Object({
  limit: Type.Optional(Type.String({ description: 'Default 50, at most 1000' })),
  cursor: Type.Optional(Type.String({ description: 'nextCursor of the previous page' })),
});

export const at = Type.Optional(
  Type.String({
    maxLength: 100,
    description: 'As it was at this RFC 3339 time, or after the event with this id',
  }),
);

export const SnapshotQuery = Type.Object({ at });

export const SegmentInSnapshot = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    description: Nullable(Type.String()),
    project: Nullable(Type.String()),
    constraints: Type.Array(ref(Constraint)),
    createdBy: Nullable(Type.String()),
  },
  { $id: 'SegmentInSnapshot' },
);

export const Snapshot = Type.Object({
  project: Type.Object({ id: Type.String(), configuration: ProjectSettings }),
  features: Type.Array(ref(Flag), { description: 'Also archived ones, by name' }),
  segments: Type.Array(ref(SegmentInSnapshot), { description: 'Those that the flags used' }),
});
