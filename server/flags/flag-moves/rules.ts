import type { Flag } from '../flags/schema.ts';
import type { StoredStrategy } from '../strategies/rules.ts';

/** What the copy is called, and whether it is seeded anew or goes on with the original's group. */
export type CopyInput = { name: string; replaceGroupId: boolean };

/** The strategies of a flag as another flag would have them, under new ids. */
export function copiesOf(
  originals: readonly StoredStrategy[],
  ids: readonly string[],
  { name, replaceGroupId }: CopyInput,
): StoredStrategy[] {
  return originals.map((original, index) => {
    const regroup = replaceGroupId && original.parameters.groupId !== undefined;
    return {
      ...original,
      id: ids[index] ?? original.id,
      featureName: name,
      parameters: { ...original.parameters, ...(regroup ? { groupId: name } : {}) },
    };
  });
}

/** Why a flag cannot leave its project, or undefined when nothing holds it. */
export function findHold(
  { name, children, dependencies }: Pick<Flag, 'name' | 'children' | 'dependencies'>,
  segments: readonly string[],
): string | undefined {
  const [parent] = dependencies;
  if (parent) return `Flag ${name} depends on ${parent.feature}; remove the dependency first`;
  if (children.length > 0) {
    return `Flag ${name} has flags that depend on it: ${children.join(', ')}`;
  }
  if (segments.length > 0) {
    return `Flag ${name} uses segments that stay behind: ${segments.join(', ')}`;
  }
  return undefined;
}
