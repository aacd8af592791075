import { noAccess } from '../../platform/errors.ts';
import type { ArchiveImpact } from './schema.ts';

export type DependencyEdge = { child: string; parent: string };

/** The flags are archived together, so a parent is blocked only by other children. */
export function archiveImpactOf(
  names: readonly string[],
  edges: readonly DependencyEdge[],
): ArchiveImpact {
  const selected = new Set(names);
  const needed = edges.filter(({ child, parent }) => selected.has(parent) && !selected.has(child));
  return {
    parentsWithChildFeatures: [...new Set(needed.map(({ parent }) => parent))].sort(),
    hasDeletedDependencies: edges.some(
      ({ child, parent }) => selected.has(child) || selected.has(parent),
    ),
  };
}

/** Refuses flags with children that are not selected too. */
export function assertNotNeeded(names: readonly string[], edges: readonly DependencyEdge[]): void {
  const { parentsWithChildFeatures: needed } = archiveImpactOf(names, edges);
  if (needed.length === 0) return;
  throw noAccess(
    'Other flags depend on these. Archive the dependent flags too.',
    needed.map((parent) => ({
      message: `Flag "${parent}" is the parent of ${childrenOf(parent, names, edges).join(', ')}.`,
    })),
  );
}

const childrenOf = (
  parent: string,
  selected: readonly string[],
  edges: readonly DependencyEdge[],
) =>
  edges
    .filter((edge) => edge.parent === parent && !selected.includes(edge.child))
    .map(({ child }) => child);

/** Names are percent-encoded, and only the first are listed, because it is a header. */
const warnedMax = 20;

export function warningOf(referenced: readonly { name: string; references: number }[]): string {
  const shown = referenced
    .slice(0, warnedMax)
    .map(({ name, references }) => `${encodeURIComponent(name)} (${references})`);
  const more = referenced.length > warnedMax ? ', ...' : '';
  return `Code refers to: ${shown.join(', ')}${more}`;
}
