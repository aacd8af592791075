import type { Tx } from '../../platform/db/open.ts';
import { listChanges, listNewestVersions, replaceVersion } from './queries.ts';
import { configuring, versionsAfter } from './rules.ts';

/** Generated flags have only their newest version; with a version for each change it can be undone. */
export async function writeVersionsOfHistory(tx: Tx): Promise<void> {
  for (const newest of await listNewestVersions(tx)) {
    const changes = await listChanges(tx, newest.flag, configuring);
    await replaceVersion(tx, newest.flag, versionsAfter(changes, newest));
  }
}
