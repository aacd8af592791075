import { ApiError } from '../api.ts';

/** The API's details by field, for `form.setErrors`: `/body/name` belongs to the field `name`. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.details
      .filter(({ path }) => path?.startsWith('/body/'))
      .map(({ path = '', message }) => [path.slice(6).replaceAll('/', '.'), message]),
  );
}

/** Leaves out what was not filled in, for members that may not be empty text. */
export const withoutEmpty = <T extends Record<string, unknown>>(values: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== '' && value !== undefined),
  ) as Partial<T>;

/** Rows of a form with keys: they may be alike, and are known by their place alone. */
export const numbered = <T>(items: readonly T[]): { item: T; index: number; key: string }[] =>
  items.map((item, index) => ({ item, index, key: `row ${index}` }));
