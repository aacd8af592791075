import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { useMayChange } from '../../flags/flags/rights.ts';

const permissions = [
  'UPDATE_FEATURE',
  'UPDATE_FEATURE_ENVIRONMENT',
  'UPDATE_FEATURE_STRATEGY',
  'CREATE_FEATURE_STRATEGY',
  'DELETE_FEATURE_STRATEGY',
  'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
  'UPDATE_FEATURE_DEPENDENCY',
];

/** Whether the caller may change or propose anything of the flag; each change needs its own permission. */
export function useMayRestore({ project, environments }: Flag): boolean {
  const mayChange = useMayChange(project);
  const scopes = [undefined, ...environments.map(({ name }) => name)];
  return scopes.some((scope) => permissions.some((each) => mayChange(each, scope)));
}
