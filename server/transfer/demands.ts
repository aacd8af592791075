import type { Affected } from '../approvals/protection/rules.ts';
import type { Permission } from '../platform/permissions.ts';
import type { FlagStep, Plan } from './plan.ts';

/** A permission that an import needs, in the project and environment or everywhere. */
export type Demand = { anyOf: readonly [Permission, ...Permission[]]; root?: boolean };

/** What it would take to do the same by hand, and the right to change flags in any case. */
export function demandsOf({ steps, newFields, newTagTypes, newSegments }: Plan): Demand[] {
  const any = (test: (step: FlagStep) => boolean) => steps.some(test);
  const changes = (kind: string) =>
    any(({ strategies }) => strategies.some((change) => change.kind === kind));
  const demands: [boolean, Demand][] = [
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
    [any(({ tie }) => tie !== undefined), { anyOf: ['UPDATE_FEATURE_DEPENDENCY'] }],
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
  return demands.filter(([needed]) => needed).map(([, demand]) => demand);
}

/** Where what it changes may need a change request; a tie counts in every environment. */
export function placesOf(
  { steps }: Plan,
  { project, environment }: { project: string; environment: string },
): Affected['places'] {
  const targeted = steps.some(
    ({ strategies, switches, variants }) =>
      strategies.length > 0 || switches || variants !== undefined,
  );
  const tied = steps.some(({ tie }) => tie !== undefined);
  return [
    ...(targeted ? [{ project, environment }] : []),
    ...(tied ? [{ project, environment: null }] : []),
  ];
}

export const describe = ({ anyOf }: Demand) => anyOf.join(' or ');
