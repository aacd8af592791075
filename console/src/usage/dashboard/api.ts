import { queryOptions } from '@tanstack/react-query';
import type { ArchiveImpact } from '../../../../server/flags/archive/schema.ts';
import type { ApiToken, NewApiToken } from '../../../../server/identity/api-tokens/schema.ts';
import type { OwnRoles } from '../../../../server/identity/profiles/schema.ts';
import type {
  PersonalDashboard,
  ProjectDashboard,
} from '../../../../server/usage/dashboard/schema.ts';
import type { HealthInsight } from '../../../../server/usage/health/schema.ts';
import { call } from '../../api.ts';
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

export const ownRolesQuery = queryOptions({
  queryKey: ['own-roles'],
  queryFn: ({ signal }) => call<Wire<typeof OwnRoles>>('GET /api/admin/user/roles', { signal }),
  staleTime: 60_000,
});

type Flags = { projectId: string; features: string[] };

export const reviveFlags = ({ projectId, features }: Flags) =>
  call('POST /api/admin/projects/:projectId/revive', { params: { projectId }, body: { features } });

export const archiveImpactQuery = ({ projectId, features }: Flags) =>
  queryOptions({
    queryKey: ['archive-impact', projectId, features],
    queryFn: ({ signal }) =>
      call<ArchiveImpact>('POST /api/admin/projects/:projectId/archive/validate', {
        params: { projectId },
        body: { features },
        signal,
      }),
    staleTime: 0,
  });

export const createToken = (projectId: string, body: NewApiToken) =>
  call<ApiToken>('POST /api/admin/projects/:projectId/api-tokens', { params: { projectId }, body });
