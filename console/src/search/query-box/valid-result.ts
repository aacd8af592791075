import { useState } from 'react';
import { isQueryMistake } from './mistake.ts';

type Found<Result> = { data: Result | undefined; error: Error | null };

/** The result of a search; while its query is invalid, the result before. */
export function useValidResult<Result>({ data, error }: Found<Result>) {
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  const mistake = isQueryMistake(error);
  return { mistake, result: mistake ? last : data };
}
