import { useQueryClient } from '@tanstack/react-query';
import { ensureNow } from '../../api.ts';
import { csvList } from '../../ui/csv.ts';
import { type CsvColumn, ExportCsv } from '../../ui/export-csv.tsx';
import { allFlags, environmentsQuery, type FlagSearch, type FoundFlag } from './api.ts';
import { texts } from './texts.ts';

type Props = { search: FlagSearch; total: number };

/** Downloads all flags that match, not only the page. */
export default function ExportFlags({ search, total }: Props) {
  const client = useQueryClient();
  return (
    <ExportCsv
      name="flags"
      noun={texts.noun}
      total={total}
      read={async (options) => {
        const { environments } = await ensureNow(client, environmentsQuery);
        return {
          columns: [...columns, ...environments.map(({ name }) => stateIn(name))],
          pages: pagesOf(search, options),
        };
      }}
    />
  );
}

async function* pagesOf(search: FlagSearch, options: Parameters<typeof allFlags>[1]) {
  for await (const { features } of allFlags(search, options)) yield features;
}

const columns: readonly CsvColumn<FoundFlag>[] = [
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

const stateIn = (environment: string): CsvColumn<FoundFlag> => [
  environment,
  ({ environments }) => {
    const state = environments.find(({ name }) => name === environment);
    return state === undefined ? '' : state.enabled ? 'on' : 'off';
  },
];
