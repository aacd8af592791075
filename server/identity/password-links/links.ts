import type { Tx } from '../../platform/db/open.ts';
import { randomSecret } from '../api-tokens/secret.ts';
import { insertLink, type NewLink } from './queries.ts';
import { type LinkPurpose, linkHours, linkPages } from './rules.ts';

/** The secret is only in the returned URL. */
export async function createLink(
  tx: Tx,
  { purpose, ...link }: Pick<NewLink, 'userId' | 'source'> & { purpose: LinkPurpose },
  baseUrl: string,
): Promise<string> {
  const secret = randomSecret();
  await insertLink(tx, { ...link, secret, hours: linkHours });
  return `${baseUrl}/${linkPages[purpose]}?token=${secret}`;
}
