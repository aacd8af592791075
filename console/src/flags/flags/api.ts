import { queryOptions } from '@tanstack/react-query';
import type {
  ChangeRequest,
  NewChange,
} from '../../../../server/approvals/change-requests/schema.ts';
import type { Settings } from '../../../../server/approvals/protection/schema.ts';
import type { FlagType } from '../../../../server/flags/flag-types/schema.ts';
import type { Flag, NewFlag } from '../../../../server/flags/flags/schema.ts';
import type { Segment } from '../../../../server/flags/segments/schema.ts';
import type { Environment } from '../../../../server/projects/environments/schema.ts';
import type { Project } from '../../../../server/projects/projects/schema.ts';
import type { FlagSearchQuery, FlagSearchResult } from '../../../../server/search/schema.ts';
import { call, callTagged, ifMatch } from '../../api.ts';
import type { Wire } from '../../wire.ts';

export type FoundFlags = Wire<typeof FlagSearchResult>;
export type FoundFlag = FoundFlags['features'][number];
export type FlagEnvironmentKey = { projectId: string; featureName: string; environment: string };

export const flagsQuery = (
  query: { [K in keyof FlagSearchQuery]: FlagSearchQuery[K] | undefined },
) =>
  queryOptions({
    queryKey: ['flags', query],
    queryFn: ({ signal }) => call<FoundFlags>('GET /api/admin/search/features', { query, signal }),
  });

export type FlagSearch = Parameters<typeof flagsQuery>[0];

/** The API returns no more in one response. */
const perResponseMax = 1000;

export type Pages = { max: number; signal: AbortSignal; perResponse?: number };

/** All flags that match, response by response, at most `max`. */
export async function* allFlags(
  { offset: _, ...search }: FlagSearch,
  { max, signal, perResponse = perResponseMax }: Pages,
): AsyncGenerator<FoundFlags> {
  let cursor: string | undefined;
  for (let count = 0; count < max; ) {
    const limit = String(Math.min(perResponse, max - count));
    const query = { ...search, limit, cursor };
    const found = await call<FoundFlags>('GET /api/admin/search/features', { query, signal });
    yield found;
    count += found.features.length;
    if (found.nextCursor === null) return;
    cursor = found.nextCursor;
  }
}

export const environmentsQuery = queryOptions({
  queryKey: ['environments'],
  queryFn: ({ signal }) =>
    call<{ environments: Environment[] }>('GET /api/admin/environments', { signal }),
  staleTime: 60_000,
});

export const flagTypesQuery = queryOptions({
  queryKey: ['flag-types'],
  queryFn: ({ signal }) => call<{ types: FlagType[] }>('GET /api/admin/feature-types', { signal }),
  staleTime: 300_000,
});

export const segmentNamesQuery = queryOptions({
  queryKey: ['segments'],
  queryFn: ({ signal }) => call<{ segments: Segment[] }>('GET /api/admin/segments', { signal }),
  staleTime: 60_000,
});

export const projectNamesQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => call<{ projects: Project[] }>('GET /api/admin/projects', { signal }),
  staleTime: 60_000,
});

export const changeRequestConfigQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['change-request-config', projectId],
    queryFn: ({ signal }) =>
      call<Wire<typeof Settings>>('GET /api/admin/projects/:projectId/change-requests/config', {
        params: { projectId },
        signal,
      }),
    staleTime: 30_000,
  });

/** With an ETag, only in that version. */
export const switchFlag = (
  { enabled, ...params }: FlagEnvironmentKey & { enabled: boolean },
  etag?: string,
) => {
  const input = { params, headers: ifMatch(etag) };
  return enabled
    ? callTagged(
        'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/on',
        input,
      )
    : callTagged(
        'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/off',
        input,
      );
};

/** Adds to the caller's draft for the environment, which is created if there is none. */
export const proposeChange = (
  params: { projectId: string; environment: string },
  body: NewChange | readonly NewChange[],
) =>
  call<ChangeRequest>(
    'POST /api/admin/projects/:projectId/environments/:environment/change-requests',
    { params, body },
  );

export const setFavorite = ({
  favorite,
  ...params
}: {
  projectId: string;
  featureName: string;
  favorite: boolean;
}) =>
  favorite
    ? call('POST /api/admin/projects/:projectId/features/:featureName/favorites', { params })
    : call('DELETE /api/admin/projects/:projectId/features/:featureName/favorites', { params });

export const createFlag = (projectId: string, body: NewFlag) =>
  call<Flag>('POST /api/admin/projects/:projectId/features', { params: { projectId }, body });

export const archiveFlag = (projectId: string, featureName: string) =>
  call('DELETE /api/admin/projects/:projectId/features/:featureName', {
    params: { projectId, featureName },
  });

export const creatorsQuery = queryOptions({
  queryKey: ['event-creators'],
  queryFn: ({ signal }) =>
    call<{ id: number; name: string }[]>('GET /api/admin/event-creators', { signal }),
  staleTime: 300_000,
});
