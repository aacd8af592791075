import type { ChangeAction, PlannedChange } from './schema.ts';

/** Definitions first, then flags, then what relates them; the others in between. */
const phases: Partial<Record<ChangeAction, number>> = {
  createSegment: 0,
  updateSegment: 0,
  createFeature: 1,
  reviveFeature: 2,
  deleteDependency: 4,
  addDependency: 5,
  archiveFeature: 6,
  moveFeature: 7,
  deleteSegment: 8,
};
const usualPhase = 3;

/** In an order in which the changes of several flags and segments can be made. */
export const inPhases = (changes: readonly PlannedChange[]): PlannedChange[] =>
  changes.toSorted((one, other) => phaseOf(one) - phaseOf(other));

const phaseOf = ({ action }: PlannedChange) => phases[action] ?? usualPhase;

/** These affect all environments, and so need a request if any is protected. */
const ofAllEnvironments: readonly ChangeAction[] = [
  'archiveFeature',
  'addDependency',
  'deleteDependency',
  'updateSegment',
  'deleteSegment',
];

/** What may be changed directly, and what needs a change request, by its environment. */
export function partition(
  changes: readonly PlannedChange[],
  protectedEnvironments: readonly string[],
): { direct: PlannedChange[]; requests: Map<string, PlannedChange[]> } {
  const direct: PlannedChange[] = [];
  const requests = new Map<string, PlannedChange[]>();
  const named = changes.flatMap(({ environment }) => environment ?? []);
  const shared =
    protectedEnvironments.find((name) => named.includes(name)) ?? protectedEnvironments[0];
  for (const change of changes) {
    const environment = ofAllEnvironments.includes(change.action)
      ? shared
      : protectedEnvironments.find((name) => name === change.environment);
    if (environment === undefined) direct.push(change);
    else requests.set(environment, [...(requests.get(environment) ?? []), change]);
  }
  return { direct, requests };
}

/** The existing segments that are changed. */
export const segmentIdsOf = (changes: readonly PlannedChange[]): number[] =>
  changes
    .filter(({ action }) => action === 'updateSegment' || action === 'deleteSegment')
    .map(({ payload }) => (payload as { id: number }).id);

/** With the ids of new segments in place of their negative placeholders. */
export function withSegments(
  change: PlannedChange,
  created: ReadonlyMap<number, number>,
): PlannedChange {
  const { segments } = change.payload as { segments?: number[] };
  if (created.size === 0 || !Array.isArray(segments)) return change;
  const ids = segments.map((id) => created.get(id) ?? id);
  return { ...change, payload: { ...(change.payload as object), segments: ids } };
}
