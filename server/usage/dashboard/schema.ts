import { type Static, Type } from 'typebox';
import { DateTime, Nullable } from '../../platform/http/schema.ts';
import { OnboardingStatus, ProjectOwner, UserOwner } from '../../projects/projects/schema.ts';

export const ProjectDashboard = Type.Object(
  {
    insights: Type.Object({
      avgHealthCurrentWindow: Nullable(
        Type.Integer({ description: 'Mean of the last 28 days, today included' }),
      ),
      avgHealthPastWindow: Nullable(
        Type.Integer({
          description: 'Mean of the 28 days before; null if the project did not exist',
        }),
      ),
      totalFlags: Type.Integer({ description: 'Flags that are not archived' }),
      activeFlags: Type.Integer({
        description: 'Those of totalFlags that are neither stale nor potentially stale',
      }),
      staleFlags: Type.Integer({ description: 'Those of totalFlags that are marked stale' }),
      potentiallyStaleFlags: Type.Integer({
        description:
          'Those of totalFlags that are past the lifetime of their type, but not marked stale',
      }),
      health: Type.Integer({ description: 'Percentage of active flags' }),
    }),
    onboardingStatus: OnboardingStatus,
    latestEvents: Type.Array(
      Type.Object({
        id: Type.Integer(),
        summary: Nullable(Type.String({ description: 'Markdown' })),
        createdBy: Type.String(),
        createdByImageUrl: Type.String(),
        createdAt: DateTime,
      }),
      { description: 'The 10 newest events of the project' },
    ),
    owners: Type.Array(ProjectOwner),
    roles: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        type: Type.Union([Type.Literal('project'), Type.Literal('custom')]),
      }),
      { description: 'Roles of the caller in the project, directly or through groups' },
    ),
  },
  { $id: 'ProjectDashboard' },
);
export type ProjectDashboard = Static<typeof ProjectDashboard>;

export const PersonalDashboard = Type.Object(
  {
    projects: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        health: Type.Integer(),
        memberCount: Type.Integer(),
        featureCount: Type.Integer(),
      }),
      {
        description:
          'Projects where the caller has a role, favourites, and the default project; by name',
      },
    ),
    flags: Type.Array(
      Type.Object({ name: Type.String(), project: Type.String(), type: Type.String() }),
      { description: 'Favourites of the caller and flags they created; the newest 100' },
    ),
    projectOwners: Type.Array(UserOwner, {
      description: 'Users who own a project that the caller may see',
    }),
    admins: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.Optional(Type.String()),
        username: Type.Optional(Type.String()),
        email: Type.Optional(Type.String()),
        imageUrl: Type.String(),
      }),
    ),
  },
  { $id: 'PersonalDashboard' },
);
export type PersonalDashboard = Static<typeof PersonalDashboard>;
