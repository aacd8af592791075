import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSetFilter } from '../server/http/set-filter.ts';
import { paths, pathTo } from './src/paths.ts';
import { knownParams, parseSearch, stringifySearch } from './src/search-params.ts';
import { diffOf } from './src/ui/diff.ts';
import { matches, sortRows } from './src/ui/list-view.ts';
import { formatFilter, parseFilter } from './src/ui/set-filter.ts';
import { timeAgo } from './src/ui/time-ago.tsx';

const value = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');

describe('filters', () => {
  test('what is written reads the same here and on the server', () => {
    fc.assert(
      fc.property(fc.uniqueArray(value, { minLength: 1 }), (values) => {
        const text = formatFilter({ operator: 'IS_ANY_OF', values }) ?? '';

        expect(parseFilter(text)).toEqual({ operator: 'IS_ANY_OF', values });
        expect(parseSetFilter('type', text).values).toEqual(values);
      }),
    );
  });

  test('no values are no filter, and other text is left to the server', () => {
    expect(formatFilter({ operator: 'IS_ANY_OF', values: [] })).toBeUndefined();
    expect(parseFilter('true')).toBeUndefined();
    expect(parseFilter(undefined)).toBeUndefined();
  });
});

describe('addresses', () => {
  test('parameters come back as they went in, as text', () => {
    const search = fc.dictionary(
      fc.stringMatching(/^[a-z]{1,8}$/),
      fc.oneof(value, fc.array(value, { minLength: 2, maxLength: 3 })),
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(search, (params) => {
        expect(parseSearch(stringifySearch(params))).toEqual(params);
      }),
    );
  });

  test('only known parameters are kept, and lists are lists', () => {
    const known = knownParams(['query'], ['status']);

    expect(known({ query: '12', status: 'a:enabled', other: 'x' })).toEqual({
      query: '12',
      status: ['a:enabled'],
    });
  });

  test('names in a path are encoded', () => {
    expect(pathTo(paths.flag, { projectId: 'a/b', featureName: 'c d' })).toBe(
      '/projects/a%2Fb/flags/c%20d',
    );
  });
});

test('a diff names what was, what is, and nothing that stayed', () => {
  const before = { name: 'a', tags: ['x', 'y'], gone: 1 };
  const after = { name: 'b', tags: ['x', 'z'], fresh: null };

  expect(diffOf(before, after)).toEqual([
    { path: '/name', before: 'a', after: 'b' },
    { path: '/tags/1', before: 'y', after: 'z' },
    { path: '/gone', before: 1 },
    { path: '/fresh', after: null },
  ]);
});

test('a diff of whatever with itself is empty', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      expect(diffOf(json, structuredClone(json))).toEqual([]);
    }),
  );
});

test.each([
  ['2024-05-01T11:59:40Z', 'just now'],
  ['2024-05-01T11:57:00Z', '3 minutes ago'],
  ['2024-04-30T12:00:00Z', 'yesterday'],
  ['2024-05-03T12:00:00Z', 'in 2 days'],
])('%s is %s', (at, said) => {
  expect(timeAgo(at, Date.parse('2024-05-01T12:00:00Z'))).toBe(said);
});

describe('lists that are here as a whole', () => {
  const columns = [
    { id: 'name', header: 'Name', cell: () => null, value: (row: { name: string }) => row.name },
    { id: 'note', header: 'Note', cell: () => null },
  ];
  const rows = ['b10', 'B9', 'a'].map((name) => ({ name }));
  const sorted = (by: string, order: 'asc' | 'desc') =>
    sortRows(rows, columns, { by, order }).map(({ name }) => name);

  test('sort as people count, and stay as they are by a column without a value', () => {
    expect(sorted('name', 'asc')).toEqual(['a', 'B9', 'b10']);
    expect(sorted('name', 'desc')).toEqual(['b10', 'B9', 'a']);
    expect(sorted('note', 'asc')).toEqual(['b10', 'B9', 'a']);
  });

  test.each([
    ['', true],
    ['beta TEST', true],
    ['test beta', true],
    ['beta prod', false],
  ])('the filter %j finds Beta testers: %s', (query, found) => {
    expect(matches('Beta testers', query)).toBe(found);
  });
});
