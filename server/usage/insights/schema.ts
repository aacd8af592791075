import { type Static, Type } from 'typebox';

const Count = Type.Integer({ minimum: 0 });
const Days = (description: string) => Type.Number({ minimum: 0, description });

export const LeadTime = Type.Object({
  projectAverage: Days('Of all of them, in days; 0 when there are none'),
  features: Type.Array(
    Type.Object({
      name: Type.String(),
      timeToProduction: Days('From being made to being used in production, in days'),
    }),
    { description: 'Release flags that went live, the latest first, 1000 at most' },
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
    { description: 'The last 30 days, and the 30 before' },
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
    change: Type.Integer({ description: 'Who of them came in the last 30 days' }),
  }),
});
export type ProjectInsights = Static<typeof ProjectInsights>;
