import type { RestoreRequest, RestoreResult } from '../../../../server/history/restore/schema.ts';
import { call } from '../../api.ts';
import type { FlagKey } from '../../flags/flag/api.ts';
import type { SendOptions } from './changes-dialog.tsx';

export type { RestoreResult };

export const restoreFlag = (params: FlagKey, body: RestoreRequest) =>
  call<RestoreResult>('POST /api/admin/projects/:projectId/features/:featureName/restore', {
    params,
    body,
  });

export const undoEvent = (params: FlagKey & { eventId: number }, body: SendOptions) =>
  call<RestoreResult>(
    'POST /api/admin/projects/:projectId/features/:featureName/versions/:eventId/undo',
    { params, body },
  );
