import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { openApiDocument } from './testing/openapi-document.ts';

test('openapi.json is what the routes say; `npm run openapi` renews it', async () => {
  const committed = await readFile(new URL('../openapi.json', import.meta.url), 'utf8');

  expect(committed === (await openApiDocument()), 'run npm run openapi').toBe(true);
});

test('every operation has an id of its own, a summary, a tag and an answer', async () => {
  const { paths } = JSON.parse(await openApiDocument()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  type Operation = { operationId?: string; summary?: string; tags?: string[]; responses?: object };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

  expect(operations.filter(({ summary, tags }) => !summary || !tags?.length)).toEqual([]);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
});

test('every schema is one: the server takes them at their word', async () => {
  const ajv = new Ajv({ strict: false });
  const { paths, components } = JSON.parse(await openApiDocument());
  const schemas = [...Object.values(components.schemas), ...schemasIn(paths)];
  const wrong = schemas.filter((schema) => ajv.validateSchema(schema as object) !== true);

  expect(schemas.length).toBeGreaterThan(500);
  expect(wrong).toEqual([]);
});

/** Those of parameters, bodies and answers. */
function schemasIn(part: unknown): unknown[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === 'schema' ? [value] : schemasIn(value),
  );
}
