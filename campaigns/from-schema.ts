import fc from 'fast-check';

/** The part of JSON Schema that the OpenAPI document uses. */
export type JsonSchema = {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
};

type Resolve = (ref: string) => JsonSchema;

/** Values of a schema, mostly valid: patterns and other rules of the server are not considered. */
export function valuesOf(schema: JsonSchema, resolve: Resolve, depth = 0): fc.Arbitrary<unknown> {
  const inner = (child: JsonSchema) => valuesOf(child, resolve, depth + 1);
  if (depth > 6) return fc.constant(null);
  if (schema.$ref !== undefined) return inner(resolve(schema.$ref));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices !== undefined) return fc.oneof(...choices.map(inner));
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['object']);
  return fc.oneof(...types.map((type) => (generators[type] ?? anything)(schema, inner)));
}

type Generator = (
  schema: JsonSchema,
  inner: (child: JsonSchema) => fc.Arbitrary<unknown>,
) => fc.Arbitrary<unknown>;

const anything: Generator = () => fc.jsonValue({ maxDepth: 2 });

const generators: Record<string, Generator> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  string: ({ format, minLength = 0, maxLength = 30 }) =>
    format === 'date-time'
      ? fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
      : fc.string({ minLength, maxLength: Math.min(Math.max(minLength, 30), maxLength) }),
  integer: ({ minimum = -1000, maximum = 1_000_000 }) => fc.integer({ min: minimum, max: maximum }),
  number: ({ minimum = -1000, maximum = 1_000_000 }) => fc.integer({ min: minimum, max: maximum }),
  array: ({ items = {} }, inner) => fc.array(inner(items), { maxLength: 3 }),
  object: ({ properties, required = [], additionalProperties }, inner) => {
    const members: Record<string, fc.Arbitrary<unknown>> = {};
    for (const [name, child] of Object.entries(properties ?? {})) members[name] = inner(child);
    const known = fc.record(members, { requiredKeys: [...required] });
    if (properties !== undefined || additionalProperties === false) return known;
    const value =
      typeof additionalProperties === 'object' ? inner(additionalProperties) : fc.string();
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), value, { maxKeys: 3 });
  },
};
