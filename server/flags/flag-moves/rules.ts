import type { Flag } from '../flags/schema.ts';
import type { StoredStrategy } from '../strategies/rules.ts';

/** With replaceGroupId, the name of the clone replaces the groupId of its rollouts. */
export type CopyInput = { name: string; replaceGroupId: boolean };

/** The strategies of a flag for its clone, with new ids. */
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

/** Why a flag cannot move to another project; undefined if it can. */
export function findMoveObstacle(
  { name, children, dependencies }: Pick<Flag, 'name' | 'children' | 'dependencies'>,
  segments: readonly string[],
): string | undefined {
  const [parent] = dependencies;
  if (parent) return `Flag "${name}" depends on "${parent.feature}". Remove the dependency first.`;
  if (children.length > 0) {
    return `Flag "${name}" is the parent of ${children.join(', ')}. Remove the dependencies first.`;
  }
  if (segments.length > 0) {
    return `Flag "${name}" uses segments of its project: ${segments.join(', ')}.`;
  }
  return undefined;
}
