/** What stands after the `?`: text, and lists of text. The same names as in the call of the API. */
export type SearchParams = Record<string, string | string[] | undefined>;

/** Without the guesses of the router, which would read `?query=123` as a number. */
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

/** For `validateSearch`: keeps the known names; those in `lists` are always lists. */
export const knownParams =
  <Name extends string, List extends string = never>(
    names: readonly Name[],
    lists: readonly List[] = [],
  ) =>
  (search: Record<string, unknown>) => {
    const known: Record<string, string | string[]> = {};
    for (const name of names) {
      const value = [search[name]].flat().at(-1);
      if (typeof value === 'string' && value !== '') known[name] = value;
    }
    for (const name of lists) {
      const values = [search[name]].flat().filter((value) => typeof value === 'string');
      if (values.length > 0) known[name] = values;
    }
    return known as { [K in Name]?: string | undefined } & {
      [K in List]?: string[] | undefined;
    };
  };

/** Of a list that filters, sorts and pages what the server answered as a whole. */
export const listParams = knownParams([
  'query',
  'sortBy',
  'sortOrder',
  'offset',
  'tab',
  'archived',
]);
