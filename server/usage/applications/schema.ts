import { type Static, Type } from 'typebox';
import { DateTime, Nullable, ref } from '../../platform/http/schema.ts';

/** Entered by users; omitted without a value. */
const description = {
  description: Type.Optional(Type.String({ maxLength: 1000 })),
  url: Type.Optional(Type.String({ maxLength: 1000 })),
  color: Type.Optional(Type.String({ maxLength: 100 })),
  icon: Type.Optional(Type.String({ maxLength: 100 })),
};

export const NewApplication = Type.Object(
  {
    ...description,
    appName: Type.Optional(
      Type.String({ maxLength: 200, description: 'Ignored: the path contains the name' }),
    ),
    sdkVersion: Type.Optional(
      Type.String({ maxLength: 200, description: 'Ignored: SDKs report it' }),
    ),
    strategies: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 1000 })),
  },
  { additionalProperties: false },
);
export type NewApplication = Static<typeof NewApplication>;

export const Application = Type.Object(
  {
    appName: Type.String(),
    ...description,
    strategies: Type.Array(Type.String(), { description: 'Strategies that its SDK supports' }),
    usage: Type.Array(
      Type.Object({ project: Type.String(), environments: Type.Array(Type.String()) }),
      { description: 'Projects and environments of its tokens; the project * means all' },
    ),
  },
  { $id: 'Application' },
);
export type Application = Static<typeof Application>;

export const Applications = Type.Object({
  total: Type.Integer(),
  applications: Type.Array(ref(Application)),
});

const Instance = Type.Object({
  instanceId: Type.String(),
  sdkVersion: Nullable(Type.String()),
  clientIp: Type.Null({ description: 'Addresses are not stored' }),
  lastSeen: DateTime,
});
export type Instance = Static<typeof Instance>;

const SeenFlag = Type.Object({
  name: Type.String(),
  project: Type.Optional(Type.String()),
  type: Type.Optional(Type.String()),
  description: Type.Optional(Nullable(Type.String())),
  stale: Type.Optional(Type.Boolean()),
  archived: Type.Optional(Type.Boolean()),
  notFound: Type.Optional(Type.Literal(true, { description: 'No flag has this name' })),
});
export type SeenFlag = Static<typeof SeenFlag>;

export const ApplicationDetail = Type.Object(
  {
    ...Application.properties,
    instances: Type.Array(Type.Object({ ...Instance.properties, environment: Type.String() }), {
      description: 'Newest first, at most 1000',
    }),
    seenToggles: Type.Array(SeenFlag, {
      description: 'Flags that it evaluated recently, by name, at most 1000',
    }),
    links: Type.Object({ self: Type.String({ description: 'Path of this response' }) }),
  },
  { $id: 'ApplicationDetail' },
);
export type ApplicationDetail = Static<typeof ApplicationDetail>;

export const Instances = Type.Object({
  instances: Type.Array(Instance, { description: 'Newest first, at most 1000' }),
});

const ProjectApplication = Type.Object({
  name: Type.String(),
  environments: Type.Array(Type.String()),
  instances: Type.Array(Type.String()),
  sdks: Type.Array(Type.Object({ name: Type.String(), versions: Type.Array(Type.String()) })),
});
export type ProjectApplication = Static<typeof ProjectApplication>;

export const ProjectApplications = Type.Object({
  total: Type.Integer(),
  applications: Type.Array(ProjectApplication),
});

const Names = Type.Array(Type.String());

export const Overview = Type.Object({
  projects: Type.Array(Type.String(), {
    description: 'Projects of its tokens, and those whose flags it evaluated recently',
  }),
  featureCount: Type.Integer({ description: 'Flags that it evaluated recently' }),
  environments: Type.Array(
    Type.Object({
      name: Type.String(),
      instanceCount: Type.Integer(),
      sdks: Names,
      frontendSdks: Names,
      backendSdks: Names,
      lastSeen: Nullable(DateTime),
      issues: Type.Object({
        missingFeatures: Type.Array(Type.String(), {
          description: 'Flag names that it evaluated recently and that do not exist for it',
        }),
        outdatedSdks: Names,
      }),
    }),
  ),
  issues: Type.Object({
    missingStrategies: Type.Array(Type.String(), {
      description: 'Strategies that its SDK supports and the server does not',
    }),
  }),
});
export type Overview = Static<typeof Overview>;

export const OutdatedSdks = Type.Object({
  sdks: Type.Array(Type.Object({ sdkVersion: Type.String(), applications: Names }), {
    description: 'SDKs too old to support dependencies between flags',
  }),
});

const Text = Type.Optional(Type.String({ maxLength: 200 }));

export const ListQuery = Type.Object({
  query: Text,
  offset: Text,
  limit: Text,
  sortBy: Type.Optional(
    Type.Union([Type.Literal('appName'), Type.Literal('name'), Type.Literal('createdAt')], {
      description: 'All are the name of the application',
    }),
  ),
  sortOrder: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
});

export const AppName = Type.String({ maxLength: 200 });
export const EnvironmentName = Type.String({ maxLength: 100 });
