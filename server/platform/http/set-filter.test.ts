import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDayFilter } from './days.ts';
import { parseLimit, parseOffset } from './paging.ts';
import { parseOperation, parseSetFilter } from './set-filter.ts';

const refusal = (param: string) =>
  expect.objectContaining({
    status: 400,
    details: [{ path: `/query/${param}`, message: expect.stringContaining('Received ') }],
  });

describe('parseSetFilter', () => {
  test.each([
    ['IS:web', false, ['web']],
    ['IS_ANY_OF:web,ios', false, ['web', 'ios']],
    ['IS_NOT:web', true, ['web']],
    ['IS_NONE_OF:web,ios', true, ['web', 'ios']],
    ['IS:web,ios', false, ['web', 'ios']],
    ['IS_ANY_OF: web , ios ', false, ['web', 'ios']],
    ['IS_ANY_OF:a,b,a', false, ['a', 'b']],
    ['IS:a:b', false, ['a:b']],
    ['IS:"a,b"', false, ['a,b']],
    ['IS_ANY_OF:"a,b" , c, "say ""hi"""', false, ['a,b', 'c', 'say "hi"']],
    ['IS:" a "', false, [' a ']],
    ['IS:5" pipe', false, ['5" pipe']],
  ])('%s', (text, exclude, values) => {
    expect(parseSetFilter('project', text)).toEqual({ exclude, values });
  });

  test.each([
    ['nothing', ''],
    ['no operator', 'web'],
    ['an unknown operator', 'LIKE:web'],
    ['an operator in lower case', 'is:web'],
    ['a space before the operator', ' IS:web'],
    ['an operator that objects inherit', 'toString:web'],
    ['an empty list', 'IS:'],
    ['a list of spaces', 'IS_ANY_OF: '],
    ['an empty value', 'IS_ANY_OF:a,,b'],
    ['a comma at the end', 'IS_ANY_OF:a,'],
    ['an empty quoted value', 'IS:""'],
    ['a quote that is not closed', 'IS:"a'],
    ['text after a quoted value', 'IS:"a"b'],
  ])('%s is refused', (_, text) => {
    expect(() => parseSetFilter('project', text)).toThrow(refusal('project'));
  });

  test('the error contains the sent value and the allowed forms', () => {
    expect(() => parseSetFilter('project', 'LIKE:web')).toThrow(
      /IS, IS_NOT, IS_ANY_OF, IS_NONE_OF.*Received "LIKE:web"\./,
    );
  });

  test('quoted values are returned unchanged', () => {
    const values = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 });
    fc.assert(
      fc.property(values, (list) => {
        const text = list.map((value) => `"${value.replaceAll('"', '""')}"`).join(',');

        expect(parseSetFilter('type', `IS_ANY_OF:${text}`).values).toEqual(list);
      }),
    );
  });

  test('values without commas and quotes are trimmed, without duplicates', () => {
    const plain = fc
      .string({ minLength: 1 })
      .filter((text) => /[^\s]/.test(text) && !/[,"]/.test(text));
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1 }), (list) => {
        const { values } = parseSetFilter('type', `IS:${list.join(',')}`);

        expect(values).toEqual([...new Set(list.map((value) => value.trim()))]);
      }),
    );
  });

  test('any input results in a list that is not empty, or 400', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('"', ',', ' ', 'a') }).map((list) => `IS_NOT:${list}`),
    );
    fc.assert(
      fc.property(text, (sent) => {
        try {
          const { values } = parseSetFilter('tag', sent);
          expect(values).not.toEqual([]);
          expect(values).not.toContain('');
        } catch (error) {
          expect(error).toEqual(refusal('tag'));
        }
      }),
    );
  });
});

test('parseOperation accepts only the given operators', () => {
  const operators = ['INCLUDE', 'EXCLUDE_ALL'] as const;

  expect(parseOperation('tag', 'INCLUDE:simple:a:b', operators)).toEqual({
    operator: 'INCLUDE',
    values: ['simple:a:b'],
  });
  expect(() => parseOperation('tag', 'IS:simple:a', operators)).toThrow(refusal('tag'));
});

describe('paging', () => {
  test.each([
    [undefined, 50],
    ['1', 1],
    ['999', 999],
    ['1000', 1000],
    ['1001', 1000],
    ['9'.repeat(400), 1000],
    ['007', 7],
  ])('limit %s is %s', (text, limit) => {
    expect(parseLimit(text, 50)).toBe(limit);
  });

  test.each(['0', '-1', '1.5', '1e3', '', ' ', 'ten', '+5', '0x10'])(
    'limit "%s" is 400',
    (text) => {
      expect(() => parseLimit(text, 50)).toThrow(refusal('limit'));
    },
  );

  test.each([
    [undefined, 0],
    ['0', 0],
    ['1', 1],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ])('offset %s is %s', (text, offset) => {
    expect(parseOffset(text)).toBe(offset);
  });

  test.each(['-1', '0.5', '', 'one', 'NaN', 'Infinity'])('offset "%s" is 400', (text) => {
    expect(() => parseOffset(text)).toThrow(refusal('offset'));
  });
});

describe('parseDayFilter', () => {
  test.each([
    ['2024-02-29', '2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
    ['2023-12-31', '2023-12-31T00:00:00.000Z', '2024-01-01T00:00:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z', '0001-01-02T00:00:00.000Z'],
    ['9999-12-31', '9999-12-31T00:00:00.000Z', '10000-01-01T00:00:00.000Z'],
  ])('%s is a day in UTC', (text, start, end) => {
    expect(parseDayFilter('from', `IS:${text}`, ['IS'])).toEqual({
      operator: 'IS',
      day: { start, end },
    });
  });

  test.each([
    'IS:2023-02-29',
    'IS:2024-02-30',
    'IS:2024-13-01',
    'IS:2024-00-10',
    'IS:2024-01-00',
    'IS:0000-01-01',
    'IS:2024-1-1',
    'IS:2024-01-01T00:00:00Z',
    'IS:',
    'IS:today',
    'IS_BEFORE:2024-01-01',
    'is:2024-01-01',
    '2024-01-01',
    '',
  ])('%s is refused', (text) => {
    expect(() => parseDayFilter('from', text, ['IS'])).toThrow(refusal('from'));
  });

  test('every day of the calendar is accepted, and ends where the next one starts', () => {
    const days = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-30T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(days, (date) => {
        const text = (time: Date) => `IS:${time.toISOString().slice(0, 10)}`;
        const next = new Date(date.getTime() + 86_400_000);

        const { day } = parseDayFilter('to', text(date), ['IS']);

        expect(day.end).toBe(parseDayFilter('to', text(next), ['IS']).day.start);
      }),
    );
  });
});
