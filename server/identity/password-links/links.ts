import type { Tx } from '../../platform/db/open.ts';
import { randomSecret } from '../api-tokens/secret.ts';
import { insertLink } from './queries.ts';
import { type LinkPurpose, linkHours, linkPages } from './rules.ts';

/** The secret is only in the returned URL. */
export async function createLink(
  tx: Tx,
  link: { userId: number; createdBy: string | null; purpose: LinkPurpose },
  baseUrl: string,
): Promise<string> {
  const secret = randomSecret();
  await insertLink(tx, { ...link, secret, hours: linkHours });
  return `${baseUrl}/${linkPages[link.purpose]}?token=${secret}`;
}
