import { type Static, Type } from 'typebox';
import { Nullable } from '../../platform/http/schema.ts';

const Count = Type.Integer({ minimum: 0 });
const SortOrder = Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 });
const EnvironmentType = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Usual values: development, test, preproduction, production',
});

/** `.` and `..` are refused, because URLs normalize them. */
export const EnvironmentName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^(?!\\.{1,2}$)[A-Za-z0-9~_.-]+$',
  examples: ['pre-production'],
});

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
    projectCount: Type.Integer({ description: 'Live projects with this environment' }),
    apiTokenCount: Count,
    enabledToggleCount: Type.Integer({ description: 'Active flags that are on in it' }),
    requiredApprovals: Nullable(Type.Integer({ description: 'Default for new projects' })),
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
        description:
          'Tokens for the project in this environment, including tokens for all projects',
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

export const EnvironmentNameInput = Type.Object(
  { name: EnvironmentName },
  { additionalProperties: false },
);

/** By name of the environment. */
export const SortOrders = Type.Unsafe<Record<string, number>>({
  type: 'object',
  additionalProperties: SortOrder,
});
