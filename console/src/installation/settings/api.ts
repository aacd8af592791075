import { queryOptions } from '@tanstack/react-query';
import type { UiConfig as UiConfigSchema } from '../../../../server/installation/settings/schema.ts';
import { call } from '../../api.ts';
import type { Wire } from '../../wire.ts';

export type UiConfig = Wire<typeof UiConfigSchema>;

/** Requested again each minute while the page is visible, because maintenance may start. */
export const uiConfigQuery = queryOptions({
  queryKey: ['ui-config'],
  queryFn: ({ signal }) => call<UiConfig>('GET /api/admin/ui-config', { signal }),
  staleTime: 60_000,
  refetchInterval: 60_000,
});
