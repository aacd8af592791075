import { describe, expect, test } from 'vitest';
import { compilePattern, planNaming } from './naming-pattern.ts';

describe('compilePattern', () => {
  test.each([
    ['a+', 'aaa', true],
    ['a+', 'baaa', false],
    ['a|b', 'ab', false],
    ['(a+)+', `${'a'.repeat(100_000)}!`, false],
    ['(', '(', undefined],
    ['a)|(?:b', 'a', undefined],
    ['(?=a)a', 'a', undefined],
    ['(a)\\1', 'aa', undefined],
    ['(?:a{1,100}){1,10}', 'a', undefined],
  ])('pattern %s: matches or is refused', (pattern, text, result) => {
    expect(compilePattern(pattern)?.matches(text)).toBe(result);
  });
});

describe('planNaming', () => {
  test('without a pattern, example and description are ignored', () => {
    const none = { pattern: null, example: null, description: null };

    expect(planNaming({ pattern: null, example: 'x', description: 'y' })).toEqual(none);
    expect(planNaming({ pattern: '' })).toEqual(none);
  });

  test('omitted members are null', () => {
    expect(planNaming({ pattern: 'x' })).toEqual({
      pattern: 'x',
      example: null,
      description: null,
    });
  });

  test.each([
    [{ pattern: 'a b' }, 'pattern'],
    [{ pattern: 'a\nb' }, 'pattern'],
    [{ pattern: '[' }, 'pattern'],
    [{ pattern: '(?!a)b' }, 'pattern'],
    [{ pattern: '(a+)+', example: `${'a'.repeat(60)}!` }, 'example'],
    [{ pattern: 'a', example: 'ab' }, 'example'],
  ])('%j is refused, and the error names %s', (naming, member) => {
    expect(() => planNaming(naming)).toThrow(
      expect.objectContaining({
        status: 400,
        details: [expect.objectContaining({ path: `/body/featureNaming/${member}` })],
      }),
    );
  });
});
