import { badData, noAccess } from '../../platform/errors.ts';
import type { FlagLink, NewLink } from './schema.ts';

/** What people say about a link. */
export type LinkPlan = Omit<FlagLink, 'id'>;

const linksMax = 10;

export function planLink({ url, title = null }: NewLink): LinkPlan {
  assertUrl(url);
  return { url, title };
}

/** A title left out stays. */
export const replaceLink = ({ id, title }: FlagLink, input: NewLink): FlagLink => ({
  id,
  ...planLink({ title, ...input }),
});

export function assertRoom(links: readonly FlagLink[]): void {
  if (links.length < linksMax) return;
  throw noAccess(`A flag has at most ${linksMax} links. Remove one first.`);
}

/** Links are shown to be clicked on, so nothing but pages may be behind them. */
function assertUrl(url: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocol === 'http:' || protocol === 'https:') return;
  throw badData('"url" must be an address such as https://example.com/page.', '/body/url');
}
