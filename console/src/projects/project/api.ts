import { queryOptions } from '@tanstack/react-query';
import type { NewSetting, Setting } from '../../../../server/approvals/protection/schema.ts';
import type { DefaultStrategy, NewStrategy } from '../../../../server/flags/strategies/schema.ts';
import type {
  NewAccess,
  ProjectAccess,
} from '../../../../server/identity/project-access/schema.ts';
import type { ProjectEnvironments } from '../../../../server/projects/environments/schema.ts';
import type {
  ProjectOverview,
  ProjectSettings,
  ProjectUpdate,
} from '../../../../server/projects/projects/schema.ts';
import type {
  ExportedDocument,
  ExportQuery,
  ImportPreview,
  ImportRequest,
} from '../../../../server/transfer/schema.ts';
import type { ProjectApplications } from '../../../../server/usage/applications/schema.ts';
import type { HealthInsight } from '../../../../server/usage/health/schema.ts';
import { call, callTagged, ifMatch } from '../../api.ts';
import type { Wire } from '../../wire.ts';

/** The prefix of all queries of one project. */
export const projectKey = (projectId: string) => ['project', projectId];

export const overviewQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...projectKey(projectId), 'overview'],
    queryFn: ({ signal }) =>
      call<ProjectOverview>('GET /api/admin/projects/:projectId/overview', {
        params: { projectId },
        signal,
      }),
  });

/** The version that is edited: read when its forms open, and not again until it is saved or loaded. */
export const openedProjectQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['opened-project', projectId],
    queryFn: ({ signal }) =>
      callTagged<ProjectOverview>('GET /api/admin/projects/:projectId/overview', {
        params: { projectId },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
  });

export const healthQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...projectKey(projectId), 'health'],
    queryFn: ({ signal }) =>
      call<Wire<typeof HealthInsight>>('GET /api/admin/projects/:projectId/insights/health', {
        params: { projectId },
        signal,
      }),
  });

export const projectApplicationsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...projectKey(projectId), 'applications'],
    queryFn: ({ signal }) =>
      call<Wire<typeof ProjectApplications>>('GET /api/admin/projects/:projectId/applications', {
        params: { projectId },
        signal,
      }),
  });

export const projectEnvironmentsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...projectKey(projectId), 'environments'],
    queryFn: ({ signal }) =>
      call<Wire<typeof ProjectEnvironments>>('GET /api/admin/environments/project/:projectId', {
        params: { projectId },
        signal,
      }),
  });

type Visible = Omit<Wire<typeof ProjectEnvironments>['environments'][number], 'defaultStrategy'>;

/** An environment with its settings in the project. */
export type ProjectEnvironment = Visible & {
  defaultStrategy: DefaultStrategy | undefined;
  setting: Setting | undefined;
};

export const accessQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...projectKey(projectId), 'access'],
    queryFn: ({ signal }) =>
      call<ProjectAccess>('GET /api/admin/projects/:projectId/access', {
        params: { projectId },
        signal,
      }),
  });

export const updateProject = (projectId: string, body: ProjectUpdate, etag?: string) =>
  callTagged('PUT /api/admin/projects/:projectId', {
    params: { projectId },
    body,
    headers: ifMatch(etag),
  });

export const updateSettings = (projectId: string, body: ProjectSettings, etag?: string) =>
  callTagged('PUT /api/admin/projects/:projectId/settings', {
    params: { projectId },
    body,
    headers: ifMatch(etag),
  });

export const addEnvironment = (projectId: string, environment: string) =>
  call('POST /api/admin/projects/:projectId/environments', {
    params: { projectId },
    body: { environment },
  });

export const removeEnvironment = (projectId: string, environment: string) =>
  call('DELETE /api/admin/projects/:projectId/environments/:environment', {
    params: { projectId, environment },
  });

export const setDefaultStrategy = (
  params: { projectId: string; environment: string },
  body: NewStrategy,
) =>
  call<DefaultStrategy>(
    'POST /api/admin/projects/:projectId/environments/:environment/default-strategy',
    { params, body },
  );

export const setChangeRequests = (
  params: { projectId: string; environment: string },
  body: NewSetting,
) =>
  call('PUT /api/admin/projects/:projectId/environments/:environment/change-requests/config', {
    params,
    body,
  });

export const grantAccess = (projectId: string, body: NewAccess) =>
  call('POST /api/admin/projects/:projectId/access', { params: { projectId }, body });

export type Holder = { kind: 'user' | 'group'; id: number };

export const setRoles = (projectId: string, { kind, id }: Holder, roles: number[]) =>
  kind === 'user'
    ? call('PUT /api/admin/projects/:projectId/users/:id/roles', {
        params: { projectId, id },
        body: { roles },
      })
    : call('PUT /api/admin/projects/:projectId/groups/:id/roles', {
        params: { projectId, id },
        body: { roles },
      });

export const removeAccess = (projectId: string, { kind, id }: Holder) =>
  kind === 'user'
    ? call('DELETE /api/admin/projects/:projectId/users/:id/roles', { params: { projectId, id } })
    : call('DELETE /api/admin/projects/:projectId/groups/:id/roles', { params: { projectId, id } });

export const exportFlags = (body: ExportQuery) =>
  call<ExportedDocument>('POST /api/admin/features-batch/export', { body });

/** A document of another server may have properties that this one does not know. */
const headers = { prefer: 'handling=lenient' };

export const previewImport = (body: ImportRequest) =>
  call<ImportPreview>('POST /api/admin/features-batch/validate', { body, headers });

export const importFlags = (body: ImportRequest) =>
  call('POST /api/admin/features-batch/import', { body, headers });
