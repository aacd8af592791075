import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { badData, badDataIn, type ErrorDetail, type RequestError } from '../errors.ts';

const options: Options = { allErrors: false, strict: false, verbose: true };

/**
 * Text from the address line is turned into the types the schema asks for; JSON bodies have types of
 * their own and are taken at their word, so that `null` never becomes 0.
 */
export const buildValidator: ValidatorFactory = (shared) => {
  const strict = withSchemas(new Ajv(options), shared);
  const coercing = withSchemas(new Ajv({ ...options, coerceTypes: 'array' }), shared);
  return ({ schema, httpPart }) => (httpPart === 'body' ? strict : coercing).compile(schema);
};

type ValidatorFactory = (
  shared: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: Fastify types this factory's result by Ajv's own unions.
) => (route: any) => ValidateFunction;

function withSchemas(ajv: Ajv, shared: unknown): Ajv {
  addFormats.default(ajv);
  const { validate } = ajv.formats['date-time'] as { validate: (text: string) => boolean };
  ajv.addFormat('date-time', (text: string) => validate(text) && isStorableMoment(text));
  for (const schema of Object.values(shared as Record<string, object>)) ajv.addSchema(schema);
  return ajv;
}

/** Refuses what the format allows and neither we nor PostgreSQL can hold, such as leap seconds. */
function isStorableMoment(text: string): boolean {
  const time = Date.parse(text);
  return time >= Date.parse('0001-01-01T00:00:00Z') && time < Date.parse('+010000-01-01T00:00:00Z');
}

/** Says what was sent, where, and what is allowed there; the branches of a union are one detail. */
export function validationError(errors: readonly ErrorObject[], part: string): RequestError {
  const rules = new Map<string, { allowed: Set<string>; sent: string }>();
  for (const error of errors.filter(({ keyword }) => errors.length === 1 || !unions.has(keyword))) {
    const path = pathOf(error, part === 'querystring' ? 'query' : part);
    const entry = rules.get(path) ?? { allowed: new Set(), sent: sentValue(error) };
    rules.set(path, { ...entry, allowed: entry.allowed.add(ruleOf(error)) });
  }
  const details: ErrorDetail[] = [...rules].map(([path, { allowed, sent }]) => ({
    path,
    message: `${[...allowed].join(' or ')}${sent}`,
  }));
  return badDataIn('The request is not valid; details say where and why', details);
}

/** These only say that no branch fits; what each branch wants is said by the other errors. */
const unions = new Set(['anyOf', 'oneOf', 'if']);

type MemberParams = { missingProperty?: string; additionalProperty?: string };

const memberOf = ({ params }: ErrorObject) => {
  const { missingProperty, additionalProperty } = params as MemberParams;
  return missingProperty ?? additionalProperty;
};

function pathOf(error: ErrorObject, part: string): string {
  const member = memberOf(error);
  return `/${part}${error.instancePath}${member === undefined ? '' : `/${member}`}`;
}

function ruleOf(error: ErrorObject): string {
  const member = memberOf(error);
  if (error.keyword === 'required') return `${member} is required`;
  if (error.keyword === 'additionalProperties') {
    const known = Object.keys((error.parentSchema as { properties?: object }).properties ?? {});
    return `${member} is not known here; known are ${known.join(', ') || 'no members'}`;
  }
  const { allowedValues, allowedValue } = error.params as {
    allowedValues?: unknown[];
    allowedValue?: unknown;
  };
  if (allowedValues) return `must be one of ${allowedValues.join(', ')}`;
  if (allowedValue !== undefined) return `must be ${allowedValue}`;
  return error.message ?? 'is not allowed';
}

const sentValue = (error: ErrorObject) =>
  memberOf(error) === undefined ? `; ${shorten(error.data)} was sent` : '';

function shorten(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

const depthMax = 100;

/**
 * Refuses text that PostgreSQL cannot hold (NUL, half a surrogate pair) and JSON nested so deeply
 * that writing it out again would exhaust the stack.
 */
export function assertStorable(value: unknown, part: 'body' | 'query' | 'params'): void {
  const open: { value: unknown; path: string; depth: number }[] = [
    { value, path: `/${part}`, depth: 0 },
  ];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const { path, depth } = item;
    if (depth > depthMax) throw badData(`nested deeper than ${depthMax} levels`, `/${part}`);
    if (typeof item.value === 'string') assertText(item.value, path);
    if (typeof item.value !== 'object' || item.value === null) continue;
    for (const [key, child] of Object.entries(item.value)) {
      assertText(key, path);
      open.push({ value: child, path: `${path}/${key}`, depth: depth + 1 });
    }
  }
}

function assertText(text: string, path: string): void {
  if (text.includes('\0') || !isWellFormed(text)) {
    throw badData('text must not hold NUL characters or halves of surrogate pairs', path);
  }
}

const halfPair = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
const isWellFormed = (text: string) => !halfPair.test(text);

/** The members a body may carry although they mean nothing: what a GET of the same thing returned. */
export type Echo = { properties: Record<string, unknown> };

/**
 * Drops members that were merely echoed back from an answer, so that read-change-write scripts work;
 * whatever is left and unknown is then refused by the schema.
 */
export function dropEchoes(body: unknown, schema: unknown, echo: Echo | undefined): void {
  if (echo === undefined || typeof body !== 'object' || body === null) return;
  const known = (schema as { properties?: object } | undefined)?.properties ?? {};
  for (const key of Object.keys(body)) {
    if (Object.hasOwn(echo.properties, key) && !Object.hasOwn(known, key)) {
      delete (body as Record<string, unknown>)[key];
    }
  }
}

/** Hooks that every request passes before the guard, and between parsing and the schema. */
export function registerInputChecks(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.url.includes('%00')) throw badData('the address must not hold NUL characters');
    // Tools send a type with an empty body (curl -d ''); there is nothing in it to refuse.
    if (request.headers['content-length'] === '0') delete request.headers['content-type'];
  });
  app.addHook('preValidation', async (request) => {
    assertStorable(request.params, 'params');
    assertStorable(request.query, 'query');
    assertStorable(request.body, 'body');
    const { schema, config } = request.routeOptions;
    dropEchoes(request.body, schema?.body, config.echo);
  });
}
