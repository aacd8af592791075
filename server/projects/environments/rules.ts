import { conflict, noAccess } from '../../platform/errors.ts';
import type { EnvironmentPatch, NewEnvironment } from './schema.ts';

/** An environment as events tell of it. */
export type EnvironmentData = {
  name: string;
  type: string;
  enabled: boolean;
  protected: boolean;
  sortOrder: number;
  requiredApprovals: number | null;
};

/** Where an environment stands that was given no place: behind all that were. */
const lastPlace = 9999;

export const planEnvironment = (input: NewEnvironment): EnvironmentData => ({
  name: input.name,
  type: input.type,
  enabled: input.enabled ?? true,
  protected: false,
  sortOrder: input.sortOrder ?? lastPlace,
  requiredApprovals: input.requiredApprovals ?? null,
});

/** What the environment becomes, or undefined when it stays what it is. */
export function patchEnvironment(
  before: EnvironmentData,
  patch: EnvironmentPatch,
): EnvironmentData | undefined {
  const after = { ...before, ...patch };
  const keys = Object.keys(after) as (keyof EnvironmentData)[];
  return keys.some((key) => after[key] !== before[key]) ? after : undefined;
}

export function assertMayDelete(
  { name, protected: isProtected }: EnvironmentData,
  projectsWithNoOther: readonly string[],
): void {
  if (isProtected) throw noAccess(`Environment "${name}" is protected and cannot be deleted.`);
  if (projectsWithNoOther.length === 0) return;
  throw conflict(
    `Environment "${name}" is the only one of project ${projectsWithNoOther.join(', ')}. Add another one first.`,
  );
}
