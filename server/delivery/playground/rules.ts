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

/** A response is in memory until it is read; an evaluation repeats the definition of its flag. */
export const responseBytesMax = 32 * 1024 * 1024;

export const responseTooLarge = () =>
  badData(
    'The response is larger than 32 MB. Choose fewer projects, environments or values.',
    '/body',
  );

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

/** The combinations of the comma-separated values of the fields, each created when it is used. */
export type Combinations = { count: number; [Symbol.iterator]: () => Iterator<GivenContext> };

export function combinations(context: GivenContext): Combinations {
  const fields = fieldsOf(context);
  let count = 1;
  for (const field of fields.toReversed()) {
    field.stride = count;
    count *= field.values.length;
  }
  assertFewEvaluations(count);
  return {
    count,
    *[Symbol.iterator]() {
      for (let index = 0; index < count; index++) yield combinationAt(fields, index);
    },
  };
}

/** The value changes after `stride` combinations. */
type Field = { name: string; inner: boolean; values: unknown[]; stride: number };

function fieldsOf({ properties = {}, ...fields }: GivenContext): Field[] {
  const fieldsIn = (members: object, inner: boolean) =>
    Object.entries(members).map(([name, value]) => {
      return { name, inner, values: valuesIn(value), stride: 1 };
    });
  return [...fieldsIn(fields, false), ...fieldsIn(properties as object, true)];
}

function combinationAt(fields: readonly Field[], index: number): GivenContext {
  const membersOf = (inner: boolean) =>
    fields
      .filter((field) => field.inner === inner)
      .map(({ name, values, stride }) => [
        name,
        values[Math.floor(index / stride) % values.length],
      ]);
  const properties = membersOf(true);
  return {
    ...Object.fromEntries(membersOf(false)),
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
  };
}

function valuesIn(value: unknown): unknown[] {
  if (typeof value !== 'string') return [value];
  const values = value.split(',').map((part) => part.trim());
  return [...new Set(values.filter((part) => part !== ''))];
}

/** Fields and properties in one object. */
export function flatten({ properties = {}, ...fields }: GivenContext): GivenContext {
  return { ...(properties as object), ...fields };
}
