import { badData, noAccess } from '../../platform/errors.ts';
import { assertActive, type FlagData } from '../flags/rules.ts';
import type { NewDependency } from './schema.ts';

/** A child's tie to its parent; no variants means any of them. */
export type Dependency = { parent: string; enabled: boolean; variants: string[] };

/** Settles a dependency; or says which member is wrong. */
export function planDependency({ feature, enabled = true, variants = [] }: NewDependency) {
  if (!enabled && variants.length > 0) {
    throw badData('A parent that must be off has no variants.', '/body/variants');
  }
  return { parent: feature, enabled, variants: [...new Set(variants)].sort() };
}

/** What the database says of the two flags, both locked. */
export type Family = {
  project: string;
  child: FlagData;
  parentName: string;
  /** Undefined when the project has no such flag. */
  parent: FlagData | undefined;
  childHasChildren: boolean;
  parentHasParent: boolean;
};

/** Two generations and no more, both live and in one project. */
export function assertMayDepend(family: Family): void {
  const { project, child, parentName, parent } = family;
  assertActive(child);
  if (child.name === parentName) throw noAccess(`Flag "${child.name}" cannot depend on itself.`);
  if (!parent || parent.archivedAt !== null) {
    throw noAccess(`Project "${project}" has no active flag "${parentName}".`);
  }
  if (family.parentHasParent) {
    throw noAccess(`Flag "${parentName}" depends on another flag. No flag can depend on it.`);
  }
  if (family.childHasChildren) {
    throw noAccess(`Other flags depend on flag "${child.name}". It cannot depend on one.`);
  }
}

export const sameDependency = (one: Dependency, other: Dependency | undefined): boolean =>
  other !== undefined &&
  one.parent === other.parent &&
  one.enabled === other.enabled &&
  JSON.stringify(one.variants) === JSON.stringify(other.variants);

/** A dependency as events tell of it. */
export const dependencyData = ({ parent, enabled, variants }: Dependency) => ({
  feature: parent,
  enabled,
  ...(variants.length > 0 ? { variants } : {}),
});
