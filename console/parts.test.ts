import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boldLink, escaped } from '../server/events/catalogue/markdown.ts';
import { parseSetFilter } from '../server/platform/http/set-filter.ts';
import { valueInWords } from './src/approvals/change-request/value-in-words.ts';
import { withPeople, withProjects } from './src/audit/events/names-in-summary.ts';
import {
  contextOf,
  contextText,
  parseContext,
  rowsOf,
  withAppName,
} from './src/delivery/playground/context.ts';
import { constraintReason } from './src/delivery/playground/reasons.ts';
import { paths, pathTo } from './src/paths.ts';
import { parseSearch, pickParams, stringifySearch } from './src/search-params.ts';
import { diffOf } from './src/ui/diff.ts';
import { splitAt } from './src/ui/highlighted.tsx';
import { matches, sortRows } from './src/ui/list-view.ts';
import { markdownSpans } from './src/ui/markdown.ts';
import { formatFilter, parseFilter } from './src/ui/set-filter.ts';
import { exactTime, timeAgo } from './src/ui/time-ago.tsx';
import { joinValues, splitValues } from './src/ui/values.ts';

const value = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');

describe('filters', () => {
  test('a formatted filter parses alike in the console and on the server', () => {
    fc.assert(
      fc.property(fc.uniqueArray(value, { minLength: 1 }), (values) => {
        const text = formatFilter({ operator: 'IS_ANY_OF', values }) ?? '';

        expect(parseFilter(text)).toEqual({ operator: 'IS_ANY_OF', values });
        expect(parseSetFilter('type', text).values).toEqual(values);
      }),
    );
  });

  test('an empty list is no filter, and any other format is left to the server', () => {
    expect(formatFilter({ operator: 'IS_ANY_OF', values: [] })).toBeUndefined();
    expect(parseFilter('true')).toBeUndefined();
    expect(parseFilter(undefined)).toBeUndefined();
  });
});

describe('values in a text', () => {
  test.each([
    ['a,b\nc', ['a', 'b', 'c']],
    [' a ;\tb\r\n\r\na ', ['a', 'b']],
    ['"a, b","say ""yes""" , c', ['a, b', 'say "yes"', 'c']],
    ['5" pipe,"open', ['5" pipe', '"open']],
    ['a b', ['a b']],
    [' ,"" ,', []],
  ])('%j has %j', (text, values) => {
    expect(splitValues(text)).toEqual(values);
  });

  test('any values can be written and read back', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 })), (values) => {
        expect(splitValues(joinValues(values))).toEqual(values);
      }),
    );
  });
});

describe('URLs', () => {
  test('parameters survive a round trip as text', () => {
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

  test('only the named parameters are picked, and lists are arrays', () => {
    const pick = pickParams(['query'], ['status']);

    expect(pick({ query: '12', status: 'a:enabled', other: 'x' })).toEqual({
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

test('a diff lists the members that differ, with both values', () => {
  const before = { name: 'a', tags: ['x', 'y'], removed: 1 };
  const after = { name: 'b', tags: ['x', 'z'], added: null };

  expect(diffOf(before, after)).toEqual([
    { path: '/name', before: 'a', after: 'b' },
    { path: '/tags/1', before: 'y', after: 'z' },
    { path: '/removed', before: 1 },
    { path: '/added', after: null },
  ]);
});

test('a diff of any value with itself is empty', () => {
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
  ['2024-04-29T12:01:00Z', '2 days ago'],
  ['2024-03-15T12:00:00Z', '1 month ago'],
  ['2024-05-01T13:59:59Z', 'in 2 hours'],
  ['2024-05-03T12:00:00Z', 'in 2 days'],
  ['2024-05-31T11:59:00Z', 'in 30 days'],
])('%s is %s', (at, expected) => {
  expect(timeAgo(at, Date.parse('2024-05-01T12:00:00Z'))).toBe(expected);
});

describe('summaries', () => {
  test('any name is shown as text and links stay on the server', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const shown = markdownSpans(
          `created ${escaped(name)} and ${boldLink('x', ['flags', name])}`,
        );

        expect(shown[0]?.text.startsWith('created ')).toBe(true);
        for (const { href = '/' } of shown) expect(href).toMatch(/^\/(?![/\\])/);
        expect(shown.filter(({ bold }) => bold).map(({ text }) => text)).toEqual(['x']);
      }),
    );
  });

  test.each([
    [
      'a **b** c',
      [
        ['a ', false],
        ['b', true],
        [' c', false],
      ],
    ],
    ['\\*\\*a\\*\\*', [['**a**', false]]],
    ['[a](https://example.com)', [['[a](https://example.com)', false]]],
    ['[a](//example.com) [', [['[a](//example.com) [', false]]],
  ])('%s renders only bold text and local links', (text, expected) => {
    expect(markdownSpans(text).map((span) => [span.text, span.bold])).toEqual(expected);
    expect(markdownSpans(text).every(({ href }) => href === undefined)).toBe(true);
  });

  test('a text is split at the matches without losing characters', () => {
    expect(splitAt('A.b a.B', ['a.b']).map(({ part, found }) => [part, found])).toEqual([
      ['A.b', true],
      [' ', false],
      ['a.B', true],
    ]);
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (text, texts) => {
        expect(
          splitAt(text, texts)
            .map(({ part }) => part)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});

describe('playground contexts', () => {
  test('survive a round trip through rows', () => {
    const name = fc.stringMatching(/^[a-z]{2,8}$/).filter((text) => text !== 'properties');
    fc.assert(
      fc.property(fc.dictionary(name, value, { noNullPrototype: true }), (context) => {
        const trimmed = Object.fromEntries(
          Object.entries(context).map(([field, text]) => [field, text.trim()]),
        );

        expect(contextOf(rowsOf(parseContext(contextText(context)) ?? {}))).toEqual(trimmed);
      }),
    );
  });

  test.each(['[]', '7', '"x"', '{', 'null'])('%s is not a context', (text) => {
    expect(parseContext(text)).toBeUndefined();
  });
});

test('the reason of a constraint on a date has times as the strategy shows them', () => {
  const [value, contextValue] = ['2025-02-15T08:00:00.000Z', '2025-02-14T08:00:00.000Z'];
  const constraint = {
    contextName: 'currentTime',
    operator: 'DATE_AFTER' as const,
    value,
    contextValue,
    result: false,
  };

  expect(constraintReason(constraint)).toBe(
    `currentTime is after ${exactTime(value)}: the context has ${exactTime(contextValue)}`,
  );
  expect(constraintReason({ ...constraint, operator: 'STR_CONTAINS', values: [value] })).toContain(
    `currentTime contains ${value}`,
  );
});

test('the reason of a constraint on appName says that nobody entered one', () => {
  const reasonFor = (context: object) =>
    constraintReason({
      contextName: 'appName',
      operator: 'IN',
      values: ['shop'],
      result: false,
      contextValue: String(withAppName({ ...context }).appName),
    });

  expect(reasonFor({})).toBe('appName is one of shop: the context has no appName');
  expect(reasonFor({ appName: 'web' })).toBe('appName is one of shop: the context has web');
});

describe('lists that are loaded completely', () => {
  const columns = [
    { id: 'name', header: 'Name', cell: () => null, value: (row: { name: string }) => row.name },
    { id: 'note', header: 'Note', cell: () => null },
  ];
  const rows = ['b10', 'B9', 'a'].map((name) => ({ name }));
  const sorted = (by: string, order: 'asc' | 'desc') =>
    sortRows(rows, columns, { by, order }).map(({ name }) => name);

  test('sort numbers in text numerically, and not by a column without a value', () => {
    expect(sorted('name', 'asc')).toEqual(['a', 'B9', 'b10']);
    expect(sorted('name', 'desc')).toEqual(['b10', 'B9', 'a']);
    expect(sorted('note', 'asc')).toEqual(['b10', 'B9', 'a']);
  });

  test.each([
    ['', true],
    ['beta TEST', true],
    ['test beta', true],
    ['beta prod', false],
  ])('the filter %j matches Beta testers: %s', (query, found) => {
    expect(matches('Beta testers', query)).toBe(found);
  });
});

describe('users and projects in the summary of an event', () => {
  const people: Record<number, string> = { 26: 'Ada', 27: 'Ben' };
  const shown = (summary: string, event: object) =>
    withPeople(markdownSpans(summary), event, (id) => people[id ?? 0]);
  const textOf = (summary: string, event: object) =>
    shown(summary, event)
      .map(({ text }) => text)
      .join('');

  test('have names instead of ids, which are in the tooltip', () => {
    const event = { type: 'group-user-added', data: { groupName: '26', userId: 26 } };
    const spans = shown('**root** added user **26** to group **26**', event);

    expect(spans.map(({ text }) => text).join('')).toBe('root added user Ada to group 26');
    expect(spans.find(({ text }) => text === 'Ada')?.title).toBe('26');
    const added = { type: 'project-access-added', data: {} };
    expect(textOf('gave access: role Owner to users (26, 28) and group 27', added)).toBe(
      'gave access: role Owner to users (Ada, 28) and group 27',
    );
    expect(textOf('gave access: role Owner to user 27', added)).toBe(
      'gave access: role Owner to user Ben',
    );
  });

  test('stay as they are where they are no ids, or nobody is known', () => {
    const named = { type: 'group-user-added', data: { userId: 26, username: '26' } };
    expect(textOf('added user **26** to group **a**', named)).toBe('added user 26 to group a');
    const unknown = { type: 'group-user-removed', preData: { userId: 28 } };
    expect(textOf('removed user **28** from group **a**', unknown)).toBe(
      'removed user 28 from group a',
    );
    const other = { type: 'feature-metadata-updated', data: {} };
    expect(textOf('description: for user 26', other)).toBe('description: for user 26');
  });

  test('do not change those of projects, which have names instead of ids too', () => {
    const names: Record<string, string> = { shop: 'Storefront', old: 'Legacy', a: 'A flag' };
    const spans = withProjects(
      markdownSpans(
        '**root** moved flag **[a](/projects/shop/features/a)** from project **old** to project ' +
          '**[shop](/projects/shop)**: description to shop',
      ),
      (id) => names[id],
    );

    expect(spans.map(({ text }) => text).join('')).toBe(
      'root moved flag a from project Legacy to project Storefront: description to shop',
    );
    expect(spans.filter(({ title }) => title).map(({ title }) => title)).toEqual(['old', 'shop']);
  });
});

test('values of differences have the words of the console', () => {
  const differences = {
    'variants/0/weight': 333,
    'variants/1': { name: 'red', weight: 500, weightType: 'fix' },
    'strategies/7/parameters/rollout': '25',
    archived: true,
    title: 'Beta',
  };

  expect(valueInWords('', differences)).toEqual({
    'variants/0/weight': '33.3%',
    'variants/1': { name: 'red', weight: '50%', weightType: 'fixed' },
    'strategies/7/parameters/rollout': '25%',
    archived: 'Yes',
    title: 'Beta',
  });
});
