import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkConstraint, isDecimal } from './constraints.ts';
import { type Constraint, type Operator, operators } from './schema.ts';

const nothing = new Map<string, string[]>();
const check = (constraint: Constraint, legal = nothing) => checkConstraint(constraint, legal, '/c');

const lists = operators.filter((it) => /^(IN|NOT_IN|STR_)/.test(it));
const numbers = operators.filter((it) => it.startsWith('NUM_'));
const dates = operators.filter((it) => it.startsWith('DATE_'));
const versions = operators.filter((it) => it.startsWith('SEMVER_'));

const pairs = (names: readonly Operator[], values: readonly string[]) =>
  names.flatMap((operator) => values.map((value) => [operator, value] as const));

const refusal = (path: string) =>
  expect.objectContaining({ status: 400, details: [expect.objectContaining({ path })] });

describe('the operators', () => {
  test('are the 15 of the contract, each for one type of value', () => {
    expect(operators).toHaveLength(15);
    expect([...lists, ...numbers, ...dates, ...versions].sort()).toEqual([...operators].sort());
  });

  test.each(lists)('%s accepts a list and fills in the defaults', (operator) => {
    const constraint = { contextName: 'userId', operator, values: ['a', 'a b', 'ü'], value: 'x' };

    expect(check(constraint)).toEqual({
      contextName: 'userId',
      operator,
      caseInsensitive: false,
      inverted: false,
      values: ['a', 'a b', 'ü'],
    });
  });

  test.each(lists)('%s without values is refused', (operator) => {
    expect(() => check({ contextName: 'userId', operator })).toThrow(refusal('/c/values'));
    expect(() => check({ contextName: 'userId', operator, values: [] })).toThrow(
      refusal('/c/values'),
    );
  });

  test.each([
    ['1 character', 1, true],
    ['100 characters', 100, true],
    ['0 characters', 0, false],
    ['101 characters', 101, false],
    ['100 characters of two code units', 100, true, '🏳'],
    ['spaces only', 3, false, ' '],
  ])('a value of %s', (_, length, fits, character = 'x') => {
    const constraint: Constraint = {
      contextName: 'userId',
      operator: 'IN',
      values: ['ok', character.repeat(length)],
    };

    if (fits) expect(check(constraint).values).toHaveLength(2);
    else expect(() => check(constraint)).toThrow(refusal('/c/values/1'));
  });

  test.each([
    ...pairs(numbers, ['0', '-1', '1.5', '.5', '5.', '+7', '1e3', '1E-3', ' 42 ']),
    ...pairs(dates, [
      '2026-01-31',
      '2024-02-29',
      '2026-01-31T12:00',
      '2026-01-31T12:00:00Z',
      '2026-01-31 12:00:00.123+02:00',
    ]),
    ...pairs(versions, ['0.0.0', '1.2.3', '1.2.3-beta.1', '1.2.3+build']),
  ])('%s accepts %s', (operator, value) => {
    const constraint = {
      contextName: 'userId',
      operator,
      value,
      values: ['x'],
      inverted: true,
      caseInsensitive: true,
    };

    expect(check(constraint)).toEqual({ ...constraint, value: value.trim(), values: [] });
  });

  test.each([
    ...pairs(numbers, ['', ' ', 'one', '1,5', '0x10', 'Infinity', 'NaN', '1e999', '1 2', '--1']),
    ...pairs(dates, [
      '',
      'soon',
      '2026-02-30',
      '2025-02-29',
      '2026-13-01',
      '2026-00-10 12:00',
      '2026-01-31T25:00',
      '31.01.2026',
      '2026-01-31 noon',
      '1700000000000',
    ]),
    ...pairs(versions, ['', '1', '1.2', 'v1.2.3', '=1.2.3', '1.2.3.4', '01.2.3', 'x.y.z']),
  ])('%s refuses "%s"', (operator, value) => {
    expect(() => check({ contextName: 'userId', operator, value })).toThrow(refusal('/c/value'));
  });

  test.each([...numbers, ...dates, ...versions])('%s without a value is refused', (operator) => {
    expect(() => check({ contextName: 'userId', operator, values: ['1'] })).toThrow(
      refusal('/c/value'),
    );
  });
});

describe('legal values', () => {
  const legal = new Map([['tier', ['1', '2', 'gold']]]);

  test('all values of a list must be legal', () => {
    const constraint: Constraint = { contextName: 'tier', operator: 'IN', values: ['1', 'gold'] };

    expect(check(constraint, legal).values).toEqual(['1', 'gold']);
    expect(() => check({ ...constraint, values: ['1', 'silver'] }, legal)).toThrow(
      refusal('/c/values'),
    );
  });

  test('a single value must be legal', () => {
    const constraint: Constraint = { contextName: 'tier', operator: 'NUM_EQ', value: '2' };

    expect(check(constraint, legal).value).toBe('2');
    expect(() => check({ ...constraint, value: '3' }, legal)).toThrow(refusal('/c/value'));
  });

  test('other fields accept every value', () => {
    const constraint: Constraint = { contextName: 'other', operator: 'IN', values: ['silver'] };

    expect(check(constraint, legal).values).toEqual(['silver']);
  });

  test('a long list is truncated in the message', () => {
    const many = new Map([['tier', Array.from({ length: 500 }, (_, index) => `v${index}`)]]);
    const wrong: Constraint = { contextName: 'tier', operator: 'IN', values: ['x'] };

    expect(() => check(wrong, many)).toThrow('v9 and 490 more');
  });
});

describe('checkConstraint', () => {
  test('any constraint is refused or normalized, and normalizing it again changes nothing', () => {
    const constraints = fc.record(
      {
        contextName: fc.string({ minLength: 1, maxLength: 100 }),
        operator: fc.constantFrom(...operators),
        values: fc.array(fc.string({ maxLength: 101 }), { maxLength: 5 }),
        value: fc.oneof(
          fc.string(),
          fc.integer().map(String),
          fc.double().map(String),
          fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
          fc.tuple(fc.nat(), fc.nat(), fc.nat()).map((parts) => parts.join('.')),
        ),
        inverted: fc.boolean(),
        caseInsensitive: fc.boolean(),
      },
      { requiredKeys: ['contextName', 'operator'] },
    );

    fc.assert(
      fc.property(constraints, (constraint) => {
        const first = normalized(constraint as Constraint);
        if (first) expect(normalized(first)).toEqual(first);
      }),
      { numRuns: 1000 },
    );
  });

  function normalized(constraint: Constraint): Constraint | undefined {
    try {
      return check(constraint);
    } catch (error) {
      expect(error).toMatchObject({ status: 400 });
      return undefined;
    }
  }
});

test('every finite number is decimal as it is printed', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(isDecimal(String(number))).toBe(true);
    }),
  );
});
