import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { hashSecret, randomSecret } from '../api-tokens/secret.ts';
import { listScimUserIds } from '../scim/queries.ts';
import { deleteUser } from '../users/commands.ts';
import { lockScimSettings, saveScimEnabled, saveScimToken } from './queries.ts';

const id = 'scim';

/** Effective on the next request to any process. */
export async function setScimEnabled(tx: Tx, caller: Caller, enabled: boolean): Promise<void> {
  const before = await lockScimSettings(tx);
  if (before.enabled === enabled) return;
  await saveScimEnabled(tx, enabled);
  recordEvent(tx, caller, {
    type: 'setting-updated',
    data: { id, enabled },
    preData: { id, enabled: before.enabled },
  });
}

/** The token is returned only here; the one before is no longer accepted. */
export async function generateScimToken(tx: Tx, caller: Caller): Promise<string> {
  const { enabled } = await lockScimSettings(tx);
  const token = `scim:${randomSecret()}`;
  await saveScimToken(tx, hashSecret(token));
  recordEvent(tx, caller, {
    type: 'setting-updated',
    data: { id, enabled, tokenChanged: true },
    preData: { id, enabled },
  });
  return token;
}

/** Not those that existed before SCIM. The caller remains. */
export async function deleteScimUsers(tx: Tx, caller: Caller): Promise<void> {
  for (const userId of await listScimUserIds(tx)) {
    if (userId !== caller.id) await deleteUser(tx, caller, userId);
  }
}
