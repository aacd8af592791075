import { queryOptions } from '@tanstack/react-query';
import type { NewSegment, Segment, StrategyUse } from '../../../../server/flags/segments/schema.ts';
import { call, callTagged, ifMatch } from '../../api.ts';

/** Shares its key with `segmentNamesQuery`: it is the same response. */
export const segmentsQuery = queryOptions({
  queryKey: ['segments'],
  queryFn: ({ signal }) => call<{ segments: Segment[] }>('GET /api/admin/segments', { signal }),
});

/** With its version, as it was when a form was opened: loaded again only on request. */
export const openedSegmentQuery = (id: number) =>
  queryOptions({
    queryKey: ['opened-segment', id],
    queryFn: ({ signal }) =>
      callTagged<Segment>('GET /api/admin/segments/:id', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
  });

export const segmentUsesQuery = (id: number) =>
  queryOptions({
    queryKey: ['segments', id, 'strategies'],
    queryFn: ({ signal }) =>
      call<{ strategies: StrategyUse[] }>('GET /api/admin/segments/:id/strategies', {
        params: { id },
        signal,
      }),
  });

export const createSegment = (body: NewSegment) =>
  call<Segment>('POST /api/admin/segments', { body });

/** With an ETag, only in that version. */
export const updateSegment = (id: number, body: NewSegment, etag?: string) =>
  callTagged('PUT /api/admin/segments/:id', { params: { id }, body, headers: ifMatch(etag) });

export const deleteSegment = (id: number) =>
  call('DELETE /api/admin/segments/:id', { params: { id } });
