import { isDeepStrictEqual } from 'node:util';
import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { notFound } from '../../platform/errors.ts';
import { type FlagKey, lockFlag } from '../flags/queries.ts';
import { assertActive } from '../flags/rules.ts';
import { deleteLinkRow, insertLink, listLinks, saveLink } from './queries.ts';
import { assertRoom, planLink, replaceLink } from './rules.ts';
import type { FlagLink, NewLink } from './schema.ts';

/** Without an id in the key, the link gets a new one. */
export async function addLink(
  tx: Tx,
  caller: Caller,
  { id, ...key }: FlagKey & { id?: string },
  input: NewLink,
): Promise<void> {
  const plan = planLink(input);
  const before = await lockLinks(tx, key);
  assertRoom(before);
  const link = await insertLink(tx, key.name, { ...(id === undefined ? {} : { id }), ...plan });
  recordLinks(tx, caller, key, { before, after: [...before, link] });
}

export async function updateLink(
  tx: Tx,
  caller: Caller,
  key: FlagKey & { id: string },
  input: NewLink,
): Promise<void> {
  const before = await lockLinks(tx, key);
  const link = known(before, key.id);
  const replaced = replaceLink(link, input);
  if (isDeepStrictEqual(replaced, link)) return;
  await saveLink(tx, replaced);
  const after = before.map((other) => (other.id === link.id ? replaced : other));
  recordLinks(tx, caller, key, { before, after });
}

export async function deleteLink(
  tx: Tx,
  caller: Caller,
  key: FlagKey & { id: string },
): Promise<void> {
  const before = await lockLinks(tx, key);
  const link = known(before, key.id);
  await deleteLinkRow(tx, link.id);
  recordLinks(tx, caller, key, { before, after: before.filter(({ id }) => id !== link.id) });
}

/** The links of the flag cannot change until the transaction ends. */
async function lockLinks(tx: Tx, { project, name }: FlagKey): Promise<FlagLink[]> {
  const flag = await lockFlag(tx, { project, name });
  if (!flag) throw notFound('Flag', name);
  assertActive(flag);
  return (await listLinks(tx, [name])).get(name) ?? [];
}

function known(links: readonly FlagLink[], wanted: string): FlagLink {
  const link = links.find(({ id }) => id === wanted.toLowerCase());
  if (!link) throw notFound('Link', wanted);
  return link;
}

type Change = { before: FlagLink[]; after: FlagLink[] };

function recordLinks(
  tx: Tx,
  caller: Caller,
  { project, name }: FlagKey,
  { before, after }: Change,
): void {
  recordEvent(tx, caller, {
    type: 'feature-metadata-updated',
    project,
    featureName: name,
    data: { links: after },
    preData: { links: before },
  });
}
