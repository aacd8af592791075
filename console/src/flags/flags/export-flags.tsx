import { useQueryClient } from '@tanstack/react-query';
import { ensureNow } from '../../api.ts';
import { ExportCsv } from '../../ui/export-csv.tsx';
import { allFlags, environmentsQuery, type FlagSearch } from './api.ts';
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
        const [{ environments }, { columns, stateIn }] = await Promise.all([
          ensureNow(client, environmentsQuery),
          import('./exported-columns.ts'),
        ]);
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
