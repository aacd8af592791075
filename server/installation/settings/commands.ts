import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { lockSettings, saveFrontendOrigins, saveMaintenance } from './queries.ts';
import { planOrigins } from './rules.ts';

/** `path` is that of the list in the body; `defaults` apply until a list is stored. */
export async function setFrontendOrigins(
  tx: Tx,
  caller: Caller,
  { list, path, defaults }: { list: readonly string[]; path: string; defaults: readonly string[] },
): Promise<void> {
  const origins = planOrigins(list, path);
  const { frontendOrigins: before } = await lockSettings(tx);
  if (before?.join() === origins.join()) return;
  await saveFrontendOrigins(tx, origins);
  const id = 'unleash.frontend';
  recordEvent(tx, caller, {
    type: 'setting-updated',
    data: { id, frontendApiOrigins: origins },
    preData: { id, frontendApiOrigins: before ?? defaults },
  });
}

/** Effective on the next request to any process. */
export async function setMaintenance(tx: Tx, caller: Caller, enabled: boolean): Promise<void> {
  const { maintenance: before } = await lockSettings(tx);
  if (before === enabled) return;
  await saveMaintenance(tx, enabled);
  const id = 'maintenance.mode';
  recordEvent(tx, caller, {
    type: 'setting-updated',
    data: { id, enabled },
    preData: { id, enabled: before },
  });
}
