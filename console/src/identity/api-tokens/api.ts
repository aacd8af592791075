import { queryOptions } from '@tanstack/react-query';
import type { ApiToken, NewApiToken } from '../../../../server/identity/api-tokens/schema.ts';
import { call } from '../../api.ts';

/** Tokens of the server, or of one project. */
export const tokensQuery = (projectId?: string) =>
  queryOptions({
    queryKey: ['tokens', projectId],
    queryFn: ({ signal }) =>
      projectId === undefined
        ? call<{ tokens: ApiToken[] }>('GET /api/admin/api-tokens', { signal })
        : call<{ tokens: ApiToken[] }>('GET /api/admin/projects/:projectId/api-tokens', {
            params: { projectId },
            signal,
          }),
  });

export const createToken = (body: NewApiToken, projectId?: string) =>
  projectId === undefined
    ? call<ApiToken>('POST /api/admin/api-tokens', { body })
    : call<ApiToken>('POST /api/admin/projects/:projectId/api-tokens', {
        params: { projectId },
        body,
      });

export const deleteToken = (token: string, projectId?: string) =>
  projectId === undefined
    ? call('DELETE /api/admin/api-tokens/:token', { params: { token } })
    : call('DELETE /api/admin/projects/:projectId/api-tokens/:token', {
        params: { projectId, token },
      });
