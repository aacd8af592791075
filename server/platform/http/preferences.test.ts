import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prefersStrict } from './preferences.ts';

test.each([
  'handling=strict',
  'Handling=STRICT',
  'handling = strict',
  'handling="strict"',
  'handling="str\\ict"',
  'handling=strict;foo=bar',
  'handling=strict ; foo="a, b"',
  'respond-async, wait=10, handling=strict',
  'foo="a, b"; bar="c\\"d", handling=strict',
  ', ,handling=strict',
  'handling=strict, handling=lenient',
])('strict: %s', (header) => {
  expect(prefersStrict(header)).toBe(true);
});

test.each([
  undefined,
  '',
  'handling',
  'handling=',
  'handling=""',
  'handling=lenient',
  'handling=lenient, handling=strict',
  'handling=strictly',
  'handling=strict strict',
  'xhandling=strict',
  'return=minimal; handling=strict',
  'foo="handling=strict"',
  'foo="a, handling=strict"',
  'foo="a\\", handling=strict"',
  '"handling=strict"',
  'foo="a, handling=strict',
  'foo="a\\',
])('not strict: %s', (header) => {
  expect(prefersStrict(header)).toBe(false);
});

test('several headers are one list', () => {
  expect(prefersStrict(['return=minimal', 'handling=strict'])).toBe(true);
});

test('other preferences, with any parameters and quoted values, do not matter', () => {
  const token = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
  const quoted = fc.string({ maxLength: 12 }).map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`);
  const word = fc.oneof(token, quoted);
  const pair = fc.tuple(token, word).map(([name, value]) => `${name}=${value}`);
  const other = fc
    .tuple(pair, fc.array(pair, { maxLength: 3 }))
    .map(([first, parameters]) => [first, ...parameters].join('; '))
    .filter((text) => !text.startsWith('handling='));
  fc.assert(
    fc.property(fc.array(other), fc.array(other), fc.boolean(), (before, after, strict) => {
      const list = [...before, ...(strict ? ['handling=strict'] : []), ...after];
      expect(prefersStrict(list.join(', '))).toBe(strict);
    }),
  );
});
