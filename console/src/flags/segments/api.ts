import { queryOptions } from '@tanstack/react-query';
import type { NewSegment, Segment, StrategyUse } from '../../../../server/flags/segments/schema.ts';
import { call } from '../../api.ts';

/** Shares its key with `segmentNamesQuery`: it is the same response. */
export const segmentsQuery = queryOptions({
  queryKey: ['segments'],
  queryFn: ({ signal }) => call<{ segments: Segment[] }>('GET /api/admin/segments', { signal }),
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

export const updateSegment = (id: number, body: NewSegment) =>
  call('PUT /api/admin/segments/:id', { params: { id }, body });

export const deleteSegment = (id: number) =>
  call('DELETE /api/admin/segments/:id', { params: { id } });
