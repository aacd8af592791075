import { type Static, Type } from 'typebox';
import { DateTime, Nullable } from '../../platform/http/schema.ts';
import { Application } from '../applications/schema.ts';

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
    missingFeatures: Type.Array(
      Type.Object({ name: Type.String(), environments: Names, lastSeen: DateTime }),
      {
        description:
          'Flag names that it evaluated recently and that do not exist for it, newest first, at most 1000',
      },
    ),
    outdatedSdks: Type.Array(
      Type.Object({
        sdkVersion: Type.String(),
        minimumVersion: Type.String({
          description: 'The first version that supports dependencies between flags',
        }),
        environments: Names,
      }),
    ),
  }),
});
export type Overview = Static<typeof Overview>;
