import { ApiError } from '../api.ts';

/** Error details by field, for `form.setErrors`: `/body/name` belongs to `name`. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.details
      .filter(({ path }) => path?.startsWith('/body/'))
      .map(({ path = '', message }) => [path.slice(6).replaceAll('/', '.'), message]),
  );
}

/** Whether the fields of the form show everything that is wrong; lists have no field of their own. */
export function shownByFields(error: unknown, values: object): boolean {
  const fields = Object.keys(fieldErrors(error));
  const { details } = error as ApiError;
  const hasField = (name: string) =>
    name in values && typeof (values as Record<string, unknown>)[name] !== 'object';
  return fields.length > 0 && fields.length === details.length && fields.every(hasField);
}

/** Omits empty members. */
export const withoutEmpty = <T extends Record<string, unknown>>(values: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== '' && value !== undefined),
  ) as Partial<T>;

/** `styles` of a field: only what is entered, not its label and error. */
export const monospaceInput = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } };

/** Rows with keys; their index is their only identity. */
export const numbered = <T>(items: readonly T[]): { item: T; index: number; key: string }[] =>
  items.map((item, index) => ({ item, index, key: `row ${index}` }));
