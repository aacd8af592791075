import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { applyJsonPatch, patcherOf } from './json-patch.ts';
import { pointerTo } from './normalization.ts';
import type { JsonPatch } from './schema.ts';

const document = { title: null, list: ['a', 'b'], map: { x: 1, 'a/b': 2 }, text: 'abc' };

const refusal = (path: string) =>
  expect.objectContaining({ status: 400, details: [expect.objectContaining({ path })] });

describe('applyJsonPatch', () => {
  test.each<[string, JsonPatch, object]>([
    ['add a member', [{ op: 'add', path: '/y', value: [1] }], { y: [1] }],
    ['add over a member', [{ op: 'add', path: '/text', value: 1 }], { text: 1 }],
    ['add within a list', [{ op: 'add', path: '/list/1', value: 'x' }], { list: ['a', 'x', 'b'] }],
    [
      'add right after a list',
      [{ op: 'add', path: '/list/2', value: 'x' }],
      { list: ['a', 'b', 'x'] },
    ],
    ['add to a list', [{ op: 'add', path: '/list/-', value: 'x' }], { list: ['a', 'b', 'x'] }],
    ['replace', [{ op: 'replace', path: '/list/0', value: 'x' }], { list: ['x', 'b'] }],
    ['replace a null', [{ op: 'replace', path: '/title', value: 'T' }], { title: 'T' }],
    ['replace by null', [{ op: 'replace', path: '/text', value: null }], { text: null }],
    [
      'an escaped name',
      [{ op: 'replace', path: '/map/a~1b', value: 3 }],
      { map: { x: 1, 'a/b': 3 } },
    ],
    ['remove', [{ op: 'remove', path: '/list/0' }], { list: ['b'] }],
    ['move', [{ op: 'move', from: '/list/0', path: '/text' }], { list: ['b'], text: 'a' }],
    [
      'move within a list',
      [{ op: 'move', from: '/list/0', path: '/list/1' }],
      { list: ['b', 'a'] },
    ],
    ['copy', [{ op: 'copy', from: '/map/x', path: '/text' }], { text: 1 }],
    [
      'a test that holds',
      [
        { op: 'test', path: '/map', value: { 'a/b': 2, x: 1 } },
        { op: 'replace', path: '/text', value: 'z' },
      ],
      { text: 'z' },
    ],
    ['nothing', [], {}],
  ])('%s', (_, patch, changed) => {
    expect(applyJsonPatch(document, patch)).toEqual({ ...document, ...changed });
  });

  test('the document can be replaced, and the original is unchanged', () => {
    expect(applyJsonPatch(document, [{ op: 'replace', path: '', value: [1] }])).toEqual([1]);
    expect(applyJsonPatch(document, [{ op: 'remove', path: '/list/0' }])).not.toEqual(document);
    expect(document.list).toEqual(['a', 'b']);
  });

  test.each<[string, JsonPatch[number], string]>([
    ['a path without slash', { op: 'remove', path: 'text' }, '/body/0/path'],
    ['nothing to remove', { op: 'remove', path: '/nothing' }, '/body/0/path'],
    ['nothing to replace', { op: 'replace', path: '/nothing', value: 1 }, '/body/0/path'],
    ['an inherited member', { op: 'remove', path: '/toString' }, '/body/0/path'],
    ['a parent that is not there', { op: 'add', path: '/no/where', value: 1 }, '/body/0/path'],
    ['a parent that is text', { op: 'add', path: '/text/x', value: 1 }, '/body/0/path'],
    ['a parent that is null', { op: 'add', path: '/title/x', value: 1 }, '/body/0/path'],
    ['beyond a list', { op: 'add', path: '/list/3', value: 1 }, '/body/0/path'],
    ['a list has no such index', { op: 'replace', path: '/list/2', value: 1 }, '/body/0/path'],
    ['the end of a list is nothing', { op: 'replace', path: '/list/-', value: 1 }, '/body/0/path'],
    ['text as index', { op: 'add', path: '/list/one', value: 1 }, '/body/0/path'],
    ['an index with a zero in front', { op: 'remove', path: '/list/01' }, '/body/0/path'],
    ['the prototype', { op: 'add', path: '/map/__proto__', value: {} }, '/body/0/path'],
    ['the constructor', { op: 'add', path: '/constructor/prototype/x', value: 1 }, '/body/0/path'],
    ['add without value', { op: 'add', path: '/y' }, '/body/0/value'],
    ['replace without value', { op: 'replace', path: '/text' }, '/body/0/value'],
    ['move without from', { op: 'move', path: '/y' }, '/body/0/from'],
    ['copy from nowhere', { op: 'copy', from: '/nothing', path: '/y' }, '/body/0/from'],
    ['move into itself', { op: 'move', from: '/map', path: '/map/y' }, '/body/0/path'],
    ['a test that fails', { op: 'test', path: '/text', value: 'x' }, '/body/0/value'],
    ['a test of a text’s length', { op: 'test', path: '/text/length', value: 3 }, '/body/0/value'],
    ['a test of a list’s length', { op: 'test', path: '/list/length', value: 2 }, '/body/0/value'],
  ])('%s is refused', (_, operation, path) => {
    expect(() => applyJsonPatch(document, [operation])).toThrow(refusal(path));
  });

  test('repeated copies are refused above a size', () => {
    const doubling: JsonPatch = Array.from({ length: 200 }, (_, index) => ({
      op: 'copy',
      from: '/map',
      path: `/map/copy${index}`,
    }));

    expect(() => applyJsonPatch(document, doubling)).toThrow(
      expect.objectContaining({ status: 400 }),
    );
  });

  test('nested copies are refused above a depth', () => {
    const steps: JsonPatch = Array.from({ length: 300 }, (_, index) =>
      index % 2
        ? { op: 'copy', from: '/a', path: '/b/y' }
        : { op: 'copy', from: '/b', path: '/a/x' },
    );

    expect(() => applyJsonPatch({ a: {}, b: {} }, steps)).toThrow(
      expect.objectContaining({ status: 400 }),
    );
  });

  test('any input results in a document or 400', () => {
    const path = fc.oneof(
      fc.constantFrom(
        '',
        '/',
        '/list',
        '/list/0',
        '/list/-',
        '/map',
        '/map/x',
        '/text',
        '/title/x',
      ),
      fc.string(),
    );
    const operations = fc.array(
      fc.record(
        {
          op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test' as const),
          path,
          from: path,
          value: fc.jsonValue(),
        },
        { requiredKeys: ['op', 'path'] },
      ),
      { maxLength: 6 },
    );

    fc.assert(
      fc.property(operations, (patch) => {
        try {
          applyJsonPatch(document, patch as JsonPatch);
        } catch (error) {
          expect(error).toMatchObject({ status: 400 });
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('patcherOf', () => {
  const patch = patcherOf(
    Type.Object({ title: Type.String({ maxLength: 3 }) }, { additionalProperties: false }),
  );

  const patched = (...operations: JsonPatch) => {
    const unknown: string[] = [];
    const document = patch({ title: 'a' }, operations, (members) => {
      unknown.push(...members.map(pointerTo));
    });
    return { document, unknown };
  };

  test('the result must match the schema', () => {
    expect(patched({ op: 'replace', path: '/title', value: 'abc' }).document).toEqual({
      title: 'abc',
    });
    expect(() => patched({ op: 'replace', path: '/title', value: 'abcd' })).toThrow(
      refusal('/body/title'),
    );
    expect(() => patched({ op: 'remove', path: '' })).toThrow(refusal('/body'));
  });

  test('unknown members of the result are removed and reported', () => {
    expect(patched({ op: 'add', path: '/x', value: 1 })).toEqual({
      document: { title: 'a' },
      unknown: ['/x'],
    });
  });
});
