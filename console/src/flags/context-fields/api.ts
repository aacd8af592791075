import { queryOptions } from '@tanstack/react-query';
import type {
  ContextField,
  ContextFieldPatch,
  NewContextField,
} from '../../../../server/flags/context-fields/schema.ts';
import type { StrategyUse } from '../../../../server/flags/segments/schema.ts';
import { call } from '../../api.ts';

export const fieldUsesQuery = (contextField: string) =>
  queryOptions({
    queryKey: ['context-fields', contextField, 'strategies'],
    queryFn: ({ signal }) =>
      call<{ strategies: StrategyUse[] }>('GET /api/admin/context/:contextField/strategies', {
        params: { contextField },
        signal,
      }),
  });

export const createField = (body: NewContextField) =>
  call<ContextField>('POST /api/admin/context', { body });

export const updateField = (contextField: string, body: ContextFieldPatch) =>
  call('PUT /api/admin/context/:contextField', { params: { contextField }, body });

export const deleteField = (contextField: string) =>
  call('DELETE /api/admin/context/:contextField', { params: { contextField } });
