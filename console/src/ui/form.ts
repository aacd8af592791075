import type { ReactNode } from 'react';
import { ApiError } from '../api.ts';

/** Error details by field, for `form.setErrors`: `/body/name` belongs to `name`. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const errors: Record<string, string> = {};
  for (const { path, message } of error.details) {
    if (!path?.startsWith('/body/')) continue;
    const field = path.slice(6).replaceAll('/', '.');
    errors[field] = errors[field] === undefined ? message : `${errors[field]}, ${message}`;
  }
  return errors;
}

/** Whether it is about values of fields, so that it is out of date once they are edited. */
export const isOfFields = (error: unknown): boolean => Object.keys(fieldErrors(error)).length > 0;

/** The errors that remain when values change: correcting one entry of a list can correct another. */
export const errorsAfter = <Values extends object>(
  errors: Record<string, ReactNode>,
  values: Values,
  previous: Values,
): Record<string, ReactNode> =>
  Object.fromEntries(
    Object.entries(errors).filter(([path]) => {
      const member = path.split('.')[0] as keyof Values;
      return values[member] === previous[member];
    }),
  );

/** Whether the fields of the form show everything that is wrong; lists have no field of their own. */
export function shownByFields(error: unknown, values: object): boolean {
  const fields = Object.keys(fieldErrors(error));
  const hasField = (name: string) =>
    name in values && typeof (values as Record<string, unknown>)[name] !== 'object';
  const { details } = error as ApiError;
  const ofBody = details.every(({ path }) => path?.startsWith('/body/'));
  return fields.length > 0 && ofBody && fields.every(hasField);
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
