import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BodySchema, normalizerOf, pointerTo } from './normalization.ts';

const text: BodySchema = { type: 'string' };
const closed = (properties: BodySchema['properties'] = {}): BodySchema => ({
  type: 'object',
  properties,
  additionalProperties: false,
});

function normalized(value: unknown, schema: BodySchema, shared: Record<string, BodySchema> = {}) {
  const { changed, unknown } = normalizerOf(schema, (id) => shared[id])(value);
  return { value, changed, unknown: unknown.map(pointerTo) };
}

describe('unknown members', () => {
  test('are removed at every depth, through references, lists and maps', () => {
    const schema = closed({
      one: { $ref: 'One#' },
      list: { type: 'array', items: { $ref: 'One#' } },
      map: { type: 'object', additionalProperties: { $ref: 'One#' } },
    });
    const value = {
      one: { a: 'x', b: 1 },
      list: [{ a: 'x' }, { c: {} }],
      map: { any: { d: null, a: 'x' } },
      e: [],
    };

    expect(normalized(value, schema, { One: closed({ a: text }) })).toEqual({
      value: { one: { a: 'x' }, list: [{ a: 'x' }, {}], map: { any: { a: 'x' } } },
      changed: true,
      unknown: ['/one/b', '/list/1/c', '/map/any/d', '/e'],
    });
  });

  test.each<[string, BodySchema]>([
    ['an object with additional properties', { type: 'object', additionalProperties: true }],
    ['an object that does not mention them', { type: 'object', properties: { a: text } }],
    ['a value without a schema', {}],
    ['a union with such a value', { anyOf: [closed(), {}] }],
  ])('%s has none', (_, schema) => {
    const value = { a: 'x', b: { c: [{ d: 1 }] } };

    expect(normalized(structuredClone(value), schema)).toEqual({
      value,
      changed: false,
      unknown: [],
    });
  });

  test.each<[string, unknown]>([
    ['a list', [{ a: 1 }]],
    ['text', 'x'],
    ['null', null],
  ])('a value of another type is left alone: %s', (_, value) => {
    expect(normalized(value, closed())).toEqual({ value, changed: false, unknown: [] });
  });

  test('in a union, the branch of the same type decides', () => {
    const one = closed({ a: text });
    const schema = { anyOf: [one, { type: 'array', items: one }, { type: 'null' }] };

    expect(normalized({ a: 'x', b: 1 }, schema).unknown).toEqual(['/b']);
    expect(normalized([{ a: 'x', b: 1 }], schema).unknown).toEqual(['/0/b']);
  });

  test('in a union of objects, the branch with the same constant decides', () => {
    const a = closed({ kind: { type: 'string', const: 'a' }, x: closed({ n: text }) });
    const b = closed({ kind: { type: 'string', const: 'b' }, y: text });
    const schema = { anyOf: [a, b] };

    expect(normalized({ kind: 'a', x: { n: 'x', m: 1 }, y: 'y' }, schema)).toEqual({
      value: { kind: 'a', x: { n: 'x' } },
      changed: true,
      unknown: ['/x/m', '/y'],
    });
    expect(normalized({ kind: 'b', x: {}, y: 'y' }, schema).value).toEqual({ kind: 'b', y: 'y' });
    // None fits: validation reports it.
    expect(normalized({ kind: 'c', z: 1 }, schema).changed).toBe(false);
  });

  test('in a union of objects that fit alike, what one of them knows is known', () => {
    const schema = { anyOf: [closed({ a: text }), closed({ b: text })] };

    expect(normalized({ a: 'x', b: 'x', c: 'x' }, schema).unknown).toEqual(['/c']);
  });

  test('names of the prototype are unknown', () => {
    const value = JSON.parse('{"toString":1,"constructor":2,"hasOwnProperty":3}');

    expect(normalized(value, closed())).toMatchObject({
      value: {},
      unknown: ['/toString', '/constructor', '/hasOwnProperty'],
    });
  });

  test('only the first 100 are named; all are removed', () => {
    const value = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`x${index}`, 1]));

    const { value: rest, unknown } = normalized(value, closed());

    expect(rest).toEqual({});
    expect(unknown).toHaveLength(100);
  });
});

describe('numbers as text', () => {
  const number: BodySchema = { type: 'string', 'x-number-as-text': true };
  const schema = closed({ one: number, list: { type: 'array', items: number }, plain: text });

  test('are converted where the schema accepts them, and only there', () => {
    const value = { one: 1.5, list: ['a', 0, -2, 1e-7], plain: 1 };

    expect(normalized(value, schema)).toEqual({
      value: { one: '1.5', list: ['a', '0', '-2', '1e-7'], plain: 1 },
      changed: true,
      unknown: [],
    });
  });

  test.each([true, null, [], {}, '1'])('%j is not converted', (one) => {
    expect(normalized({ one }, schema)).toEqual({ value: { one }, changed: false, unknown: [] });
  });

  test('an integer that may have lost digits is not converted', () => {
    expect(normalized({ one: 9_007_199_254_740_991 }, schema).value).toEqual({
      one: '9007199254740991',
    });
    expect(normalized({ one: 9_007_199_254_740_992 }, schema).changed).toBe(false);
  });
});

/** A schema and a value that it allows. */
type Case = { schema: BodySchema; value: unknown };

const { tree } = fc.letrec<{ tree: Case }>((tie) => {
  const members = fc.dictionary(fc.constantFrom('a', 'b', 'c/d', '~', 'é'), tie('tree'), {
    maxKeys: 4,
  });
  return {
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<Case>(
        { schema: text, value: 'x' },
        { schema: { type: 'null' }, value: null },
        { schema: {}, value: { any: [{ thing: 1 }] } },
      ),
      members.map(objectOf),
      fc.array(tie('tree'), { maxLength: 3 }).map(listOf),
    ),
  };
});

function objectOf(cases: Record<string, Case>): Case {
  const entries = Object.entries(cases);
  return {
    schema: closed(Object.fromEntries(entries.map(([key, { schema }]) => [key, schema]))),
    value: Object.fromEntries(entries.map(([key, { value }]) => [key, value])),
  };
}

/** The items of a list have one schema, so each gets the union of all. */
function listOf(cases: readonly Case[]): Case {
  const [first] = cases;
  return {
    schema: { anyOf: [{ type: 'null' }, { type: 'array', items: first?.schema ?? {} }] },
    value: first ? [first.value, structuredClone(first.value)] : [],
  };
}

test('exactly the added members are removed, whatever the schema', () => {
  fc.assert(
    fc.property(tree, fc.array(fc.nat(), { maxLength: 5 }), ({ schema, value }, places) => {
      const body = structuredClone(value);
      const objects = closedObjects(body, schema, '');
      const added = new Set<string>();
      for (const place of objects.length === 0 ? [] : places) {
        const { object, path } = objects[place % objects.length] ?? { object: {}, path: '' };
        object.unknown = { a: 'x' };
        added.add(`${path}/unknown`);
      }

      const { unknown } = normalized(body, schema);

      expect(body).toEqual(value);
      expect(new Set(unknown)).toEqual(added);
    }),
  );
});

type Place = { object: Record<string, unknown>; path: string };

/** Where a member can be added that the schema does not know; a plain walk, without unions. */
function closedObjects(value: unknown, schema: BodySchema, path: string): Place[] {
  const branch = schema.anyOf?.[1] ?? schema;
  if (typeof value !== 'object' || value === null || branch.type === undefined) return [];
  const below = Object.entries(value).flatMap(([key, member]) =>
    closedObjects(
      member,
      branch.items ?? branch.properties?.[key] ?? {},
      `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    ),
  );
  return Array.isArray(value)
    ? below
    : [{ object: value as Record<string, unknown>, path }, ...below];
}
