import type { TimeBound } from '../platform/query-language/times.ts';

/** A condition on one property of a flag; several values are alternatives. */
export type Test =
  | { on: 'text' | 'project' | 'type' | 'stage' | 'state'; values: readonly string[] }
  /** Ids, usernames and e-mails. */
  | { on: 'creator'; values: readonly string[] }
  /** As environment:enabled or environment:disabled. */
  | { on: 'switch'; values: readonly string[] }
  /** Flags with any or, if `all`, all of the labels. */
  | { on: 'tag'; all: boolean; values: readonly string[] }
  | { on: 'segment'; all: boolean; values: readonly string[] }
  | { on: 'name'; value: string; prefix: boolean }
  | { on: 'archived' | 'favorite'; value: boolean }
  /** All bounds must hold. */
  | { on: 'created' | 'seen'; bounds: readonly TimeBound[] };

/** Which flags a search finds. */
export type Criterion<Leaf = Test> =
  | { every: readonly Criterion<Leaf>[] }
  | { some: readonly Criterion<Leaf>[] }
  | { not: Criterion<Leaf> }
  | Leaf;

export function testsIn<Leaf extends { on: string }>(criterion: Criterion<Leaf>): Leaf[] {
  if ('on' in criterion) return [criterion];
  if ('not' in criterion) return testsIn(criterion.not);
  const parts = 'every' in criterion ? criterion.every : criterion.some;
  return parts.flatMap((part) => testsIn(part));
}

/** The criterion with each test replaced. */
export function mapTests<From extends { on: string }, To>(
  criterion: Criterion<From>,
  change: (test: From) => Criterion<To>,
): Criterion<To> {
  if ('on' in criterion) return change(criterion);
  if ('not' in criterion) return { not: mapTests(criterion.not, change) };
  return 'every' in criterion
    ? { every: criterion.every.map((part) => mapTests(part, change)) }
    : { some: criterion.some.map((part) => mapTests(part, change)) };
}
