import { badData } from '../errors.ts';
import { valueMessage } from './validation.ts';

/** Selects rows with one of the values, or with `exclude` rows with none of them. */
export type SetFilter = { exclude: boolean; values: readonly string[] };

export const setOperators = ['IS', 'IS_NOT', 'IS_ANY_OF', 'IS_NONE_OF'] as const;

/** `IS` and `IS_ANY_OF` are membership; `IS_NOT` and `IS_NONE_OF` its negation. */
export function parseSetFilter(param: string, text: string): SetFilter {
  const { operator, values } = parseOperation(param, text, setOperators);
  return { exclude: operator === 'IS_NOT' || operator === 'IS_NONE_OF', values };
}

/**
 * Parses `<OP>:<value>[,<value>…]`. Values are trimmed, and duplicates dropped; a value with a comma
 * is in double quotes (`"a,b"`, with `""` for a quote), and is then not trimmed.
 */
export function parseOperation<Operator extends string>(
  param: string,
  text: string,
  operators: readonly Operator[],
): { operator: Operator; values: string[] } {
  const colon = text.indexOf(':');
  const operator = operators.find((name) => name === text.slice(0, Math.max(colon, 0)));
  const values = operator === undefined ? undefined : splitList(text.slice(colon + 1));
  if (operator !== undefined && values !== undefined) return { operator, values };
  throw badFilter(param, text, [
    `<operator>:<value>[,<value>…] with an operator of ${operators.join(', ')}`,
    'no value empty',
    'a value with a comma in double quotes ("a,b", with "" for a quote)',
  ]);
}

/** Contains the path, the sent value and the allowed forms. */
export function badFilter(param: string, text: string, forms: readonly string[]) {
  const path = `/query/${param}`;
  return badData(valueMessage(path, [`must be ${forms.join('; ')}`], text), path);
}

/** One value and the comma after it: in quotes, or up to the next comma. */
const item = /\s*"((?:[^"]|"")*)"\s*(?:,|$)|(?!\s*")([^,]*)(?:,|$)/y;

/** Undefined if a value is empty, or a quote is not closed. */
function splitList(text: string): string[] | undefined {
  const values = new Set<string>();
  const next = new RegExp(item);
  for (;;) {
    const [match, quoted, bare] = next.exec(text) ?? [];
    const value = quoted?.replaceAll('""', '"') ?? bare?.trim() ?? '';
    if (value === '') return undefined;
    values.add(value);
    if (!match?.endsWith(',')) return [...values];
  }
}
