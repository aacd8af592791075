/** The markdown of summaries: bold text and links to pages of the console; user input is escaped. */

/** Longer names are truncated: a summary is one line. */
const lengthMax = 120;
const itemsMax = 10;

const markup = /[\\`*_[\]()<>&!~|#^${}]|:(?=\/\/)/g;
/** Line breaks, other control characters, and those that change the text direction. */
const unprintable = /[\s\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

/** The text of a scalar; empty for other values. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return clip(value.replace(unprintable, ' ').trim());
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

export const escaped = (value: unknown): string => textOf(value).replace(markup, '\\$&');

/** Empty for an empty text, as four asterisks would be shown literally. */
export function bold(value: unknown): string {
  const text = escaped(value);
  return text === '' ? '' : `**${text}**`;
}

/** A bold link to a page of the console; the path segments may be any text. */
export function boldLink(value: unknown, segments: readonly unknown[]): string {
  const path = segments.map(textOf);
  // Dots would resolve to another page, and a truncated name to none.
  if (path.some((segment) => /^\.{0,2}$/.test(segment) || segment.endsWith('…')))
    return bold(value);
  const text = escaped(value);
  return text === '' ? '' : `**[${text}](/${path.map(encodeSegment).join('/')})**`;
}

/** The first few values, in parentheses. */
export function listing(values: readonly string[]): string {
  const shown = values.slice(0, itemsMax).join(', ');
  const more = values.length - itemsMax;
  return `(${shown}${more > 0 ? ` and ${more} more` : ''})`;
}

/** Text of one style; `path` is a page of the console. */
export type Span = { text: string; bold: boolean; path?: string };

const spans =
  /\*\*\[((?:\\[\s\S]|[^\\\]])*)\]\((\/[^)]*)\)\*\*|\*\*((?:\\[\s\S]|[^\\*])+)\*\*|((?:\\[\s\S]|[^\\*])+|[\s\S])/g;

/** The parts of a summary, for targets with another markup. */
export function spansOf(markdown: string): Span[] {
  return [...markdown.matchAll(spans)].map(([, linked, path, bold, plain]) => ({
    text: (linked ?? bold ?? plain ?? '').replace(/\\([\s\S])/g, '$1'),
    bold: plain === undefined,
    ...(path === undefined ? {} : { path }),
  }));
}

function clip(text: string): string {
  // A character has at most two code units, so none of the characters used is cut in half.
  const characters = [...text.slice(0, 2 * lengthMax + 2)];
  return characters.length <= lengthMax ? text : `${characters.slice(0, lengthMax - 1).join('')}…`;
}

const encodeSegment = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
