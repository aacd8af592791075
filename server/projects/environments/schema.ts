import { type Static, Type } from 'typebox';
import { Nullable } from '../../platform/http/schema.ts';

const Count = Type.Integer({ minimum: 0 });
const SortOrder = Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 });
const EnvironmentType = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'development, test, preproduction and production are known; others mean nothing',
});

/** `.` and `..` would walk through the paths they stand in. */
export const EnvironmentName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^(?!\\.{1,2}$)[A-Za-z0-9~_.-]+$',
});

/** How many people must approve a change; null where changes need no approval. */
export const RequiredApprovals = Type.Integer({ minimum: 1, maximum: 10 });

const shared = {
  name: Type.String(),
  type: Type.String(),
  enabled: Type.Boolean(),
  protected: Type.Boolean({ description: 'Cannot be deleted' }),
  sortOrder: Type.Integer(),
};

export const Environment = Type.Object(
  {
    ...shared,
    projectCount: Type.Integer({ description: 'Live projects that have it' }),
    apiTokenCount: Count,
    enabledToggleCount: Type.Integer({ description: 'Live flags that are on in it' }),
    requiredApprovals: Nullable(Type.Integer({ description: 'What new projects start with' })),
  },
  { $id: 'Environment' },
);
export type Environment = Static<typeof Environment>;

export const Environments = Type.Object({
  version: Type.Integer(),
  environments: Type.Array(Type.Ref('Environment#')),
});

export const ProjectEnvironments = Type.Object({
  version: Type.Integer(),
  environments: Type.Array(
    Type.Object({
      ...shared,
      projectApiTokenCount: Type.Integer({
        description: 'Tokens that serve the project there, those for all projects included',
      }),
      projectEnabledToggleCount: Count,
      defaultStrategy: Type.Optional(Type.Object({}, { additionalProperties: true })),
      visible: Type.Boolean({ description: 'Whether the project uses it' }),
    }),
  ),
});

export const EnvironmentPatch = Type.Object(
  {
    type: Type.Optional(EnvironmentType),
    enabled: Type.Optional(Type.Boolean()),
    sortOrder: Type.Optional(SortOrder),
    requiredApprovals: Type.Optional(Nullable(RequiredApprovals)),
  },
  { additionalProperties: false },
);
export type EnvironmentPatch = Static<typeof EnvironmentPatch>;

export const NewEnvironment = Type.Object(
  { ...EnvironmentPatch.properties, name: EnvironmentName, type: EnvironmentType },
  { additionalProperties: false },
);
export type NewEnvironment = Static<typeof NewEnvironment>;

export const WantedName = Type.Object({ name: EnvironmentName }, { additionalProperties: false });

/** A place for each environment named. */
export const SortOrders = Type.Unsafe<Record<string, number>>({
  type: 'object',
  additionalProperties: SortOrder,
});

export const NameParams = Type.Object({ name: Type.String() });
