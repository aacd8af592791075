import { scimError } from './errors.ts';

/** Filters of RFC 7644, section 3.4.2.2. Names of attributes are in lower case. */
export type Filter =
  | { kind: 'and'; filters: readonly [Filter, Filter] }
  | { kind: 'or'; filters: readonly [Filter, Filter] }
  | { kind: 'not'; filter: Filter }
  | { kind: 'present'; attribute: string }
  | { kind: 'compare'; attribute: string; operator: Operator; value: FilterValue }
  /** Some value of a multi-valued attribute matches. */
  | { kind: 'some'; attribute: string; filter: Filter };

export type FilterValue = string | number | boolean | null;

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Operator = (typeof operators)[number];

const lengthMax = 2000;
const depthMax = 20;

const token =
  /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)(?![\w.])|([A-Za-z][\w.:$-]*))/y;

type Token = { kind: 'bracket' | 'string' | 'number' | 'word'; text: string };

/** Throws an error in the form of SCIM. */
export function parseFilter(text: string): Filter {
  if (text.length > lengthMax) throw malformed(`is longer than ${lengthMax} characters`);
  const tokens = tokensOf(text);
  const filter = parseOr({ tokens, depth: 0 });
  if (tokens.length > 0) throw malformed(`has "${tokens[0]?.text}" where it should end`);
  return filter;
}

/** The attribute of a path without the URN of its schema; undefined for an extension. */
export function attributeOf(name: string): string | undefined {
  const lower = name.toLowerCase();
  if (!lower.startsWith('urn:')) return lower;
  return /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):([\w.$-]+)$/.exec(lower)?.[1];
}

type Input = { tokens: Token[]; depth: number };

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const kinds = ['bracket', 'string', 'number', 'word'] as const;
  const end = text.trimEnd().length;
  token.lastIndex = 0;
  while (token.lastIndex < end) {
    const at = token.lastIndex;
    const [, ...groups] = token.exec(text) ?? [];
    const index = groups.findIndex((group) => group !== undefined);
    const kind = kinds[index];
    if (kind === undefined) throw malformed(`has a character that is not allowed at ${at}`);
    tokens.push({ kind, text: groups[index] ?? '' });
  }
  return tokens;
}

function parseOr(input: Input): Filter {
  let filter = parseAnd(input);
  while (takeWord(input, 'or')) filter = { kind: 'or', filters: [filter, parseAnd(input)] };
  return filter;
}

function parseAnd(input: Input): Filter {
  let filter = parseTerm(input);
  while (takeWord(input, 'and')) filter = { kind: 'and', filters: [filter, parseTerm(input)] };
  return filter;
}

function parseTerm(input: Input): Filter {
  const { tokens } = input;
  if (tokens[0]?.text === '(') return parseBrackets(input, '(', ')');
  if (isWord(tokens[0], 'not') && tokens[1]?.text === '(') {
    tokens.shift();
    return { kind: 'not', filter: parseBrackets(input, '(', ')') };
  }
  const name = tokens.shift();
  if (name?.kind !== 'word') throw malformed(`needs an attribute, not ${shown(name)}`);
  const attribute = attributeOf(name.text);
  if (attribute === undefined) throw malformed(`has the unknown attribute "${name.text}"`);
  if (tokens[0]?.text === '[') {
    return { kind: 'some', attribute, filter: parseBrackets(input, '[', ']') };
  }
  if (takeWord(input, 'pr')) return { kind: 'present', attribute };
  const operator = operators.find((each) => takeWord(input, each));
  if (!operator) throw malformed(`needs an operator after "${name.text}"`);
  return { kind: 'compare', attribute, operator, value: parseValue(tokens.shift()) };
}

function parseBrackets(input: Input, open: string, close: string): Filter {
  const { tokens, depth } = input;
  if (depth >= depthMax) throw malformed(`is nested deeper than ${depthMax} levels`);
  if (tokens.shift()?.text !== open) throw malformed(`needs "${open}"`);
  const filter = parseOr({ tokens, depth: depth + 1 });
  const end = tokens.shift();
  if (end?.text !== close) throw malformed(`needs "${close}", not ${shown(end)}`);
  return filter;
}

function parseValue(value: Token | undefined): FilterValue {
  if (value?.kind === 'string' || value?.kind === 'number') {
    try {
      return JSON.parse(value.text) as FilterValue;
    } catch {
      throw malformed(`has the malformed value ${value.text}`);
    }
  }
  const literals = { true: true, false: false, null: null };
  const literal = value?.text.toLowerCase() as keyof typeof literals | undefined;
  if (value?.kind === 'word' && literal && Object.hasOwn(literals, literal)) {
    return literals[literal];
  }
  throw malformed(`needs a value, not ${shown(value)}`);
}

const isWord = (given: Token | undefined, word: string) =>
  given?.kind === 'word' && given.text.toLowerCase() === word;

function takeWord({ tokens }: Input, word: string): boolean {
  if (!isWord(tokens[0], word)) return false;
  tokens.shift();
  return true;
}

const shown = (given: Token | undefined) => (given ? `"${given.text}"` : 'its end');

const malformed = (reason: string) => scimError('InvalidFilterError', `The filter ${reason}.`);
