import type { StoredStrategy } from '../../flags/strategies/rules.ts';
import { differences } from '../conflicts/merge.ts';
import { type Proposal, placeKey, type Surroundings } from '../conflicts/rules.ts';
import type { Preview } from './schema.ts';

/** The surroundings of a request, and all that its flags do there. */
export type Sight = { around: Surroundings; strategies: readonly StoredStrategy[] };

/** What becomes of everything the changes are about; what stays as it is is not in it. */
export function compare(
  { environment, changes }: { environment: string; changes: readonly Proposal[] },
  before: Sight,
  after: Sight,
): Pick<Preview, 'features' | 'segments'> {
  const flags = new Set(changes.flatMap(({ flag }) => flag ?? []));
  const segments = new Set(changes.flatMap(({ segmentId }) => segmentId ?? []));
  return {
    features: [...flags].flatMap((name) => {
      const found = differences(
        describeFlag(before, environment, name),
        describeFlag(after, environment, name),
      );
      return found.length === 0 ? [] : [{ name, environment, differences: found }];
    }),
    segments: [...segments].flatMap((id) => {
      const [then, now] = [before.around.segments.get(id), after.around.segments.get(id)];
      const found = differences(then, now);
      const name = then?.name ?? `Segment ${id}`;
      return found.length === 0 ? [] : [{ id, name, differences: found }];
    }),
  };
}

/** Strategies by their id, so that one that moves or goes does not make all others differ. */
function describeFlag({ around, strategies }: Sight, environment: string, name: string) {
  const flag = around.flags.get(name);
  const place = around.places.get(placeKey(environment, name));
  return {
    archived: flag ? flag.archivedAt !== null : undefined,
    parent: flag?.parent ?? undefined,
    enabled: place?.enabled,
    variants: place?.variants,
    strategies: Object.fromEntries(
      strategies
        .filter(({ featureName }) => featureName === name)
        .map(({ id, featureName: _, environment: __, version: ___, ...facts }) => [id, facts]),
    ),
  };
}

/** Archives, parents and segments count in every environment, the rest in that of the request. */
export const reachesFar = ({ action, segmentId }: Proposal) =>
  segmentId !== null || ['archiveFeature', 'addDependency', 'deleteDependency'].includes(action);
