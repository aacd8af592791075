import { queryOptions } from '@tanstack/react-query';
import type { ContextField } from '../../../../server/flags/context-fields/schema.ts';
import type { StrategyType } from '../../../../server/flags/custom-strategies/schema.ts';
import { call } from '../../api.ts';

export const contextFieldsQuery = queryOptions({
  queryKey: ['context-fields'],
  queryFn: ({ signal }) => call<ContextField[]>('GET /api/admin/context', { signal }),
  staleTime: 60_000,
});

export const strategyTypesQuery = queryOptions({
  queryKey: ['strategy-types'],
  queryFn: ({ signal }) =>
    call<{ strategies: StrategyType[] }>('GET /api/admin/strategies', { signal }),
  staleTime: 60_000,
});
