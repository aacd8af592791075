import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { aWorld, callExample, examples, nameOf } from './testing/world.ts';

/**
 * Compares the success responses of routes that the peer has too with the schemas of the peer.
 * Intended differences have a row with the reason in docs/compatibility.md.
 */

type Schema = { [key: string]: unknown };
type Shapes = {
  paths: Record<string, Record<string, { responses: Record<string, Schema | string | null> }>>;
  schemas: Record<string, Schema>;
};

const file = process.env.PENNON_PEER_SHAPES ?? '';
const shapes = JSON.parse(readFileSync(file, 'utf8')) as Shapes;
const differences = readDifferences();
const ajv = ajvWithPeerSchemas();
const world = await aWorld();

const shared = examples.flatMap((example) => {
  const operation = shapes.paths[peerPathOf(example.path) ?? '']?.[example.method.toLowerCase()];
  return operation ? [{ example, operation }] : [];
});

test('the peer’s routes are found by their paths', () => {
  expect(shared.length).toBeGreaterThan(20);
});

test.each(shared.map((row) => [nameOf(row.example), row] as const))(
  '%s has the schema of the peer, or the difference is documented',
  async (name, { example, operation }) => {
    const { status, body } = await callExample(world, example, await example.arrange(world));
    const success = Object.entries(operation.responses).find(([code]) => /^2/.test(code));
    const [code = '', schema = null] = success ?? [];

    const found = [
      ...(String(status) === code ? [] : [`status ${status} instead of ${code}`]),
      ...(typeof schema === 'object' && schema !== null ? violations(schema, body) : []),
    ];

    expect(found.join('\n')).toBe((differences.get(name) ?? []).join('\n'));
  },
);

test('every documented difference is of an existing route', () => {
  const names = new Set(shared.map(({ example }) => nameOf(example)));

  expect([...differences.keys()].filter((name) => !names.has(name))).toEqual([]);
});

function violations(schema: Schema, body: unknown): string[] {
  const validate: ValidateFunction = ajv.compile(asJsonSchema(schema) as object);
  validate(body);
  const lines = (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const member = (params as { additionalProperty?: string }).additionalProperty ?? '';
    return `${instancePath.replace(/\/\d+/g, '/*')} ${message} ${member}`.trim();
  });
  return [...new Set(lines)].sort();
}

/** Names of parameters differ; only their positions are compared. */
function peerPathOf(path: string): string | undefined {
  const pattern = path.replace(/:\w+/g, '{}');
  return Object.keys(shapes.paths).find((peer) => peer.replace(/\{\w+\}/g, '{}') === pattern);
}

function ajvWithPeerSchemas(): Ajv {
  const validator = new Ajv({ strict: false, allErrors: true });
  addFormats.default(validator);
  for (const [name, schema] of Object.entries(shapes.schemas)) {
    validator.addSchema(asJsonSchema(schema) as object, `#/components/schemas/${name}`);
  }
  return validator;
}

/** The peer uses `nullable: true`, JSON Schema a second type. */
function asJsonSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asJsonSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, ...rest } = schema as Schema;
  const converted = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, asJsonSchema(value)]),
  );
  return nullable === true ? { anyOf: [converted, { type: 'null' }] } : converted;
}

/** Rows of the form: | `GET /path` | `difference`; `difference` | reason | */
function readDifferences(): Map<string, string[]> {
  const text = readFileSync(new URL('../docs/compatibility.md', import.meta.url), 'utf8');
  const rows = [
    ...text.matchAll(/^\| `((?:GET|POST|PUT|PATCH|DELETE) [^`]+)` \| (.+?) \| (.+) \|$/gm),
  ];
  return new Map(
    rows.map(([, name = '', list = '']) => [
      name,
      [...list.matchAll(/`([^`]+)`/g)].map(([, difference = '']) => difference),
    ]),
  );
}
