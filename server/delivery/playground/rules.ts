import { badData } from '../../platform/errors.ts';

/** One question is one flag, in one environment, for one context; each is some kilobytes of answer. */
export const questionsMax = 15_000;

export function assertFewQuestions(questions: number): void {
  if (questions <= questionsMax) return;
  throw badData(
    `this asks for more than ${questionsMax} evaluations; choose fewer projects, environments or values`,
    '/body',
  );
}

export type PlayedContext = Readonly<Record<string, unknown>>;

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** The context without members that no constraint could compare, and the names of these. */
export function cleanContext(given: PlayedContext): { context: PlayedContext; dropped: string[] } {
  const { properties, ...fields } = given;
  const inner = typeof properties === 'object' && properties !== null ? properties : {};
  const kept = Object.entries(fields).filter(([, value]) => isScalar(value));
  const keptInner = Object.entries(inner).filter(([, value]) => isScalar(value));
  const dropped = [
    ...Object.keys(fields).filter((key) => !isScalar(fields[key])),
    ...Object.entries(inner).flatMap(([key, value]) => (isScalar(value) ? [] : [key])),
  ];
  return {
    context: {
      ...Object.fromEntries(kept),
      ...(keptInner.length === 0 ? {} : { properties: Object.fromEntries(keptInner) }),
    },
    dropped,
  };
}

/** Every combination of the values that fields hold between commas, within what may be asked. */
export function combinations(context: PlayedContext): PlayedContext[] {
  const { properties = {}, ...fields } = context;
  const all = [
    ...Object.entries(fields).map(([name, value]) => ({ name, inner: false, value })),
    ...Object.entries(properties as object).map(([name, value]) => ({ name, inner: true, value })),
  ].map((field) => ({ ...field, values: valuesIn(field.value) }));
  assertFewQuestions(all.reduce((product, { values }) => product * values.length, 1));
  return all.reduce<PlayedContext[]>(
    (contexts, field) =>
      contexts.flatMap((made) => field.values.map((value) => withField(made, field, value))),
    [{}],
  );
}

function valuesIn(value: unknown): unknown[] {
  if (typeof value !== 'string') return [value];
  const values = value.split(',').map((part) => part.trim());
  return [...new Set(values.filter((part) => part !== ''))];
}

const withField = (
  context: PlayedContext,
  { name, inner }: { name: string; inner: boolean },
  value: unknown,
): PlayedContext =>
  inner
    ? { ...context, properties: { ...(context.properties as object), [name]: value } }
    : { ...context, [name]: value };

/** Properties beside the fields, as one level. */
export function flatten({ properties = {}, ...fields }: PlayedContext): PlayedContext {
  return { ...(properties as object), ...fields };
}
