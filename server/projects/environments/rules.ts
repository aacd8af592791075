import { conflict, noAccess } from '../../platform/errors.ts';
import type { EnvironmentPatch, NewEnvironment } from './schema.ts';

/** An environment as events contain it. */
export type EnvironmentData = {
  name: string;
  type: string;
  enabled: boolean;
  protected: boolean;
  sortOrder: number;
  requiredApprovals: number | null;
};

/** Sorts environments without a sort order last. */
const defaultSortOrder = 9999;

export const planEnvironment = (input: NewEnvironment): EnvironmentData => ({
  name: input.name,
  type: input.type,
  enabled: input.enabled ?? true,
  protected: false,
  sortOrder: input.sortOrder ?? defaultSortOrder,
  requiredApprovals: input.requiredApprovals ?? null,
});

/** Undefined when nothing changes. */
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
    `Environment "${name}" is the only environment of project ${projectsWithNoOther.join(', ')}. Add another environment first.`,
  );
}
