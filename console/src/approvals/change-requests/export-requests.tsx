import type { FoundRequest } from '../../../../server/approvals/change-requests/schema.ts';
import { csvList } from '../../ui/csv.ts';
import { type CsvColumn, ExportCsv, pagesByOffset } from '../../ui/export-csv.tsx';
import { personName } from '../people.ts';
import { texts } from '../texts.tsx';
import { findRequests, type RequestsQuery } from './api.ts';

type Props = { search: RequestsQuery; total: number };

/** Downloads all change requests that match, not only the page. */
export default function ExportRequests({ search, total }: Props) {
  return (
    <ExportCsv
      name="change-requests"
      noun={texts.changeRequests.noun}
      total={total}
      read={({ max, signal }) => ({
        columns,
        pages: pagesByOffset(max, async (page) => {
          const { changeRequests } = await findRequests({ ...search, ...page }, signal);
          return changeRequests;
        }),
      })}
    />
  );
}

const columns: readonly CsvColumn<FoundRequest>[] = [
  ['id', ({ id }) => String(id)],
  ['title', ({ title }) => title],
  ['state', ({ state }) => state],
  ['project', ({ project }) => project],
  ['environment', ({ environment }) => environment],
  ['flags', ({ features }) => csvList(features)],
  ['segments', ({ segments }) => segments.join(', ')],
  ['createdBy', ({ createdBy }) => personName(createdBy)],
  ['createdAt', ({ createdAt }) => createdAt],
  ['scheduledAt', ({ schedule }) => schedule?.scheduledAt ?? null],
];
