import { queryOptions } from '@tanstack/react-query';
import type { ArchivedFlag } from '../../../../server/flags/archive/schema.ts';
import { call } from '../../api.ts';

export const archiveQuery = queryOptions({
  queryKey: ['archive'],
  queryFn: ({ signal }) =>
    call<{ features: ArchivedFlag[] }>('GET /api/admin/archive/features', { signal }),
});
