import { queryOptions } from '@tanstack/react-query';
import type { LastImportRun, NewImportRun } from '../../../../server/unleash/runs/schema.ts';
import { call } from '../../api.ts';
import type { Wire } from '../../wire.ts';

type Last = Wire<typeof LastImportRun>;
export type ImportRun = NonNullable<Last['run']>;
export type ImportSummary = NonNullable<ImportRun['summary']>;

const pollEveryMs = 1000;

export const importRunQuery = queryOptions({
  queryKey: ['unleash-import'],
  queryFn: ({ signal }) => call<Last>('GET /api/admin/unleash-import', { signal }),
  refetchInterval: ({ state }) => (state.data?.run?.state === 'running' ? pollEveryMs : false),
});

export const startImport = (body: NewImportRun) =>
  call<Last>('POST /api/admin/unleash-import', { body });

export const cancelImport = () => call('POST /api/admin/unleash-import/cancel');
