import { queryOptions } from '@tanstack/react-query';
import type { Application, Instance } from '../../../../server/usage/applications/schema.ts';
import { call } from '../../api.ts';

type ApplicationsQuery = { query?: string | undefined; offset?: string | undefined; limit: string };

export const applicationsQuery = (query: ApplicationsQuery) =>
  queryOptions({
    queryKey: ['applications', query],
    queryFn: ({ signal }) =>
      call<{ total: number; applications: Application[] }>('GET /api/admin/metrics/applications', {
        query,
        signal,
      }),
  });

export const instancesQuery = (appName: string, environment: string) =>
  queryOptions({
    queryKey: ['applications', appName, environment],
    queryFn: ({ signal }) =>
      call<{ instances: Instance[] }>(
        'GET /api/admin/metrics/instances/:appName/environment/:environment',
        { params: { appName, environment }, signal },
      ),
  });
