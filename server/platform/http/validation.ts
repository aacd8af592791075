import type { ErrorObject } from 'ajv';
import type { FastifyInstance } from 'fastify';
import { badData, badDataIn, type ErrorDetail, named, type RequestError } from '../errors.ts';

/** Contains the path, the sent value and what is allowed; the branches of a union are one detail. */
export function validationError(errors: readonly ErrorObject[], part: string): RequestError {
  const where = part === 'querystring' ? 'query' : part;
  const rules = new Map<string, { error: ErrorObject; allowed: Set<string> }>();
  for (const error of errors.filter(({ keyword }) => errors.length === 1 || !unions.has(keyword))) {
    const path = pathOf(error, where);
    const entry = rules.get(path) ?? { error, allowed: new Set() };
    rules.set(path, { ...entry, allowed: entry.allowed.add(ruleOf(error)) });
  }
  for (const path of onlyNullable(rules)) rules.delete(path);
  const details: ErrorDetail[] = [...rules].map(([path, { error, allowed }]) => ({
    path,
    message: memberMessage(error, where) ?? valueMessage(path, [...allowed], error.data),
  }));
  const [only] = details;
  return badDataIn(
    only && details.length === 1
      ? only.message
      : `The request has ${details.length} errors. See details.`,
    details,
  );
}

type Rules = ReadonlyMap<string, { allowed: ReadonlySet<string> }>;

/** Values that could be null, of which a member is wrong: null was not meant. */
const onlyNullable = (rules: Rules) =>
  [...rules].flatMap(([path, { allowed }]) =>
    [...allowed].join() === 'must be null' &&
    [...rules.keys()].some((other) => other.startsWith(`${path}/`))
      ? [path]
      : [],
  );

/** Only state that no branch matches; what each branch allows is in the other errors. */
const unions = new Set(['anyOf', 'oneOf', 'if']);

type MemberParams = { missingProperty?: string; additionalProperty?: string };

function pathOf({ instancePath, params }: ErrorObject, part: string): string {
  const { missingProperty, additionalProperty } = params as MemberParams;
  const member = missingProperty ?? additionalProperty;
  return `/${part}${instancePath}${member === undefined ? '' : `/${member}`}`;
}

/** Undefined if the error is about a value. */
function memberMessage({ params, parentSchema }: ErrorObject, part: string): string | undefined {
  const { missingProperty, additionalProperty } = params as MemberParams;
  const kind = part === 'query' ? 'parameter' : 'property';
  if (missingProperty !== undefined) return `Missing ${named(kind, missingProperty)}.`;
  if (additionalProperty === undefined) return undefined;
  const allowed = Object.keys((parentSchema as { properties?: object }).properties ?? {});
  return `Unknown ${named(kind, additionalProperty)}. Allowed: ${allowed.join(', ') || 'none'}.`;
}

function ruleOf(error: ErrorObject): string {
  const { examples } = (error.parentSchema ?? {}) as { examples?: unknown[] };
  if (error.keyword === 'pattern' && examples) return `must be like ${examples.join(' or ')}`;
  const { allowedValues, allowedValue } = error.params as {
    allowedValues?: unknown[];
    allowedValue?: unknown;
  };
  if (allowedValues) return `must be one of ${allowedValues.join(', ')}`;
  if (allowedValue !== undefined) return `must be ${allowedValue}`;
  return error.message ?? 'is not allowed';
}

/** The subject is the last member of the path, with its index in a list. */
export function valueMessage(path: string, rules: readonly string[], sent: unknown): string {
  const [, subject = 'body'] = /([^/]+(?:\/\d+)*)$/.exec(path) ?? [];
  const [first = '', ...others] = rules;
  const allowed = [first, ...others.map((rule) => rule.replace(/^must be /, ''))].join(' or ');
  return `"${subject}" ${allowed}. Received ${shorten(sent)}.`;
}

function shorten(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

const depthMax = 100;

/**
 * Refuses text that PostgreSQL cannot store (NUL, half a surrogate pair) and JSON nested so deeply
 * that serializing it would exhaust the stack.
 */
export function assertStorable(value: unknown, part: 'body' | 'query' | 'params'): void {
  const open: { value: unknown; path: string; depth: number }[] = [
    { value, path: `/${part}`, depth: 0 },
  ];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const { path, depth } = item;
    if (depth > depthMax) throw badData(`Nested deeper than ${depthMax} levels.`, `/${part}`);
    if (typeof item.value === 'string') assertText(item.value, path);
    if (typeof item.value !== 'object' || item.value === null) continue;
    for (const [key, child] of Object.entries(item.value)) {
      assertText(key, path);
      open.push({ value: child, path: `${path}/${key}`, depth: depth + 1 });
    }
  }
}

function assertText(text: string, path: string): void {
  const index = text.search(unstorable);
  if (index < 0) return;
  const message = 'Text must not contain NUL characters or unpaired surrogates.';
  const position = [...text.slice(0, index)].length + 1;
  throw badDataIn(message, [{ message, path, position }]);
}

const unstorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Hooks before authentication, and between parsing and validation. */
export function registerInputChecks(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const [path = ''] = request.url.split('?', 1);
    if (path.includes('%00')) throw badData('The URL must not contain NUL characters.');
  });
  app.addHook('preValidation', async (request) => {
    assertStorable(request.params, 'params');
    assertStorable(request.query, 'query');
    assertStorable(request.body, 'body');
  });
}
