import { badData } from '../../platform/errors.ts';

/** An evaluation is one flag in one environment for one context: some kilobytes of the response. */
export const evaluationsMax = 15_000;

export function assertFewEvaluations(evaluations: number): void {
  if (evaluations <= evaluationsMax) return;
  throw badData(
    `These are more than ${evaluationsMax} evaluations. Choose fewer projects, environments or values.`,
    '/body',
  );
}

export type GivenContext = Readonly<Record<string, unknown>>;

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** The context without members that no constraint can compare, and their names. */
export function cleanContext(given: GivenContext): { context: GivenContext; dropped: string[] } {
  const { properties, ...fields } = given;
  const inner = typeof properties === 'object' && properties !== null ? properties : {};
  const scalars = Object.entries(fields).filter(([, value]) => isScalar(value));
  const innerScalars = Object.entries(inner).filter(([, value]) => isScalar(value));
  const dropped = [
    ...Object.keys(fields).filter((key) => !isScalar(fields[key])),
    ...Object.entries(inner).flatMap(([key, value]) => (isScalar(value) ? [] : [key])),
  ];
  return {
    context: {
      ...Object.fromEntries(scalars),
      ...(innerScalars.length === 0 ? {} : { properties: Object.fromEntries(innerScalars) }),
    },
    dropped,
  };
}

/** Every combination of the comma-separated values of the fields, within the limit. */
export function combinations(context: GivenContext): GivenContext[] {
  const { properties = {}, ...fields } = context;
  const all = [
    ...Object.entries(fields).map(([name, value]) => ({ name, inner: false, value })),
    ...Object.entries(properties as object).map(([name, value]) => ({ name, inner: true, value })),
  ].map((field) => ({ ...field, values: valuesIn(field.value) }));
  assertFewEvaluations(all.reduce((product, { values }) => product * values.length, 1));
  return all.reduce<GivenContext[]>(
    (contexts, field) =>
      contexts.flatMap((each) => field.values.map((value) => withField(each, field, value))),
    [{}],
  );
}

function valuesIn(value: unknown): unknown[] {
  if (typeof value !== 'string') return [value];
  const values = value.split(',').map((part) => part.trim());
  return [...new Set(values.filter((part) => part !== ''))];
}

const withField = (
  context: GivenContext,
  { name, inner }: { name: string; inner: boolean },
  value: unknown,
): GivenContext =>
  inner
    ? { ...context, properties: { ...(context.properties as object), [name]: value } }
    : { ...context, [name]: value };

/** Fields and properties in one object. */
export function flatten({ properties = {}, ...fields }: GivenContext): GivenContext {
  return { ...(properties as object), ...fields };
}
