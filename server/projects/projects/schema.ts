import { type Static, Type } from 'typebox';
import { DateTime, Nullable } from '../../platform/http/schema.ts';
import { EnvironmentName, RequiredApprovals } from '../environments/schema.ts';

const Mode = Type.Union(
  [Type.Literal('open'), Type.Literal('protected'), Type.Literal('private')],
  { description: 'private hides it from Viewers who have no role in it' },
);
const FeatureLimit = Nullable(
  Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Most flags it may hold' }),
);
const Name = Type.String({ minLength: 1, maxLength: 255 });
const Description = Nullable(Type.String({ maxLength: 1000 }));
const Stickiness = Type.String({ minLength: 1, maxLength: 100 });

export const FeatureNaming = Type.Object(
  {
    pattern: Nullable(
      Type.String({
        maxLength: 500,
        description: 'A regular expression that whole flag names must match; null for none',
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

/** Whoever holds the role Owner; the system where nobody does. */
export const ProjectOwner = Type.Union([UserOwner, GroupOwner, SystemOwner]);
export type ProjectOwner = Static<typeof ProjectOwner>;

export const Project = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Nullable(Type.String()),
    mode: Mode,
    defaultStickiness: Type.String(),
    health: Type.Integer({ description: 'Share of flags that are not stale in any way, 0 to 100' }),
    favorite: Type.Boolean({ description: 'Of the caller' }),
    featureCount: Type.Integer({ description: 'Flags that are not archived' }),
    staleFeatureCount: Type.Integer({ description: 'Of these, marked stale' }),
    potentiallyStaleFeatureCount: Type.Integer({
      description: 'Of these, not marked but older than their type should get',
    }),
    memberCount: Type.Integer({ description: 'People with a role in it, groups counted by head' }),
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
  archived: Type.Optional(Type.Boolean({ description: 'true lists the archived ones instead' })),
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
  favorite: Type.Boolean({ description: 'Of the caller' }),
  environments: Type.Array(ProjectEnvironment),
  createdAt: DateTime,
  updatedAt: DateTime,
  archivedAt: Nullable(DateTime),
};

/** How far a project has come. */
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

/** What reading a project can give, and so what a write may carry back. */
export const ProjectEcho = Type.Object({
  ...Project.properties,
  ...ProjectOverview.properties,
  ...ProjectWithFlags.properties,
});

const ChangeRequestEnvironment = Type.Object(
  { name: EnvironmentName, requiredApprovals: Type.Optional(RequiredApprovals) },
  { additionalProperties: false },
);

export const NewProject = Type.Object(
  {
    id: Type.Optional(Type.String({ description: 'Made from the name when left out' })),
    name: Name,
    description: Type.Optional(Description),
    mode: Type.Optional(Mode),
    defaultStickiness: Type.Optional(Stickiness),
    featureLimit: Type.Optional(FeatureLimit),
    featureNaming: Type.Optional(FeatureNaming),
    environments: Type.Optional(
      Type.Array(EnvironmentName, {
        minItems: 1,
        maxItems: 1000,
        description: 'Default: all that are enabled',
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
    description: Nullable(Type.String()),
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

export const WantedId = Type.Object({ id: Type.String() }, { additionalProperties: false });

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
      Type.Boolean({ description: 'Default: where the environment asks for approvals' }),
    ),
  },
  { additionalProperties: false },
);
export type NewProjectEnvironment = Static<typeof NewProjectEnvironment>;
