import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Filter, parseFilter } from './filters.ts';
import { matches } from './matching.ts';

const attribute = fc.constantFrom('username', 'name.givenname', 'active', 'a-b', 'x$1');
const value = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const operator = fc.constantFrom('eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le' as const);

const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.record({ kind: fc.constant('present' as const), attribute }),
    fc.record({ kind: fc.constant('compare' as const), attribute, operator, value }),
    fc.record({ kind: fc.constant('not' as const), filter: tie('filter') }),
    fc.record({ kind: fc.constant('some' as const), attribute, filter: tie('filter') }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      filters: fc.tuple(tie('filter'), tie('filter')),
    }),
  ) as fc.Arbitrary<Filter>,
}));

/** With brackets around everything. */
function textOf(given: Filter): string {
  switch (given.kind) {
    case 'present':
      return `${given.attribute} pr`;
    case 'compare':
      return `${given.attribute} ${given.operator} ${JSON.stringify(given.value)}`;
    case 'not':
      return `not (${textOf(given.filter)})`;
    case 'some':
      return `${given.attribute}[${textOf(given.filter)}]`;
    default:
      return given.filters.map((each) => `(${textOf(each)})`).join(` ${given.kind} `);
  }
}

describe('filters', () => {
  test('every filter is parsed to itself, in any case and with any white space', () => {
    fc.assert(
      fc.property(filter, (given) => {
        const text = textOf(given);
        fc.pre(text.length <= 2000);
        const spaced = text.replaceAll(
          / (eq|ne|co|sw|ew|gt|ge|lt|le|and|or) /g,
          (it) => ` ${it.toUpperCase()} `,
        );

        expect(parseFilter(text)).toEqual(given);
        // Words inside of quotes would change.
        if (!text.includes('"')) expect(parseFilter(spaced)).toEqual(given);
      }),
    );
  });

  test('any other text is refused, and never another error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        try {
          parseFilter(text);
        } catch (error) {
          expect(error).toMatchObject({ status: 400, name: 'InvalidFilterError' });
        }
      }),
    );
  });

  test('and binds more tightly than or, and not the most', () => {
    const resource = { a: '1', b: '2' };
    const holds = (text: string) => matches(parseFilter(text), resource);

    expect(holds('a eq "1" or b eq "3" and a eq "3"')).toBe(true);
    expect(holds('(a eq "1" or b eq "3") and a eq "3"')).toBe(false);
    expect(holds('not (a eq "3") and b eq "2"')).toBe(true);
  });

  test.each([
    '',
    'userName',
    'userName eq',
    'userName eq "a',
    'userName is "a"',
    'userName eq a',
    '(userName pr',
    'userName pr)',
    'emails[type eq "work"',
    'not userName pr',
    'userName eq "a" and',
    'userName eq "\\x"',
    'urn:example:other:attribute eq "a"',
    `${'('.repeat(21)}a pr${')'.repeat(21)}`,
    `a eq "${'x'.repeat(2000)}"`,
  ])('%j is refused', (text) => {
    expect(() => parseFilter(text)).toThrow(/^The filter /);
  });
});
