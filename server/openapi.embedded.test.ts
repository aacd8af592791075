import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import type { BodySchema } from './platform/http/normalization.ts';
import { openApiDocument } from './testing/openapi-document.ts';

test('openapi.json matches the routes; `npm run openapi` updates it', async () => {
  const committed = await readFile(new URL('../openapi.json', import.meta.url), 'utf8');

  expect(committed === (await openApiDocument()), 'run npm run openapi').toBe(true);
});

test('under a base path, paths are the same and relative to the server', async () => {
  const plain = JSON.parse(await openApiDocument());
  const below = JSON.parse(await openApiDocument({ BASE_URI_PATH: '/flags' }));

  expect(plain.servers).toBeUndefined();
  expect(below).toEqual({ ...plain, servers: [{ url: '/flags' }] });
});

test('every operation has a unique id, a summary and a tag', async () => {
  const { paths } = JSON.parse(await openApiDocument()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  type Operation = { operationId?: string; summary?: string; tags?: string[]; responses?: object };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

  expect(operations.filter(({ summary, tags }) => !summary || !tags?.length)).toEqual([]);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
});

test('every schema is valid, since the server does not check them', async () => {
  const ajv = new Ajv({ strict: false });
  const { paths, components } = JSON.parse(await openApiDocument());
  const schemas = [...Object.values(components.schemas), ...schemasIn(paths)];
  const wrong = schemas.filter((schema) => ajv.validateSchema(schema as object) !== true);

  expect(schemas.length).toBeGreaterThan(500);
  expect(wrong).toEqual([]);
});

/** What the normalization of bodies understands, or need not understand. */
const understood = new Set([
  '$ref',
  'type',
  'const',
  'anyOf',
  'properties',
  'additionalProperties',
  'items',
  'enum',
  'required',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'pattern',
  'format',
  'default',
  'description',
  'examples',
  'deprecated',
  'uniqueItems',
  'x-number-as-text',
]);

test('bodies use only keywords that decide which members are unknown, and objects are explicit', async () => {
  const { paths, components } = JSON.parse(await openApiDocument());
  const bodies = Object.values(paths as Record<string, object>)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ requestBody }) => schemasIn(requestBody));
  const visited = new Set<unknown>();
  const found: string[] = [];
  const visit = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null || visited.has(schema)) return;
    visited.add(schema);
    const {
      $ref = '',
      type,
      properties = {},
      additionalProperties,
      items,
      anyOf = [],
    } = schema as BodySchema;
    found.push(...Object.keys(schema).filter((key) => !understood.has(key)));
    if (type === 'object' && additionalProperties === undefined) found.push('an implicit object');
    if (Array.isArray(type)) found.push('several types');
    const named = components.schemas[$ref.split('/').at(-1) ?? ''];
    [...Object.values(properties), ...anyOf, additionalProperties, items, named].forEach(visit);
  };
  bodies.forEach(visit);

  expect(visited.size).toBeGreaterThan(200);
  expect(found).toEqual([]);
});

test('every pattern has an example, which errors show', async () => {
  const { paths, components } = JSON.parse(await openApiDocument());
  const patterns = patternsIn([paths, components]);
  const wrong = patterns.filter(
    ({ pattern, examples }) =>
      examples.length === 0 || !examples.every((each) => new RegExp(pattern, 'u').test(each)),
  );

  expect(patterns.length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

type Pattern = { pattern: string; examples: string[] };
type Parameter = { schema: object; example?: string; examples?: Record<string, { value: string }> };

function patternsIn(value: unknown): Pattern[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('in' in value) return patternsIn(schemaOf(value as unknown as Parameter));
  if ('pattern' in value && typeof value.pattern === 'string') {
    return [{ examples: [], ...(value as { pattern: string }) }];
  }
  return Object.values(value).flatMap(patternsIn);
}

/** The examples of a parameter are beside its schema. */
function schemaOf({ schema, example, examples = {} }: Parameter): object {
  const several = Object.values(examples).map((each) => each.value);
  return { ...schema, examples: example === undefined ? several : [example] };
}

/** The schemas of parameters, bodies and responses. */
function schemasIn(part: unknown): unknown[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === 'schema' ? [value] : schemasIn(value),
  );
}
