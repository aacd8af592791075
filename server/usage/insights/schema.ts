import { type Static, Type } from 'typebox';

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
