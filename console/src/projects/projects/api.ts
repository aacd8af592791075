import { queryOptions } from '@tanstack/react-query';
import type {
  CreatedProject,
  NewProject,
  Project,
} from '../../../../server/projects/projects/schema.ts';
import { call } from '../../api.ts';
import { projectNamesQuery } from '../../flags/flags/api.ts';

const archivedProjectsQuery = queryOptions({
  queryKey: ['projects', 'archived'],
  queryFn: ({ signal }) =>
    call<{ projects: Project[] }>('GET /api/admin/projects', {
      query: { archived: 'true' },
      signal,
    }),
});

export const projectsQuery = (archived: boolean) =>
  archived ? archivedProjectsQuery : projectNamesQuery;

export const createProject = (body: NewProject) =>
  call<CreatedProject>('POST /api/admin/projects', { body });

export const archiveProject = (projectId: string) =>
  call('POST /api/admin/projects/archive/:projectId', { params: { projectId } });

export const reviveProject = (projectId: string) =>
  call('POST /api/admin/projects/revive/:projectId', { params: { projectId } });

export const deleteProject = (projectId: string) =>
  call('DELETE /api/admin/projects/:projectId', { params: { projectId } });

export const setFavoriteProject = (projectId: string, favorite: boolean) =>
  favorite
    ? call('POST /api/admin/projects/:projectId/favorites', { params: { projectId } })
    : call('DELETE /api/admin/projects/:projectId/favorites', { params: { projectId } });
