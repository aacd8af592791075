import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyServerOptions } from 'fastify';
import { lenientCheck, setRemovedMembers } from './normalization.ts';

/**
 * Schemas are compiled when they are first used, not when the server starts: compiling all of them
 * took most of the time of a start (2.9 s of 5 s on a busy two-core machine).
 */
export const compilers: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: {
    buildValidator: ((shared: Record<string, object>) => {
      const strict = once(() => ajvFor(shared, {}));
      const coercing = once(() => ajvFor(shared, { coerceTypes: 'array' }));
      const find = (id: string) => shared[id];
      return ({ schema, httpPart }: { schema: object; httpPart: string }) =>
        // Text from the URL is converted to the types of the schema; JSON bodies are not
        // converted, so that `null` never becomes 0.
        lazyValidator(() =>
          httpPart === 'body'
            ? bodyValidator(strict().compile(schema), schema, find)
            : coercing().compile(schema),
        );
    }) as never,
    buildSerializer: ((shared: unknown, options: unknown) => {
      const build = once(() => SerializerSelector()(shared as never, options as never));
      return (route: unknown) => {
        const serialize = once(() => build()(route as never) as (value: unknown) => string);
        return (value: unknown) => serialize()(value);
      };
    }) as never,
  },
};

/** Not validated: checking all schemas at every start took ten times as long as the rest. */
const ajvOptions: Options = {
  allErrors: false,
  strict: false,
  verbose: true,
  validateSchema: false,
};

function ajvFor(shared: Record<string, object>, options: Options): Ajv {
  const ajv = new Ajv({ ...ajvOptions, ...options });
  addFormats.default(ajv);
  const { validate } = ajv.formats['date-time'] as { validate: (text: string) => boolean };
  ajv.addFormat('date-time', (text: string) => validate(text) && isStorableTime(text));
  for (const schema of Object.values(shared)) ajv.addSchema(schema);
  return ajv;
}

/** Refuses times that the format allows but PostgreSQL cannot store, such as leap seconds. */
function isStorableTime(text: string): boolean {
  const time = Date.parse(text);
  return time >= Date.parse('0001-01-01T00:00:00Z') && time < Date.parse('+010000-01-01T00:00:00Z');
}

type Validate = { (data: unknown): unknown; errors?: ValidateFunction['errors'] };

/** Valid without its unknown members, which the handler of the route refuses or ignores. */
function bodyValidator(
  check: ValidateFunction,
  schema: object,
  find: (id: string) => object | undefined,
): Validate {
  const checkLeniently = lenientCheck(check, schema, find);
  const validate: Validate = (body) => {
    const { valid, unknown } = checkLeniently(body);
    if (unknown.length > 0) setRemovedMembers(body, unknown);
    validate.errors = check.errors;
    return valid;
  };
  return validate;
}

/** Fastify reads the errors from the validate function, as Ajv sets them. */
function lazyValidator(compile: () => Validate) {
  const compiled = once(compile);
  const validate = (data: unknown): boolean => {
    const check = compiled();
    const valid = check(data) as boolean;
    validate.errors = check.errors ?? null;
    return valid;
  };
  validate.errors = null as ValidateFunction['errors'];
  return validate;
}

function once<T>(create: () => T): () => T {
  let created: { value: T } | undefined;
  return () => {
    created ??= { value: create() };
    return created.value;
  };
}
