import type { PlannedChange } from '../../history/comparison/api.ts';
import type { LoggedEvent } from '../events/api.ts';

type Data = Record<string, unknown>;
type Change = Pick<PlannedChange, 'action'> & Partial<PlannedChange>;

/** Events of common changes, as comparisons have them. */
const changes: Record<string, (after: Data, before: Data) => Change> = {
  'feature-metadata-updated': (after, before) => ({ action: 'updateFeature', before, after }),
  'feature-environment-enabled': () => ({ action: 'updateEnabled', after: true }),
  'feature-environment-disabled': () => ({ action: 'updateEnabled', after: false }),
  'feature-strategy-add': (after) => ({ action: 'addStrategy', after }),
  'feature-strategy-update': (after, before) => ({ action: 'updateStrategy', before, after }),
  'feature-strategy-remove': (_, before) => ({ action: 'deleteStrategy', before }),
  'feature-environment-variants-updated': (after, before) => ({
    action: 'patchVariant',
    before: before.variants,
    after: after.variants,
  }),
  'segment-updated': (after, before) => ({ action: 'updateSegment', before, after }),
  'feature-tagged': (tag) => ({ action: 'updateTags', payload: { addedTags: [tag] } }),
  'feature-untagged': (_, tag) => ({ action: 'updateTags', payload: { removedTags: [tag] } }),
  'feature-dependency-added': (parent) => ({ action: 'addDependency', payload: parent }),
  'feature-dependency-removed': ({ feature }) => ({ action: 'deleteDependency', payload: feature }),
};

/** Undefined for other events, and those without the data that a sentence needs. */
export function changeOf(event: LoggedEvent): PlannedChange | undefined {
  const { type, featureName: flag, environment, data, preData } = event;
  if (!Object.hasOwn(changes, type)) return undefined;
  const isSwitch = /-(en|dis)abled$/.test(type);
  if (isSwitch ? environment === null : data === null && preData === null) return undefined;
  const same = { flag, environment, payload: {}, before: null, after: null, sentences: [] };
  return { ...same, ...changes[type]?.({ ...data }, { ...preData }) } as PlannedChange;
}
