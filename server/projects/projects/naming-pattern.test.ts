import { describe, expect, test } from 'vitest';
import { matchName, planNaming } from './naming-pattern.ts';

describe('matchName', () => {
  test.each([
    ['a+', 'aaa', 'fits'],
    ['a+', 'baaa', 'differs'],
    ['a|b', 'ab', 'differs'],
    ['(', '(', 'invalid'],
    ['a)|(?:b', 'a', 'invalid'],
    ['(?:a{1,9999}){1,9999}', 'a', 'fits'],
  ])('pattern %s and text %s: %s', (pattern, text, result) => {
    expect(matchName(pattern, text)).toBe(result);
  });

  test('catastrophic backtracking is stopped, and later patterns still match', () => {
    expect(matchName('(a+)+', `${'a'.repeat(60)}!`)).toBe('too slow');
    expect(matchName('a+', 'a')).toBe('fits');
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
    [{ pattern: '(a+)+', example: `${'a'.repeat(60)}!` }, 'pattern'],
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
