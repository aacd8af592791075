import { type Static, Type } from 'typebox';
import { DateTime, ref } from '../../platform/http/schema.ts';

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

export const ListedApplication = Type.Object(
  {
    ...Application.properties,
    lastSeen: DateTime,
    sdks: Type.Array(Type.String(), {
      description: 'SDKs of its instances with their versions, at most 100',
    }),
    issueCount: Type.Integer({
      description: 'The number of unknown flags, outdated SDKs and missing strategies',
    }),
  },
  { $id: 'ListedApplication' },
);
export type ListedApplication = Static<typeof ListedApplication>;

export const Applications = Type.Object({
  total: Type.Integer(),
  applications: Type.Array(ref(ListedApplication)),
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

export const ApplicationsQuery = Type.Object({
  ...ListQuery.properties,
  sortBy: Type.Optional(
    Type.Union(
      [
        Type.Literal('appName'),
        Type.Literal('name'),
        Type.Literal('createdAt'),
        Type.Literal('issues'),
      ],
      { description: 'issues: those with issues first, then by name; all others are the name' },
    ),
  ),
});

export const AppName = Type.String({ maxLength: 200 });
export const EnvironmentName = Type.String({ maxLength: 100 });
