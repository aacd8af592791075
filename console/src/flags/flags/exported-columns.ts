import { csvList } from '../../ui/csv.ts';
import type { CsvColumn } from '../../ui/export-csv.tsx';
import type { FoundFlag } from './api.ts';

/** Of the exported list; the columns of the environments follow them. */
export const columns: readonly CsvColumn<FoundFlag>[] = [
  ['name', ({ name }) => name],
  ['project', ({ project }) => project],
  ['type', ({ type }) => type],
  ['description', ({ description }) => description],
  ['state', (flag) => stateOf(flag)],
  ['lifecycle', ({ lifecycle }) => lifecycle.stage],
  ['tags', ({ tags }) => csvList(tags.map(({ type, value }) => `${type}:${value}`))],
  ['segments', ({ segments }) => csvList(segments)],
  ['createdAt', ({ createdAt }) => createdAt],
  ['createdBy', ({ createdBy }) => createdBy.name],
  ['lastSeenAt', ({ lastSeenAt }) => lastSeenAt],
  ['favorite', ({ favorite }) => String(favorite)],
];

function stateOf({ archivedAt, stale, potentiallyStale }: FoundFlag): string {
  if (archivedAt) return 'archived';
  if (potentiallyStale) return 'potentially-stale';
  return stale ? 'stale' : 'active';
}

/** Whether a flag is on in the environment. */
export const stateIn = (environment: string): CsvColumn<FoundFlag> => [
  environment,
  ({ environments }) => {
    const state = environments.find(({ name }) => name === environment);
    return state === undefined ? '' : state.enabled ? 'on' : 'off';
  },
];
