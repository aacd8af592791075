import { type Static, Type } from 'typebox';
import { DateTime, Nullable } from '../../platform/http/schema.ts';
import { EnvironmentName, RequiredApprovals } from '../environments/schema.ts';

const Mode = Type.Union(
  [Type.Literal('open'), Type.Literal('protected'), Type.Literal('private')],
  { description: 'private: hidden from Viewers without a role in the project' },
);
const FeatureLimit = Nullable(
  Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Maximum number of flags' }),
);
const Name = Type.String({ minLength: 1, maxLength: 255 });
const Description = Nullable(Type.String({ maxLength: 1000 }));
const Stickiness = Type.String({ minLength: 1, maxLength: 100 });

export const FeatureNaming = Type.Object(
  {
    pattern: Nullable(
      Type.String({
        maxLength: 500,
        description:
          'An RE2 regular expression that must match the entire flag name; null for none',
      }),
    ),
    example: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
    description: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
  },
  { additionalProperties: false },
);
export type FeatureNaming = Static<typeof FeatureNaming>;

export const UserOwner = Type.Object({
  ownerType: Type.Literal('user'),
  name: Type.String(),
  imageUrl: Nullable(Type.String()),
  email: Nullable(Type.String()),
});
const GroupOwner = Type.Object({ ownerType: Type.Literal('group'), name: Type.String() });
const SystemOwner = Type.Object({ ownerType: Type.Literal('system') });

/** Users and groups with the role Owner; the system if there are none. */
export const ProjectOwner = Type.Union([UserOwner, GroupOwner, SystemOwner]);
export type ProjectOwner = Static<typeof ProjectOwner>;

export const Project = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Nullable(Type.String()),
    mode: Mode,
    defaultStickiness: Type.String(),
    health: Type.Integer({
      description: 'Percentage of flags that are neither stale nor potentially stale',
    }),
    favorite: Type.Boolean({ description: 'Whether it is a favourite of the caller' }),
    featureCount: Type.Integer({ description: 'Flags that are not archived' }),
    staleFeatureCount: Type.Integer({ description: 'Flags that are marked stale' }),
    potentiallyStaleFeatureCount: Type.Integer({
      description: 'Flags that are not marked stale but past the lifetime of their type',
    }),
    memberCount: Type.Integer({
      description: 'Users with a role in it, including members of groups',
    }),
    createdAt: DateTime,
    updatedAt: DateTime,
    archivedAt: Nullable(DateTime),
    owners: Type.Array(ProjectOwner),
  },
  { $id: 'Project' },
);
export type Project = Static<typeof Project>;

export const Projects = Type.Object({
  version: Type.Integer(),
  projects: Type.Array(Type.Ref('Project#')),
});

export const ProjectsQuery = Type.Object({
  archived: Type.Optional(Type.Boolean({ description: 'true: list archived projects only' })),
});

const ProjectEnvironment = Type.Object({
  environment: Type.String(),
  changeRequestsEnabled: Type.Boolean(),
  defaultStrategy: Type.Optional(Type.Object({}, { additionalProperties: true })),
});

const overview = {
  version: Type.Integer(),
  name: Type.String(),
  description: Nullable(Type.String()),
  mode: Mode,
  defaultStickiness: Type.String(),
  featureLimit: Nullable(Type.Integer()),
  featureNaming: Type.Optional(FeatureNaming),
  members: Type.Integer(),
  health: Type.Integer(),
  favorite: Type.Boolean({ description: 'Whether it is a favourite of the caller' }),
  environments: Type.Array(ProjectEnvironment),
  createdAt: DateTime,
  updatedAt: DateTime,
  archivedAt: Nullable(DateTime),
};

export const OnboardingStatus = Type.Union([
  Type.Object({
    status: Type.Union([Type.Literal('onboarding-started'), Type.Literal('onboarded')]),
  }),
  Type.Object({ status: Type.Literal('first-flag-created'), feature: Type.String() }),
]);
export type OnboardingStatus = Static<typeof OnboardingStatus>;

export const ProjectOverview = Type.Object(
  {
    ...overview,
    featureTypeCounts: Type.Array(Type.Object({ type: Type.String(), count: Type.Integer() })),
    onboardingStatus: OnboardingStatus,
  },
  { $id: 'ProjectOverview' },
);
export type ProjectOverview = Static<typeof ProjectOverview>;

export const ProjectWithFlags = Type.Object(
  {
    ...overview,
    features: Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.String(),
        description: Nullable(Type.String()),
        project: Type.String(),
        stale: Type.Boolean(),
        impressionData: Type.Boolean(),
        createdAt: DateTime,
        archived: Type.Boolean(),
      }),
    ),
  },
  { $id: 'ProjectWithFlags' },
);

const ChangeRequestEnvironment = Type.Object(
  { name: EnvironmentName, requiredApprovals: Type.Optional(RequiredApprovals) },
  { additionalProperties: false },
);

export const NewProject = Type.Object(
  {
    id: Type.Optional(Type.String({ description: 'Default: derived from the name' })),
    name: Name,
    description: Type.Optional(Description),
    mode: Type.Optional(Mode),
    defaultStickiness: Type.Optional(Stickiness),
    featureLimit: Type.Optional(FeatureLimit),
    featureNaming: Type.Optional(FeatureNaming),
    environments: Type.Optional(
      Type.Array(EnvironmentName, {
        maxItems: 1000,
        description: 'Default: all enabled environments',
      }),
    ),
    changeRequestEnvironments: Type.Optional(
      Type.Array(ChangeRequestEnvironment, {
        maxItems: 1000,
        description: 'Environments of the project where changes need approvals',
      }),
    ),
  },
  { additionalProperties: false },
);
export type NewProject = Static<typeof NewProject>;

export const CreatedProject = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.Optional(Type.String({ description: 'Omitted if there is none' })),
    mode: Mode,
    defaultStickiness: Type.String(),
    featureLimit: Nullable(Type.Integer()),
    featureNaming: Type.Optional(FeatureNaming),
    environments: Type.Array(Type.String()),
    changeRequestEnvironments: Type.Array(
      Type.Object({ name: Type.String(), requiredApprovals: Type.Integer() }),
    ),
  },
  { $id: 'CreatedProject' },
);
export type CreatedProject = Static<typeof CreatedProject>;

export const ProjectIdInput = Type.Object({ id: Type.String() }, { additionalProperties: false });

export const ProjectUpdate = Type.Object(
  {
    name: Name,
    description: Type.Optional(Description),
    mode: Type.Optional(Mode),
    defaultStickiness: Type.Optional(Stickiness),
    featureLimit: Type.Optional(FeatureLimit),
  },
  { additionalProperties: false },
);
export type ProjectUpdate = Static<typeof ProjectUpdate>;

export const ProjectSettings = Type.Object(
  {
    mode: Type.Optional(Mode),
    defaultStickiness: Type.Optional(Stickiness),
    featureLimit: Type.Optional(FeatureLimit),
    featureNaming: Type.Optional(FeatureNaming),
  },
  { additionalProperties: false },
);
export type ProjectSettings = Static<typeof ProjectSettings>;

export const NewProjectEnvironment = Type.Object(
  {
    environment: EnvironmentName,
    changeRequestsEnabled: Type.Optional(
      Type.Boolean({ description: 'Default: whether the environment requires approvals' }),
    ),
  },
  { additionalProperties: false },
);
export type NewProjectEnvironment = Static<typeof NewProjectEnvironment>;
