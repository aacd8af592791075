import type { ClientLogin } from '../../../../server/identity/client-logins/schema.ts';
import { call } from '../../api.ts';

export const allowClientLogin = (body: ClientLogin) =>
  call('POST /api/admin/user/client-logins', { body });
