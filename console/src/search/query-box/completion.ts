import { type Key, keysOf, type Language } from './keys.ts';
import { termsOf, tokensOf } from './tokens.ts';
import { writtenValue } from './written.ts';

/** What is being typed: a key, or a value after a key. */
type Completing = {
  key?: Key;
  /** What is typed of it, without quotes. */
  typed: string;
  /** What an accepted option replaces. */
  start: number;
  end: number;
  inEnvironment: boolean;
};

export type Option = { insert: string; label: string; note?: string | undefined };

/** Undefined where nothing can be completed, such as between two words. */
export function completingAt(
  language: Language,
  text: string,
  caret: number,
): Completing | undefined {
  const before = text.slice(0, caret);
  const term = termsOf(before).at(-1);
  const rest = /^[^\s"()]*/.exec(text.slice(caret))?.[0].length ?? 0;
  if (term === undefined || term.end !== caret) return undefined;
  const inEnvironment = isInEnvironment(before);
  if (term.key === undefined) {
    if (!/^[A-Za-z][\w.-]*$/.test(term.value) || before[term.start] === '"') return undefined;
    return { typed: term.value, start: term.start, end: caret + rest, inEnvironment };
  }
  const key = findKey(language, term.key, inEnvironment);
  if (key === undefined) return undefined;
  // Values with an operator, such as ages, contain it.
  const start = term.start + term.key.length + 1;
  const typed = `${before.slice(start, term.valueStart)}${term.value}`;
  return { key, typed, start, end: caret + rest, inEnvironment };
}

function findKey(language: Language, name: string, inEnvironment: boolean): Key | undefined {
  if (inEnvironment && name === 'is') return { key: 'is', meaning: '', values: ['on', 'off'] };
  const known = keysOf[language].find(({ key }) => key === name);
  return inEnvironment && !known?.inEnvironment ? undefined : known;
}

/** Whether `env:production(` is open. */
function isInEnvironment(text: string): boolean {
  const open: boolean[] = [];
  const tokens = tokensOf(text);
  for (const [index, { kind, start }] of tokens.entries()) {
    if (kind !== 'parenthesis') continue;
    if (text[start] === ')') open.pop();
    else {
      const previous = tokens[index - 1];
      open.push(previous?.kind === 'value' && previous.end === start);
    }
  }
  return open.includes(true);
}

const optionsMax = 8;

/** The keys that begin with what is typed. */
export function keyOptions(language: Language, { typed, inEnvironment }: Completing): Option[] {
  const begun = typed.toLowerCase();
  return keysOf[language]
    .filter((key) => !inEnvironment || key.inEnvironment)
    .filter(({ key }) => key.toLowerCase().startsWith(begun))
    .map(({ key, meaning }) => {
      const insert = key === 'constraint.<field>' ? 'constraint.' : `${key}:`;
      return { insert, label: insert, note: meaning };
    })
    .filter(({ insert }) => insert !== typed)
    .slice(0, optionsMax);
}

export type Value = { value: string; label?: string | undefined; note?: string | undefined };

/** The values that contain what is typed; those that begin with it first. */
export function valueOptions(typed: string, values: readonly Value[]): Option[] {
  const part = typed.toLowerCase();
  const rank = ({ value, label = value }: Value) => {
    const texts = [value.toLowerCase(), label.toLowerCase()];
    if (texts.some((text) => text.startsWith(part))) return 0;
    return texts.some((text) => text.includes(part)) ? 1 : 2;
  };
  if (values.some(({ value }) => value === typed)) return [];
  return values
    .map((each) => ({ each, rank: rank(each) }))
    .filter((ranked) => ranked.rank < 2)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, optionsMax)
    .map(({ each: { value, label = value, note } }) => {
      const written = /^[<>]/.test(value) ? value : writtenValue(value);
      return { insert: written, label, note };
    });
}

/** The text with the option in it, and the caret after it. */
export function accept(text: string, { start, end }: Completing, { insert }: Option) {
  const after = text.slice(end);
  // A value is complete; a key is followed by its value.
  const space = /[:.]$/.test(insert) || /^[\s)]/.test(after) ? '' : ' ';
  const caret = start + insert.length + space.length;
  return { text: `${text.slice(0, start)}${insert}${space}${after}`, caret };
}
