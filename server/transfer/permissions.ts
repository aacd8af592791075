import type { Affected } from '../approvals/protection/rules.ts';
import type { Permission } from '../platform/permissions.ts';
import type { FlagStep, Plan } from './plan.ts';

/** A permission that an import needs, in the project and environment or, if root, globally. */
export type RequiredPermission = { anyOf: readonly [Permission, ...Permission[]]; root?: boolean };

/** The permissions for each change of the plan, and UPDATE_FEATURE in any case. */
export function requiredPermissions({
  steps,
  newFields,
  newTagTypes,
  newSegments,
}: Plan): RequiredPermission[] {
  const any = (test: (step: FlagStep) => boolean) => steps.some(test);
  const changes = (kind: string) =>
    any(({ strategies }) => strategies.some((change) => change.kind === kind));
  const required: [boolean, RequiredPermission][] = [
    [true, { anyOf: ['UPDATE_FEATURE'] }],
    [any(({ create }) => create !== undefined), { anyOf: ['CREATE_FEATURE'] }],
    [changes('add'), { anyOf: ['CREATE_FEATURE_STRATEGY'] }],
    [changes('update'), { anyOf: ['UPDATE_FEATURE_STRATEGY'] }],
    [changes('remove'), { anyOf: ['DELETE_FEATURE_STRATEGY'] }],
    [any(({ switches }) => switches), { anyOf: ['UPDATE_FEATURE_ENVIRONMENT'] }],
    [
      any(({ variants }) => variants !== undefined),
      { anyOf: ['UPDATE_FEATURE_ENVIRONMENT_VARIANTS'] },
    ],
    [any(({ dependency }) => dependency !== undefined), { anyOf: ['UPDATE_FEATURE_DEPENDENCY'] }],
    [newTagTypes.length > 0, { anyOf: ['CREATE_TAG_TYPE'], root: true }],
    [newFields.length > 0, { anyOf: ['CREATE_CONTEXT_FIELD'], root: true }],
    [
      newSegments.some(({ project }) => typeof project !== 'string'),
      { anyOf: ['CREATE_SEGMENT'], root: true },
    ],
    [
      newSegments.some(({ project }) => typeof project === 'string'),
      { anyOf: ['CREATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'] },
    ],
  ];
  return required.filter(([needed]) => needed).map(([, permission]) => permission);
}

/** Where the plan may need a change request; a dependency affects every environment. */
export function scopesOf(
  { steps }: Plan,
  { project, environment }: { project: string; environment: string },
): Affected['scopes'] {
  const configured = steps.some(
    ({ strategies, switches, variants }) =>
      strategies.length > 0 || switches || variants !== undefined,
  );
  const dependent = steps.some(({ dependency }) => dependency !== undefined);
  return [
    ...(configured ? [{ project, environment }] : []),
    ...(dependent ? [{ project, environment: null }] : []),
  ];
}

export const permissionText = ({ anyOf }: RequiredPermission) => anyOf.join(' or ');
