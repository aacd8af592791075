/** Finds the names of flags in source code, by the quotes and comments of each language. */

export type Place = { flag: string; line: number; inComment: boolean; text: string };

type Language = {
  quotes: string;
  /** Matches comments, and what could contain the start of one: strings and regular expressions. */
  tokens: RegExp;
  /** Ruby has names without quotes, such as :new_checkout. */
  symbols?: true;
};

const text = {
  double: /"(?:\\.|[^"\\\n])*"/,
  single: /'(?:\\.|[^'\\\n])*'/,
  backtick: /`(?:\\.|[^`\\])*`/,
  raw: /`[^`]*`/,
  tripleDouble: /"""[\s\S]*?"""/,
  tripleSingle: /'''[\s\S]*?'''/,
  regex: /(?<=[(,=:[!&|?{};]\s{0,9})\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//,
};
const slashes = /\/\/[^\n]*/;
/** To the end of the code if it is not closed, so that it is read once. */
const block = /\/\*[\s\S]*?(?:\*\/|$)/;
const hash = /#[^\n]*/;

const tokensOf = (...parts: readonly RegExp[]) =>
  new RegExp(parts.map(({ source }) => source).join('|'), 'g');

const script: Language = {
  quotes: '\'"`',
  tokens: tokensOf(slashes, block, text.double, text.single, text.backtick, text.regex),
};
const curly: Language = {
  quotes: '"',
  tokens: tokensOf(slashes, block, text.tripleDouble, text.double),
};
const python: Language = {
  quotes: '\'"',
  tokens: tokensOf(hash, text.tripleDouble, text.tripleSingle, text.double, text.single),
};

const languages: Readonly<Record<string, Language>> = {
  ...Object.fromEntries(
    ['js', 'jsx', 'mjs', 'cjs', 'ts', 'tsx', 'mts', 'cts', 'vue', 'svelte'].map((name) => [
      name,
      script,
    ]),
  ),
  ...Object.fromEntries(['java', 'kt', 'kts', 'cs', 'swift', 'rs'].map((name) => [name, curly])),
  py: python,
  go: { quotes: '"`', tokens: tokensOf(slashes, block, text.double, text.raw) },
  rb: { quotes: '\'"', tokens: tokensOf(hash, text.double, text.single), symbols: true },
  php: { quotes: '\'"', tokens: tokensOf(slashes, hash, block, text.double, text.single) },
};

/** The language of a file; undefined if it is not known. */
export function languageOf(file: string): string | undefined {
  const extension = file.slice(file.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(languages, extension) ? extension : undefined;
}

const nameMax = 100;

/**
 * All places where the code has a name of the set in quotes, one per line and name. In comments
 * it may be in any quotes.
 */
export function findPlaces(code: string, extension: string, names: ReadonlySet<string>): Place[] {
  const language = languages[extension] ?? script;
  const found = candidatesIn(code, language).filter(({ name }) => names.has(name));
  if (found.length === 0) return [];
  const isComment = commentsOf(code, language);
  const lineOf = linesOf(code);
  const places = new Map<string, Place>();
  for (const { name, at, quote } of found) {
    const inComment = isComment(at);
    if (!inComment && quote !== ':' && !language.quotes.includes(quote)) continue;
    const { line, content } = lineOf(at);
    const known = places.get(`${line} ${name}`);
    // A line with code and a comment is code.
    if (known && !known.inComment) continue;
    places.set(`${line} ${name}`, { flag: name, line, inComment, text: content });
  }
  return [...places.values()];
}

type Candidate = { name: string; at: number; quote: string };

/** Every quote may be the first one, so that a stray apostrophe hides nothing. */
function candidatesIn(code: string, { symbols }: Language): Candidate[] {
  const found: Candidate[] = [];
  for (const { 0: quote, index: at } of code.matchAll(/['"`]/g)) {
    const end = code.slice(at + 1, at + 2 + nameMax).indexOf(quote);
    if (end > 0) found.push({ name: code.slice(at + 1, at + 1 + end), at, quote });
  }
  if (symbols) {
    for (const { 1: name = '', index: at } of code.matchAll(/(?<![:\w]):([A-Za-z_]\w{0,99})/g)) {
      found.push({ name, at, quote: ':' });
    }
  }
  return found.sort((one, other) => one.at - other.at);
}

/** Whether a position is in a comment; positions must increase. */
function commentsOf(code: string, { tokens }: Language): (at: number) => boolean {
  const comments = [...code.matchAll(tokens)]
    .filter(([token]) => /^(?:\/\/|#)|^\/\*[\s\S]*\*\/$/.test(token))
    .map(({ 0: token, index }) => ({ start: index, stop: index + token.length }));
  let next = 0;
  return (at) => {
    while ((comments[next]?.stop ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    return (comments[next]?.start ?? Number.POSITIVE_INFINITY) <= at;
  };
}

/** The number and the text of the line of a position; positions must increase. */
function linesOf(code: string) {
  let line = 1;
  let start = 0;
  return (at: number) => {
    for (let end = code.indexOf('\n', start); end !== -1 && end < at; ) {
      line += 1;
      start = end + 1;
      end = code.indexOf('\n', start);
    }
    const end = code.indexOf('\n', start);
    return { line, content: code.slice(start, end === -1 ? code.length : end).trim() };
  };
}
