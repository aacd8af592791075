import { queryOptions } from '@tanstack/react-query';
import type {
  PersonalDashboard,
  ProjectDashboard,
} from '../../../../server/usage/dashboard/schema.ts';
import type { HealthInsight } from '../../../../server/usage/health/schema.ts';
import { call } from '../../api.ts';
import { allFlags, type FoundFlag } from '../../flags/flags/api.ts';
import { formatFilter } from '../../ui/set-filter.ts';
import type { Wire } from '../../wire.ts';

export type Health = Wire<typeof HealthInsight>;
export type Cost = Health['costs'][number];
export type { PersonalDashboard, ProjectDashboard };

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => call<PersonalDashboard>('GET /api/admin/personal-dashboard', { signal }),
});

export const projectDashboardQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['dashboard', projectId],
    queryFn: ({ signal }) =>
      call<ProjectDashboard>('GET /api/admin/personal-dashboard/:projectId', {
        params: { projectId },
        signal,
      }),
  });

export const healthQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['dashboard', projectId, 'health'],
    queryFn: ({ signal }) =>
      call<Health>('GET /api/admin/projects/:projectId/insights/health', {
        params: { projectId },
        signal,
      }),
  });

/** The search for the stale flags of a project. */
export const staleSearch = (projectId: string) => ({
  project: formatFilter({ operator: 'IS', values: [projectId] }),
  state: 'IS:stale',
});

/** More are not selected at once. */
const staleMax = 5000;

/** The stale flags as the flag search returns them; the costs have only their names. */
export const staleFlagsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['dashboard', projectId, 'stale-flags'],
    queryFn: async ({ signal }) => {
      const all: FoundFlag[] = [];
      for await (const { features } of allFlags(staleSearch(projectId), {
        max: staleMax,
        signal,
      })) {
        all.push(...features);
      }
      return all;
    },
  });

/** What the steps of the tour are ticked off by. */
export type TourProgress = {
  /** The oldest flag. */
  flag: { name: string; project: string } | undefined;
  connected: boolean;
  switchedOn: boolean;
  invited: boolean;
};

/** Read again every few seconds, because other windows and applications do the steps. */
export const tourProgressQuery = queryOptions({
  queryKey: ['tour'],
  queryFn: async ({ signal }): Promise<TourProgress> => {
    const one = { limit: '1' };
    const [flags, applications, { environments }, { users }] = await Promise.all([
      call<{ features: NonNullable<TourProgress['flag']>[] }>('GET /api/admin/search/features', {
        query: one,
        signal,
      }),
      call<{ total: number }>('GET /api/admin/metrics/applications', { query: one, signal }),
      call<{ environments: { enabledToggleCount: number }[] }>('GET /api/admin/environments', {
        signal,
      }),
      call<{ users: unknown[] }>('GET /api/admin/user-admin', { signal }),
    ]);
    return {
      flag: flags.features[0],
      connected: applications.total > 0,
      switchedOn: environments.some(({ enabledToggleCount }) => enabledToggleCount > 0),
      invited: users.length > 1,
    };
  },
  refetchInterval: 3000,
});

/** The server stores it with the user. */
export const dismissTour = () => call('POST /api/admin/splash/:id', { params: { id: tourId } });

export const tourId = 'tour';
