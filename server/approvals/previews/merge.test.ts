import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differences, merge } from './merge.ts';

const key = fc.constantFrom('title', 'disabled', 'rollout', '__proto__', 'a/b', 'list');
const value = fc.oneof(
  fc.integer({ max: 5, min: 0 }),
  fc.constant(null),
  fc.array(fc.nat(3), { maxLength: 2 }),
);
const document = fc.dictionary(key, fc.oneof(value, fc.dictionary(key, value)));

/** One edit of a document of two levels. */
const edit = fc.record({ path: fc.array(key, { minLength: 1, maxLength: 2 }), value });
type Edit = { path: string[]; value: unknown };
type Json = Record<string, unknown>;

function apply(base: Json, edits: readonly Edit[]): Json {
  return edits.reduce((now, { path: [first = '', second], value: wanted }) => {
    const inner = Object.hasOwn(now, first) ? now[first] : undefined;
    if (second === undefined) return put(now, first, wanted);
    const record =
      typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {};
    return put(now, first, put(record as Json, second, wanted));
  }, base);
}

const put = (record: Json, name: string, wanted: unknown): Json =>
  Object.fromEntries([...Object.entries(record).filter(([it]) => it !== name), [name, wanted]]);

const firsts = (edits: readonly Edit[]) => new Set(edits.map(({ path }) => path[0]));

describe('merge', () => {
  test('edits of different members give the same result in either order, with all edits', () => {
    fc.assert(
      fc.property(document, fc.array(edit), fc.array(edit), (base, some, others) => {
        const mine = firsts(some);
        const disjoint = others.filter(({ path }) => !mine.has(path[0] ?? ''));
        const [one, other] = [apply(base, some), apply(base, disjoint)];

        const [there, back] = [merge(base, one, other), merge(base, other, one)];

        expect(there.clashes).toEqual([]);
        expect(back.clashes).toEqual([]);
        expect(there.value).toEqual(back.value);
        expect(there.value).toEqual(apply(one, disjoint));
      }),
    );
  });

  test('edits of the same member are conflicts in both orders, at the same paths', () => {
    fc.assert(
      fc.property(document, edit, value, (base, first, wanted) => {
        const [one, other] = [apply(base, [first]), apply(base, [{ ...first, value: wanted }])];
        fc.pre(differences(one, other).length > 0);
        fc.pre(differences(base, one).length > 0 && differences(base, other).length > 0);

        const [there, back] = [merge(base, one, other), merge(base, other, one)];

        expect(there.clashes.length).toBeGreaterThan(0);
        expect(there.clashes.map(({ path }) => path)).toEqual(back.clashes.map(({ path }) => path));
        expect(there.clashes.map(({ current }) => current)).toEqual(
          back.clashes.map(({ proposed }) => proposed),
        );
      }),
    );
  });

  test('the same edit on both sides, or an edit on one side only, is no conflict', () => {
    fc.assert(
      fc.property(document, document, (base, edited) => {
        expect(merge(base, edited, edited)).toEqual({ value: edited, clashes: [] });
        expect(merge(base, base, edited)).toEqual({ value: edited, clashes: [] });
        expect(merge(base, edited, base)).toEqual({ value: edited, clashes: [] });
      }),
    );
  });

  test('a list is one value, a removed member is an edit, paths are JSON Pointers', () => {
    const base = { list: [1], parameters: { 'a/b': '10', other: 'x' } };

    const { value: merged, clashes } = merge(
      base,
      { list: [1, 2], parameters: { 'a/b': '20', other: 'x' } },
      { list: [1, 3], parameters: { other: 'y' } },
    );

    expect(merged).toEqual({ list: [1, 3], parameters: { other: 'y' } });
    expect(clashes).toEqual([
      { path: '/list', base: [1], current: [1, 2], proposed: [1, 3] },
      { path: '/parameters/a~1b', base: '10', current: '20', proposed: undefined },
    ]);
  });
});

describe('differences', () => {
  test('are empty exactly for equal documents', () => {
    fc.assert(
      fc.property(document, document, (before, after) => {
        expect(differences(before, before)).toEqual([]);
        expect(differences(before, after).length === 0).toBe(
          JSON.stringify(sorted(before)) === JSON.stringify(sorted(after)),
        );
      }),
    );
  });
});

const sorted = (record: unknown): unknown =>
  typeof record === 'object' && record !== null && !Array.isArray(record)
    ? Object.entries(record)
        .map(([name, it]) => [name, sorted(it)])
        .sort()
    : record;
