/** What a search finds: tests, joined and negated. */
export type Criterion<Leaf> =
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
