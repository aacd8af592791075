import { type Static, Type } from 'typebox';
import { Nullable } from '../../platform/http/schema.ts';

const Count = Type.Integer({ minimum: 0 });
const Days = (description: string) => Type.Number({ minimum: 0, description });

export const LeadTime = Type.Object({
  projectAverage: Days('Mean of all features, in days; 0 without any'),
  features: Type.Array(
    Type.Object({
      name: Type.String(),
      timeToProduction: Days('Days from creation to first use in production'),
    }),
    { description: 'Release flags that went live, newest first, at most 1000' },
  ),
});
export type LeadTime = Static<typeof LeadTime>;

export const ProjectInsights = Type.Object({
  stats: Type.Object(
    {
      avgTimeToProdCurrentWindow: Days('Of release flags that went live in the window'),
      createdCurrentWindow: Count,
      createdPastWindow: Count,
      archivedCurrentWindow: Count,
      archivedPastWindow: Count,
      projectActivityCurrentWindow: Type.Integer({ description: 'Events of the project' }),
      projectActivityPastWindow: Count,
      projectMembersAddedCurrentWindow: Count,
    },
    { description: 'The last 30 days and the 30 days before' },
  ),
  health: Type.Object({
    rating: Type.Integer({ minimum: 0, maximum: 100 }),
    activeCount: Count,
    potentiallyStaleCount: Count,
    staleCount: Count,
  }),
  leadTime: LeadTime,
  featureTypeCounts: Type.Array(Type.Object({ type: Type.String(), count: Count })),
  members: Type.Object({
    currentMembers: Count,
    change: Type.Integer({ description: 'Members added in the last 30 days' }),
  }),
});
export type ProjectInsights = Static<typeof ProjectInsights>;

export const WeeksQuery = Type.Object({
  weeks: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 52, default: 13, description: 'The last one ends today' }),
  ),
});

const Day = Type.String({ format: 'date', description: 'A day in UTC' });

export const FlagInsights = Type.Object(
  {
    types: Type.Array(Type.Object({ type: Type.String(), flags: Count })),
    stages: Type.Array(Type.Object({ stage: Type.String(), flags: Count })),
    staleByAge: Type.Array(
      Type.Object({
        fromDays: Count,
        toDays: Nullable(Count),
        staleFlags: Type.Integer({ minimum: 0, description: 'Marked as stale' }),
        potentiallyStaleFlags: Type.Integer({
          minimum: 0,
          description: 'Past the lifetime of their type, and not marked',
        }),
      }),
      { description: 'By days since the creation of the flag' },
    ),
  },
  { description: 'Flags that are not archived' },
);
export type FlagInsights = Static<typeof FlagInsights>;

export const ActivityInsights = Type.Object({
  changesByDay: Type.Array(
    Type.Object({
      day: Day,
      production: Type.Integer({ minimum: 0, description: 'In environments of type production' }),
      otherEnvironments: Count,
      noEnvironment: Type.Integer({
        minimum: 0,
        description: 'Of flags as a whole, such as their creation, tags or archiving',
      }),
    }),
    { description: 'Changes of flags' },
  ),
  wentLiveByWeek: Type.Array(
    Type.Object({
      firstDay: Day,
      flags: Type.Integer({ minimum: 0, description: 'That were first used in production' }),
      medianDays: Nullable(Days('From the creation of these flags')),
    }),
  ),
});
export type ActivityInsights = Static<typeof ActivityInsights>;
