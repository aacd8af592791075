import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caseCount } from '../../testing/scale.ts';
import { RequestError } from '../errors.ts';
import { parseQuery } from './parser.ts';
import { printQuery } from './printer.ts';
import { type Expression, joined, operators } from './syntax.ts';

describe('a query', () => {
  test.each([
    ['', ''],
    ['  checkout   flow ', 'checkout flow'],
    ['"checkout flow"', '"checkout flow"'],
    ['is:stale -tag:team:legacy', 'is:stale -tag:team:legacy'],
    ['a b or c', 'a b or c'],
    ['a and b OR (c)', 'a b or c'],
    ['a (b or c)', 'a (b or c)'],
    ['-(a b) -(c or d)', '-(a b) -(c or d)'],
    ['-(-a)', '--a'],
    ['(a (b c)) d', 'a b c d'],
    ['created:>=2026-01-01 rollout:<100', 'created:>=2026-01-01 rollout:<100'],
    ['tag:team:"a b"', 'tag:"team:a b"'],
    ['name:pay* name:"pay*" name:"a b"*', 'name:pay* name:"pay*" name:"a b"*'],
    ['"or" "-x" "a:b" or order', '"or" "-x" "a:b" or order'],
    [String.raw`"say \"hi\" \\ there"`, String.raw`"say \"hi\" \\ there"`],
    ['constraint.userId:42', 'constraint.userId:42'],
    ['env:production( a or b ) c', 'env:production(a or b) c'],
    ['-env:"a b"(x)', '-env:"a b"(x)'],
  ])('%s means %s', (text, printed) => {
    expect(printQuery(parseQuery(text))).toBe(printed);
  });

  test.each([
    ['(a', 1, 'not closed'],
    ['a)', 2, 'closes no parenthesis'],
    ['()', 2, 'expected'],
    ['a or', 5, 'expected'],
    ['or a', 1, 'expected'],
    ['a and or b', 7, 'expected'],
    ['- a', 2, 'expected'],
    ['""', 1, 'expected'],
    ['é "open', 3, 'not closed'],
    ['🚀🚀 "open', 4, 'not closed'],
    ['type: x', 6, 'a value is expected after "type:"'],
    ['type:<', 7, 'a value is expected'],
    ['name(a)', 5, 'a space is expected'],
    ['env:<x(a)', 7, 'a space is expected'],
    ['env:x(a', 6, 'not closed'],
    ['-'.repeat(30), 22, 'nested 20 deep'],
    ['a '.repeat(101), 201, 'at most 100 terms'],
  ])('%s is refused at character %i', (text, position, problem) => {
    const { details, status } = refusalOf(text) ?? {};

    expect(status).toBe(400);
    expect(details).toMatchObject([{ position, path: '/query/q' }]);
    expect(details?.[0]?.message).toContain(problem);
  });
});

function refusalOf(text: string): RequestError | undefined {
  try {
    parseQuery(text);
    return undefined;
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
}

describe('every query', () => {
  test('is parsed from its printed text', () => {
    fc.assert(
      fc.property(fc.array(expression, { maxLength: 3 }), (parts) => {
        const whole = parts.length === 0 ? undefined : joined('and', parts);
        const expected = whole?.kind === 'and' ? whole.parts : parts;

        expect(parseQuery(printQuery(expected)).map(withoutPositions)).toEqual(expected);
      }),
      { numRuns: caseCount({ short: 300, full: 20_000 }) },
    );
  });

  test('is parsed or refused at one of its characters', () => {
    fc.assert(
      fc.property(randomText, (text) => {
        const position = refusalOf(text)?.details[0]?.position ?? 1;

        expect(position).toBeGreaterThan(0);
        expect(position).toBeLessThanOrEqual([...text].length + 1);
      }),
      { numRuns: caseCount({ short: 2000, full: 100_000 }) },
    );
  });
});

const piece = fc.constantFrom('(', ')', '-', '"', '\\', ':', '<', '>=', '*', ' ', 'or', 'is', 'é');
const randomText = fc
  .array(fc.oneof({ arbitrary: piece, weight: 5 }, fc.string({ unit: 'binary', maxLength: 3 })))
  .map((pieces) => pieces.join(''));

const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 8 });
const key = fc.constantFrom('is', 'name', 'constraint.userId', 'last-seen');

const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3 },
    text.map((written): Expression => ({ kind: 'text', text: written, at: 0 })),
    fc
      .record({ key, operator: fc.constantFrom(...operators), written: text, prefix: fc.boolean() })
      .map(
        ({ written, prefix, ...term }): Expression => ({
          kind: 'term',
          ...term,
          value: { text: written, prefix },
          at: 0,
          valueAt: 0,
        }),
      ),
    tie('expression').map((part): Expression => ({ kind: 'not', part })),
    fc.record({ key, written: text, prefix: fc.boolean(), part: tie('expression') }).map(
      ({ key, written, prefix, part }): Expression => ({
        kind: 'within',
        key,
        value: { text: written, prefix },
        part,
        at: 0,
        partAt: 0,
      }),
    ),
    fc
      .tuple(
        fc.constantFrom('and', 'or'),
        fc.array(tie('expression'), { minLength: 2, maxLength: 3 }),
      )
      .map(([kind, parts]) => joined(kind as 'and' | 'or', parts)),
  ),
}));

function withoutPositions(expression: Expression): Expression {
  if (expression.kind === 'text') return { ...expression, at: 0 };
  if (expression.kind === 'term') return { ...expression, at: 0, valueAt: 0 };
  if (expression.kind === 'within') {
    return { ...expression, part: withoutPositions(expression.part), at: 0, partAt: 0 };
  }
  if (expression.kind === 'not') return { kind: 'not', part: withoutPositions(expression.part) };
  return { kind: expression.kind, parts: expression.parts.map(withoutPositions) };
}
