import { queryOptions } from '@tanstack/react-query';
import type {
  ApplicationDetail,
  Overview,
} from '../../../../server/usage/application-details/schema.ts';
import type { ListedApplication } from '../../../../server/usage/applications/schema.ts';
import { call } from '../../api.ts';
import { allFlags, type FoundFlag } from '../../flags/flags/api.ts';
import { queryOfNames } from '../../search-params.ts';

export type ApplicationsQuery = {
  query?: string | undefined;
  sortBy?: string | undefined;
  sortOrder?: string | undefined;
  offset?: string | undefined;
  limit?: string;
};

export const findApplications = (query: ApplicationsQuery, signal: AbortSignal) =>
  call<{ total: number; applications: ListedApplication[] }>(
    'GET /api/admin/metrics/applications',
    { query, signal },
  );

export const applicationsQuery = (query: ApplicationsQuery) =>
  queryOptions({
    queryKey: ['applications', query],
    queryFn: ({ signal }) => findApplications(query, signal),
  });

export const environmentsOf = ({ usage }: ListedApplication): string[] => [
  ...new Set(usage.flatMap(({ environments }) => environments)),
];

/** With its newest instances and the flags that it evaluates. */
export const applicationQuery = (appName: string) =>
  queryOptions({
    queryKey: ['applications', appName],
    queryFn: ({ signal }) =>
      call<ApplicationDetail>('GET /api/admin/metrics/applications/:appName', {
        params: { appName },
        signal,
      }),
  });

/** Its environments and issues. */
export const overviewQuery = (appName: string) =>
  queryOptions({
    queryKey: ['applications', appName, 'overview'],
    queryFn: ({ signal }) =>
      call<Overview>('GET /api/admin/metrics/applications/:appName/overview', {
        params: { appName },
        signal,
      }),
  });

/** A query has at most 2000 characters, and a name at most 100. */
const namesPerQuery = 15;

/** The flags with these names as the flag search returns them. */
export const seenFlagsQuery = (appName: string, names: readonly string[]) =>
  queryOptions({
    queryKey: ['flags', 'of-application', appName],
    queryFn: async ({ signal }) => {
      const all: FoundFlag[] = [];
      for (let from = 0; from < names.length; from += namesPerQuery) {
        const q = queryOfNames(names.slice(from, from + namesPerQuery));
        for await (const { features } of allFlags({ q }, { max: namesPerQuery, signal })) {
          all.push(...features);
        }
      }
      return all;
    },
  });
