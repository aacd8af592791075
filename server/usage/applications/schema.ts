import { type Static, Type } from 'typebox';
import { DateTime, Nullable, ref } from '../../platform/http/schema.ts';

/** What people say about an application; text that nobody gave is left out. */
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
      Type.String({ maxLength: 200, description: 'The one in the path counts' }),
    ),
    sdkVersion: Type.Optional(
      Type.String({ maxLength: 200, description: 'SDKs say it themselves' }),
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
    strategies: Type.Array(Type.String(), { description: 'That its SDK knows' }),
    usage: Type.Array(
      Type.Object({ project: Type.String(), environments: Type.Array(Type.String()) }),
      { description: 'What its tokens are for; the project * stands for all' },
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
  clientIp: Type.Null({ description: 'Addresses are not kept' }),
  lastSeen: DateTime,
});
export type Instance = Static<typeof Instance>;

export const Instances = Type.Object({
  instances: Type.Array(Instance, { description: 'The latest first, 1000 at most' }),
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
  projects: Type.Array(Type.String(), { description: 'Of its tokens; * stands for all' }),
  featureCount: Type.Integer({ description: 'Flags that it asked about lately' }),
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
          description: 'Names it asked about lately that are no flags for it',
        }),
        outdatedSdks: Names,
      }),
    }),
  ),
  issues: Type.Object({
    missingStrategies: Type.Array(Type.String(), {
      description: 'That its SDK knows and the server does not',
    }),
  }),
});
export type Overview = Static<typeof Overview>;

export const OutdatedSdks = Type.Object({
  sdks: Type.Array(Type.Object({ sdkVersion: Type.String(), applications: Names }), {
    description: 'SDKs too old to know that flags can depend on each other',
  }),
});

const Text = Type.Optional(Type.String({ maxLength: 200 }));

export const ListQuery = Type.Object({ query: Text, offset: Text, limit: Text });

export const ApplicationParams = Type.Object({ appName: Type.String({ maxLength: 200 }) });

export const InstanceParams = Type.Object({
  appName: Type.String({ maxLength: 200 }),
  environment: Type.String({ maxLength: 100 }),
});
