import { queryOptions } from '@tanstack/react-query';
import type { ArchivedFlag } from '../../../../server/flags/archive/schema.ts';
import { call } from '../../api.ts';

export const archiveQuery = queryOptions({
  queryKey: ['archive'],
  queryFn: ({ signal }) =>
    call<{ features: ArchivedFlag[] }>('GET /api/admin/archive/features', { signal }),
});

export const reviveFlag = (featureName: string) =>
  call('POST /api/admin/archive/revive/:featureName', { params: { featureName } });

export const deleteArchivedFlag = (featureName: string) =>
  call('DELETE /api/admin/archive/:featureName', { params: { featureName } });
