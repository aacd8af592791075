import { print, type Terminal } from '../server/terminal.ts';

/** Control characters but newline and tab, and those that change the direction of text. */
const unsafe = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

const escapeOf = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes what could control the terminal, in a form that is also valid in a JSON string. */
export const escapeControls = (text: string) => text.replaceAll(unsafe, escapeOf);

/** A terminal to which text of a server can be written as it is. */
export const escaping = (terminal: Terminal): Terminal => ({
  env: terminal.env,
  stdout: escapingOutput(terminal.stdout),
  stderr: escapingOutput(terminal.stderr),
  ...(terminal.stdin ? { stdin: terminal.stdin } : {}),
});

const escapingOutput = (output: Terminal['stdout']): Terminal['stdout'] => ({
  ...(output.isTTY ? { isTTY: true } : {}),
  write: (text) => output.write(escapeControls(text)),
});

export const printJson = (terminal: Terminal, value: unknown): number =>
  print(terminal, JSON.stringify(value, undefined, 2));

/** Aligned under a header in a terminal; without header and separated by tabs in a pipe. */
export function printTable(
  terminal: Terminal,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): number {
  const cells = rows.map((row) => row.map(singleLine));
  if (!terminal.stdout.isTTY) {
    for (const row of cells) print(terminal, row.join('\t'));
    return 0;
  }
  const all = [header.map((name) => name.toUpperCase()), ...cells];
  const widths = header.map((_, at) => Math.max(...all.map((row) => widthOf(row[at] ?? ''))));
  for (const row of all) print(terminal, alignRow(row, widths));
  return 0;
}

/** Names and values, one per line. */
export function printFields(terminal: Terminal, fields: Readonly<Record<string, string>>): number {
  const width = Math.max(...Object.keys(fields).map((name) => name.length)) + 1;
  for (const [name, value] of Object.entries(fields)) {
    const label = `${name}:`;
    const separator = terminal.stdout.isTTY ? ' '.repeat(width - label.length + 1) : '\t';
    print(terminal, `${label}${separator}${singleLine(value)}`);
  }
  return 0;
}

const alignRow = (row: readonly string[], widths: readonly number[]) =>
  row
    .map((cell, at) => cell + ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cell))))
    .join('  ')
    .trimEnd();

/** A value must not be able to imitate further rows or columns. */
const singleLine = (text: string) =>
  escapeControls(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');

const wide =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

/** The columns that a text takes in a terminal. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (!/\p{M}|\u200d/u.test(character)) width += wide.test(character) ? 2 : 1;
  }
  return width;
}
