import { noAccess } from '../../platform/errors.ts';
import type { ArchiveImpact } from './schema.ts';

/** A child needs its parent. */
export type Tie = { child: string; parent: string };

/** What archiving the flags together would mean for those that depend on each other. */
export function forecast(names: readonly string[], ties: readonly Tie[]): ArchiveImpact {
  const going = new Set(names);
  const needed = ties.filter(({ child, parent }) => going.has(parent) && !going.has(child));
  return {
    parentsWithChildFeatures: [...new Set(needed.map(({ parent }) => parent))].sort(),
    hasDeletedDependencies: ties.some(({ child }) => going.has(child)),
  };
}

/** A flag stays while others that stay depend on it. */
export function assertNotNeeded(names: readonly string[], ties: readonly Tie[]): void {
  const { parentsWithChildFeatures: needed } = forecast(names, ties);
  if (needed.length === 0) return;
  throw noAccess(
    'Other flags depend on these. Archive those first, or all together.',
    needed.map((parent) => ({
      message: `Flag "${parent}" is the parent of ${childrenOf(parent, names, ties).join(', ')}.`,
    })),
  );
}

const childrenOf = (parent: string, going: readonly string[], ties: readonly Tie[]) =>
  ties
    .filter((tie) => tie.parent === parent && !going.includes(tie.child))
    .map(({ child }) => child);
