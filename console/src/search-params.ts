import { writtenText } from './search/query-box/written.ts';

/** The router's parser would read `?query=123` as a number. */
export function parseSearch(text: string): Record<string, string | string[]> {
  const params = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const values = params.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const each of [value].flat()) {
      if (typeof each === 'string' && each !== '') params.append(name, each);
    }
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** For `validateSearch`: picks the named parameters; those in `lists` are always arrays. */
export const pickParams =
  <Name extends string, List extends string = never>(
    names: readonly Name[],
    lists: readonly List[] = [],
  ) =>
  (search: Record<string, unknown>) => {
    const picked: Record<string, string | string[]> = {};
    for (const name of names) {
      const value = [search[name]].flat().at(-1);
      if (typeof value === 'string' && value !== '') picked[name] = value;
    }
    for (const name of lists) {
      const values = [search[name]].flat().filter((value) => typeof value === 'string');
      if (values.length > 0) picked[name] = values;
    }
    return picked as { [K in Name]?: string | undefined } & {
      [K in List]?: string[] | undefined;
    };
  };

type WithText = { q?: string | undefined; query?: string | undefined };

/** Links with a plain text open the same search; a separator is between alternatives; `q` wins. */
export function textAsQuery<Params extends WithText>({ query, ...params }: Params, separator = '') {
  if (query === undefined || params.q !== undefined) return params;
  const texts = (separator === '' ? [query] : query.split(separator))
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map(writtenText)
    .join(' or ');
  return { ...params, q: texts || undefined };
}

/** The query that finds the flags with these names. */
export const queryOfNames = (names: readonly string[]): string =>
  names.map((name) => `name:"${name}"`).join(' or ');

/** Parameters of a list that the browser filters, sorts and pages. */
export const listParams = pickParams(['query', 'sortBy', 'sortOrder', 'offset', 'tab', 'archived']);
