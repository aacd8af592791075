import type { ErrorObject } from 'ajv';
import type { FastifyInstance } from 'fastify';
import { badData, badDataIn, type ErrorDetail, type RequestError } from '../errors.ts';

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

/** A call that takes no body would ignore its members in silence. */
function assertNoMembers(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const [member] = Object.keys(body);
  if (member === undefined) return;
  throw badData(`${member} is not known here; this call takes no members`, `/body/${member}`);
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
    if (schema?.body === undefined) assertNoMembers(request.body);
  });
}
