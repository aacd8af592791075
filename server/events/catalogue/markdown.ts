/** Escapes text from outside: markdown shows it as it is and interprets nothing in it. */

/** Longer names are cut: a summary is one line. */
const lengthMax = 120;
const itemsMax = 10;

const markup = /[\\`*_[\]()<>&!~|#^${}]|:(?=\/\/)/g;
/** Line breaks and other control characters, and those that turn the direction of the text. */
const unprintable = /[\s\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

/** The text of a scalar; empty for anything that has none, such as an object. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return clip(value.replace(unprintable, ' ').trim());
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

export const escaped = (value: unknown): string => textOf(value).replace(markup, '\\$&');

/** Empty for what has no text, for two pairs of asterisks would be shown as such. */
export function bold(value: unknown): string {
  const text = escaped(value);
  return text === '' ? '' : `**${text}**`;
}

/** A bold link to a page of the console; the steps of its path may be any text. */
export function boldLink(value: unknown, steps: readonly unknown[]): string {
  const path = steps.map(textOf);
  // Dots would climb to another page, and a name that was cut leads nowhere.
  if (path.some((step) => /^\.{0,2}$/.test(step) || step.endsWith('…'))) return bold(value);
  const text = escaped(value);
  return text === '' ? '' : `**[${text}](/${path.map(pathStep).join('/')})**`;
}

/** What is listed, in parentheses, the first few of it. */
export function listing(values: readonly string[]): string {
  const shown = values.slice(0, itemsMax).join(', ');
  const more = values.length - itemsMax;
  return `(${shown}${more > 0 ? ` and ${more} more` : ''})`;
}

function clip(text: string): string {
  // Twice as many units hold at least as many characters, none of them cut in half.
  const characters = [...text.slice(0, 2 * lengthMax + 2)];
  return characters.length <= lengthMax ? text : `${characters.slice(0, lengthMax - 1).join('')}…`;
}

const pathStep = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
