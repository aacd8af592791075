import { badFilter } from './set-filter.ts';

export const limitMax = 1000;

/** An integer from 1; values above the maximum become the maximum. */
export function parseLimit(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const limit = integerOf('limit', text, 1);
  return Math.min(limit, limitMax);
}

/** An integer from 0; values past the end of the list are valid. */
export function parseOffset(text: string | undefined): number {
  return text === undefined ? 0 : integerOf('offset', text, 0);
}

function integerOf(param: string, text: string, minimum: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= minimum)) throw badFilter(param, text, [`an integer from ${minimum}`]);
  return Math.min(value, Number.MAX_SAFE_INTEGER);
}
