import { badData, noAccess } from '../../platform/errors.ts';
import { assertActive, type FlagData } from '../flags/rules.ts';
import type { NewDependency } from './schema.ts';

/** Without variants, any variant of the parent matches. */
export type Dependency = { parent: string; enabled: boolean; variants: string[] };

export function planDependency({ feature, enabled = true, variants = [] }: NewDependency) {
  if (!enabled && variants.length > 0) {
    throw badData('A parent that must be off has no variants.', '/body/variants');
  }
  return { parent: feature, enabled, variants: [...new Set(variants)].sort() };
}

/** Both flags, locked, and their existing dependencies. */
export type FlagRelations = {
  project: string;
  child: FlagData;
  parentName: string;
  /** Undefined when the project has no such flag. */
  parent: FlagData | undefined;
  childHasChildren: boolean;
  parentHasParent: boolean;
};

/** Dependencies have one level; both flags must be active and in one project. */
export function assertMayDepend(relations: FlagRelations): void {
  const { project, child, parentName, parent } = relations;
  assertActive(child);
  if (child.name === parentName) throw noAccess(`Flag "${child.name}" cannot depend on itself.`);
  if (!parent || parent.archivedAt !== null) {
    throw noAccess(`Project "${project}" has no active flag "${parentName}".`);
  }
  if (relations.parentHasParent) {
    throw noAccess(`Flag "${parentName}" depends on another flag. No flag can depend on it.`);
  }
  if (relations.childHasChildren) {
    throw noAccess(`Other flags depend on flag "${child.name}". It cannot depend on one.`);
  }
}

export const sameDependency = (one: Dependency, other: Dependency | undefined): boolean =>
  other !== undefined &&
  one.parent === other.parent &&
  one.enabled === other.enabled &&
  JSON.stringify(one.variants) === JSON.stringify(other.variants);

/** A dependency as events contain it. */
export const dependencyData = ({ parent, enabled, variants }: Dependency) => ({
  feature: parent,
  enabled,
  ...(variants.length > 0 ? { variants } : {}),
});
