type TokenKind = 'key' | 'operator' | 'value' | 'text' | 'keyword' | 'negation' | 'parenthesis';
export type Token = { kind: TokenKind; start: number; end: number };

const space = /\s+/y;
const single = /[()]/y;
const negation = /-/y;
const keyword = /(?:or|and)(?=[\s()]|$)/iy;
const key = /[A-Za-z][\w.-]*:/y;
const operator = /<=|>=|<|>/y;
/** An open quote reaches to the end. */
const value = /(?:[^\s"()]+|"(?:[^"\\]|\\.)*(?:"|\\?$))+/sy;

/** The words of a query, also of an invalid one, for highlighting and completion. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let index = 0;
  const take = (pattern: RegExp, kind: TokenKind): boolean => {
    const end = endOf(pattern, text, index);
    if (end === index) return false;
    tokens.push({ kind, start: index, end });
    index = end;
    return true;
  };
  while (index < text.length) {
    index = endOf(space, text, index);
    if (take(single, 'parenthesis') || take(negation, 'negation') || take(keyword, 'keyword')) {
      continue;
    }
    if (take(key, 'key')) {
      take(operator, 'operator');
      take(value, 'value');
    } else take(value, 'text');
  }
  return tokens;
}

function endOf(pattern: RegExp, text: string, index: number): number {
  pattern.lastIndex = index;
  return index + (pattern.exec(text)?.[0].length ?? 0);
}

/** `key:value`, or a text, which has no key. */
export type Term = {
  key?: string;
  /** Without quotes. */
  value: string;
  negated: boolean;
  start: number;
  valueStart: number;
  end: number;
};

export function termsOf(text: string): Term[] {
  const tokens = tokensOf(text);
  return tokens.flatMap((token, index): Term[] => {
    if (token.kind !== 'key' && token.kind !== 'text') return [];
    const negated = tokens[index - 1]?.kind === 'negation';
    const { start, end } = token;
    if (token.kind === 'text') {
      return [{ value: unquoted(text.slice(start, end)), negated, start, valueStart: start, end }];
    }
    const next = tokens[index + 1];
    const last = next?.kind === 'operator' ? (tokens[index + 2] ?? next) : next;
    const written = last?.kind === 'value' ? last : undefined;
    const from = written?.start ?? (next?.kind === 'operator' ? next.end : end);
    const to = written?.end ?? from;
    const name = text.slice(start, end - 1);
    const value = unquoted(text.slice(from, to));
    return [{ key: name, value, negated, start, valueStart: from, end: to }];
  });
}

export const unquoted = (text: string) =>
  text.replaceAll(/"((?:[^"\\]|\\.)*)(?:"|$)/gs, (_, inner: string) =>
    inner.replaceAll(/\\(.)/gs, '$1'),
  );

/** The texts that a result contains, to highlight them in it. */
export const textsOf = (query: string | undefined): string[] =>
  termsOf(query ?? '')
    .filter((term) => term.key === undefined && !term.negated)
    .map((term) => term.value)
    .filter((value) => value !== '');

export const sortTermOf = (query: string | undefined): Term | undefined =>
  termsOf(query ?? '').find(({ key }) => key === 'sort');

/** The query in the default order. */
export function withoutSort(query: string | undefined): string | undefined {
  const sort = sortTermOf(query);
  if (query === undefined || sort === undefined) return query;
  return `${query.slice(0, sort.start).trimEnd()} ${query.slice(sort.end).trimStart()}`.trim();
}
