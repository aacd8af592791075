import { type Static, Type } from 'typebox';
import { Nullable } from '../../platform/http/schema.ts';
import { ProjectWithFlags } from '../../projects/projects/schema.ts';

const Count = Type.Integer({ minimum: 0 });

const { archivedAt: _, ...members } = ProjectWithFlags.properties;

export const HealthReport = Type.Object(
  {
    ...members,
    activeCount: Type.Integer({ description: 'Flags that are neither' }),
    staleCount: Type.Integer({ description: 'Flags that are marked stale' }),
    potentiallyStaleCount: Type.Integer({
      description: 'Flags that are not marked stale but past the lifetime of their type',
    }),
  },
  { $id: 'HealthReport' },
);

const Stage = Type.Object({
  averageDays: Nullable(
    Type.Number({ description: 'Mean time that flags spent in the stage; null without any' }),
  ),
  currentFlags: Count,
});

export const ProjectStatus = Type.Object(
  {
    activityCountByDate: Type.Array(
      Type.Object({
        date: Type.String({ description: 'A day with events, in UTC, such as 2026-01-31' }),
        count: Count,
      }),
      { description: 'Events of the project in the last 365 days, oldest first' },
    ),
    health: Type.Object({ current: Type.Integer({ minimum: 0, maximum: 100 }) }),
    resources: Type.Object({
      apiTokens: Type.Integer({ minimum: 0, description: 'Without tokens for all projects' }),
      members: Count,
      segments: Type.Integer({ minimum: 0, description: 'Segments of this project only' }),
    }),
    staleFlags: Type.Object({
      total: Type.Integer({ minimum: 0, description: 'Stale and potentially stale flags' }),
    }),
    lifecycleSummary: Type.Object({
      initial: Stage,
      preLive: Stage,
      live: Stage,
      completed: Stage,
      archived: Type.Object({
        currentFlags: Count,
        last30Days: Type.Integer({ minimum: 0, description: 'Archived in the last 30 days' }),
      }),
    }),
  },
  { $id: 'ProjectStatus' },
);
export type ProjectStatus = Static<typeof ProjectStatus>;
