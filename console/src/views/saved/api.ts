import { queryOptions } from '@tanstack/react-query';
import type {
  Completions,
  CountedView,
  NewView,
  View as SavedView,
  ViewUpdate,
} from '../../../../server/views/schema.ts';
import { call } from '../../api.ts';
import type { Wire } from '../../wire.ts';

export type View = SavedView;

export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => call<{ views: View[] }>('GET /api/admin/views', { signal }),
  staleTime: 60_000,
});

/** A view and the number of its matches. */
export const viewQuery = (id: string) =>
  queryOptions({
    queryKey: ['views', id],
    queryFn: ({ signal }) =>
      call<Wire<typeof CountedView>>('GET /api/admin/views/:id', { params: { id }, signal }),
    staleTime: 60_000,
  });

/** Of the caller, or shared in a project. */
export const createView = (project: string | undefined, body: NewView) =>
  project === undefined
    ? call<View>('POST /api/admin/views', { body })
    : call<View>('POST /api/admin/projects/:projectId/views', {
        params: { projectId: project },
        body,
      });

export const updateView = (
  { id, name, description, query, columns }: View,
  change: Partial<ViewUpdate>,
) =>
  call<View>('PUT /api/admin/views/:id', {
    params: { id },
    body: { name, description, query, columns, ...change },
  });

export const deleteView = (id: string) => call('DELETE /api/admin/views/:id', { params: { id } });

/** Values that can replace the word at the end of the query. */
export const completionsQuery = (kind: View['kind'], q: string) =>
  queryOptions({
    queryKey: ['completions', kind, q],
    queryFn: ({ signal }) =>
      call<Completions>('GET /api/admin/search/completions', {
        query: { kind, q },
        signal,
      }),
    staleTime: 60_000,
  });
