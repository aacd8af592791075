import type { Tag } from '../../../../server/flags/tags/schema.ts';
import { call } from '../../api.ts';

type Scope = { projectId: string; environment: string };

export type TagKey = Pick<Tag, 'type' | 'value'>;

/** Each of these changes all of the flags, or none. */
export const switchFlags = (params: Scope, features: readonly string[], enabled: boolean) =>
  enabled
    ? call('POST /api/admin/projects/:projectId/bulk_features/environments/:environment/on', {
        params,
        body: { features },
      })
    : call('POST /api/admin/projects/:projectId/bulk_features/environments/:environment/off', {
        params,
        body: { features },
      });

export const tagFlags = (
  projectId: string,
  features: readonly string[],
  tags: { addedTags: readonly TagKey[]; removedTags: readonly TagKey[] },
) =>
  call('PUT /api/admin/projects/:projectId/tags', {
    params: { projectId },
    body: { features, tags },
  });

export const markFlags = (projectId: string, features: readonly string[], stale: boolean) =>
  call('POST /api/admin/projects/:projectId/stale', {
    params: { projectId },
    body: { features, stale },
  });

export const archiveFlags = (projectId: string, features: readonly string[]) =>
  call('POST /api/admin/projects/:projectId/archive', {
    params: { projectId },
    body: { features },
  });

export const reviveFlags = (projectId: string, features: readonly string[]) =>
  call('POST /api/admin/projects/:projectId/revive', { params: { projectId }, body: { features } });

/** Permanently; only archived ones. */
export const deleteFlags = (projectId: string, features: readonly string[]) =>
  call('POST /api/admin/projects/:projectId/delete', { params: { projectId }, body: { features } });

export const moveFlag = (projectId: string, featureName: string, newProjectId: string) =>
  call('POST /api/admin/projects/:projectId/features/:featureName/changeProject', {
    params: { projectId, featureName },
    body: { newProjectId },
  });
