/** In double quotes, in which `""` is a quote; or up to the next separator. */
const item = /\s*"((?:[^"]|"")*)"[^\S\t\n\r]*(?=[,;\t\n\r]|$)|[^,;\t\n\r]+/g;

/**
 * The values in a typed or pasted text, trimmed and without repetitions. They are separated by
 * commas, semicolons, tabs or line breaks; a value that contains one of these is in double quotes.
 */
export function splitValues(text: string): string[] {
  const values = [...text.matchAll(item)].map(([all, quoted]) =>
    quoted === undefined ? all.trim() : quoted.replaceAll('""', '"'),
  );
  return [...new Set(values)].filter((value) => value !== '');
}

/** One value per line, so that `splitValues` returns them. */
export const joinValues = (values: readonly string[]): string =>
  values.map((value) => (isPlain(value) ? value : `"${value.replaceAll('"', '""')}"`)).join('\n');

const isPlain = (value: string) => !/[,;\t\n\r]|^"/.test(value) && value === value.trim();
