import { type Static, Type } from 'typebox';
import { DateTime, Nullable, ref } from '../http/schema.ts';

export const Application = Type.Object(
  {
    appName: Type.String(),
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

const Text = Type.Optional(Type.String({ maxLength: 200 }));

export const ListQuery = Type.Object({ query: Text, offset: Text, limit: Text });

export const ApplicationParams = Type.Object({ appName: Type.String({ maxLength: 200 }) });

export const InstanceParams = Type.Object({
  appName: Type.String({ maxLength: 200 }),
  environment: Type.String({ maxLength: 100 }),
});
