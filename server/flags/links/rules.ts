import { badData, noAccess } from '../../platform/errors.ts';
import type { FlagLink, NewLink } from './schema.ts';

/** The editable members of a link. */
export type LinkPlan = Omit<FlagLink, 'id'>;

const linksMax = 10;
const urlLengthMax = 2000;

export function planLink({ url: text, title = null }: NewLink): LinkPlan {
  const url = withScheme(text.trim());
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

/** A colon before a digit precedes a port: `localhost:3000`. */
const scheme = /^[a-z][a-z\d+.-]*:(?!\d)/i;
const relative = /^[/\\.?#]/;

/** A URL without a scheme is an https URL. */
function withScheme(url: string): string {
  if (url.startsWith('//')) return `https:${url}`;
  return scheme.test(url) || relative.test(url) ? url : `https://${url}`;
}

/** The console renders links as anchors, so other schemes such as javascript: are refused. */
function assertUrl(url: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw badData(
      '"url" must be an http or https URL, such as https://example.com/page.',
      '/body/url',
    );
  }
  if ([...url].length > urlLengthMax) {
    throw badData(`"url" must have at most ${urlLengthMax} characters.`, '/body/url');
  }
}
