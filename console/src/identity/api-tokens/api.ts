import { queryOptions } from '@tanstack/react-query';
import type { ApiToken, NewApiToken } from '../../../../server/identity/api-tokens/schema.ts';
import { callInScope } from '../../api.ts';

/** Tokens of the server, or of one project. */
export const tokensQuery = (projectId?: string) =>
  queryOptions({
    queryKey: ['tokens', projectId],
    queryFn: ({ signal }) =>
      callInScope<{ tokens: ApiToken[] }>(
        projectId ?? null,
        ['GET /api/admin/api-tokens', 'GET /api/admin/projects/:projectId/api-tokens'],
        { signal },
      ),
  });

export const createToken = (body: NewApiToken, projectId?: string) =>
  callInScope<ApiToken>(
    projectId ?? null,
    ['POST /api/admin/api-tokens', 'POST /api/admin/projects/:projectId/api-tokens'],
    { body },
  );

export const deleteToken = (token: string, projectId?: string) =>
  callInScope(
    projectId ?? null,
    [
      'DELETE /api/admin/api-tokens/:token',
      'DELETE /api/admin/projects/:projectId/api-tokens/:token',
    ],
    { params: { token } },
  );
