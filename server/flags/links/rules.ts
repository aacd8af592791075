import { badData, noAccess } from '../../platform/errors.ts';
import type { FlagLink, NewLink } from './schema.ts';

/** The editable members of a link. */
export type LinkPlan = Omit<FlagLink, 'id'>;

const linksMax = 10;

export function planLink({ url, title = null }: NewLink): LinkPlan {
  assertUrl(url);
  return { url, title };
}

/** An omitted title is unchanged. */
export const replaceLink = ({ id, title }: FlagLink, input: NewLink): FlagLink => ({
  id,
  ...planLink({ title, ...input }),
});

export function assertRoom(links: readonly FlagLink[]): void {
  if (links.length < linksMax) return;
  throw noAccess(`A flag has at most ${linksMax} links. Remove one first.`);
}

/** The console renders links as anchors, so other protocols such as javascript: are refused. */
function assertUrl(url: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocol === 'http:' || protocol === 'https:') return;
  throw badData(
    '"url" must be an http or https URL, such as https://example.com/page.',
    '/body/url',
  );
}
