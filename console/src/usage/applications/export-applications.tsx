import type { ListedApplication } from '../../../../server/usage/applications/schema.ts';
import { csvList } from '../../ui/csv.ts';
import { type CsvColumn, ExportCsv, pagesByOffset } from '../../ui/export-csv.tsx';
import { texts } from '../texts.ts';
import { type ApplicationsQuery, environmentsOf, findApplications } from './api.ts';

type Props = { search: ApplicationsQuery; total: number };

/** Downloads all applications that match, not only the page. */
export default function ExportApplications({ search, total }: Props) {
  return (
    <ExportCsv
      name="applications"
      noun={texts.applications.noun}
      total={total}
      read={({ max, signal }) => ({
        columns,
        pages: pagesByOffset(max, async (page) => {
          const { applications } = await findApplications({ ...search, ...page }, signal);
          return applications;
        }),
      })}
    />
  );
}

const columns: readonly CsvColumn<ListedApplication>[] = [
  ['name', ({ appName }) => appName],
  ['description', ({ description }) => description ?? null],
  ['issues', ({ issueCount }) => String(issueCount)],
  ['projects', ({ usage }) => csvList(usage.map(({ project }) => project))],
  ['environments', (application) => csvList(environmentsOf(application))],
  ['sdks', ({ sdks }) => csvList(sdks)],
  ['lastSeen', ({ lastSeen }) => lastSeen],
];
