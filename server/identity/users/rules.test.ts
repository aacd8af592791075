import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayNameOf, imageUrlOf, patchNames, planUser, violatedPasswordRules } from './rules.ts';

describe('a password', () => {
  test.each([
    ['10 characters', 'Abcdefg-12', []],
    ['9 characters', 'Abcdef-12', ['must have at least 10 characters']],
    ['128 characters', 'Ab1-'.repeat(32), []],
    ['129 characters', `${'Ab1-'.repeat(32)}x`, ['must have at most 128 characters']],
    ['two equal in a row', 'Aabbcc-1122', []],
    ['three equal in a row', 'Abbbcd-1122', ['must not repeat a character three times in a row']],
    ['no lower case', 'ABCDEFG-12', ['must contain a lower-case letter']],
    ['no upper case', 'abcdefg-12', ['must contain an upper-case letter']],
    ['no digit', 'Abcdefg-hi', ['must contain a digit']],
    ['no symbol', 'Abcdefgh12', ['must contain a symbol']],
    ['a space as the symbol', 'Abcdefg 12', []],
    ['10 characters outside the basic plane, counted once each', `Ab1-${'🏳🏴'.repeat(3)}`, []],
    [
      'an empty password',
      '',
      [
        'must have at least 10 characters',
        'must contain a lower-case letter',
        'must contain an upper-case letter',
        'must contain a digit',
        'must contain a symbol',
      ],
    ],
  ])('%s', (_, password, violated) => {
    expect(violatedPasswordRules(password)).toEqual(violated);
  });

  test('any text is accepted as input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(violatedPasswordRules(text).length).toBeLessThanOrEqual(7);
      }),
    );
  });
});

describe('a new user', () => {
  test('names are trimmed, and a blank name is null', () => {
    expect(planUser({ username: ' ann ', email: '  ', name: ' Ann Lee ' })).toEqual({
      username: 'ann',
      email: null,
      name: 'Ann Lee',
    });
  });

  test.each([
    ['neither username nor e-mail', { name: 'Ann' }],
    ['a blank username', { username: ' ' }],
    ['an e-mail without @', { email: 'ann' }],
    ['an e-mail with two @', { email: 'ann@lee@example.com' }],
    ['an e-mail with a blank', { email: 'ann lee@example.com' }],
    ['an e-mail without a host', { email: 'ann@' }],
    ['a control character', { username: 'an\u0007n' }],
    ['a line break', { username: 'ann', name: 'Ann\nLee' }],
    ['256 characters', { username: 'x'.repeat(256) }],
    ['a password of no characters', { username: 'ann', password: '' }],
    ['a password of 129 characters', { username: 'ann', password: 'x'.repeat(129) }],
  ])('%s is refused', (_, input) => {
    expect(() => planUser(input)).toThrowError(expect.objectContaining({ name: 'BadDataError' }));
  });

  test.each([
    ['255 characters', { username: 'x'.repeat(255) }],
    ['a password of one character, whatever its strength', { username: 'ann', password: 'x' }],
    ['a password of 128 characters', { username: 'ann', password: 'x'.repeat(128) }],
    ['an e-mail alone', { email: 'ann@localhost' }],
  ])('%s is accepted', (_, input) => {
    expect(planUser(input)).toMatchObject(input);
  });
});

describe('a changed user', () => {
  const before = { username: null, email: 'ann@example.com', name: 'Ann' };

  test('omitted properties are unchanged, null clears them', () => {
    expect(patchNames(before, {})).toEqual(before);
    expect(patchNames(before, { name: null })).toEqual({ ...before, name: null });
    expect(patchNames({ ...before, username: 'ann' }, { email: null }).email).toBeNull();
  });

  test('the only name to log in with cannot be cleared', () => {
    expect(() => patchNames(before, { email: '' })).toThrowError('needs an e-mail');
  });
});

describe('image and display name', () => {
  test('the image is derived from the e-mail, else the username, else the id, case-insensitive', () => {
    const seeds = { id: 7, username: 'ann', email: 'Ann@Example.com ' };

    expect(imageUrlOf(seeds)).toBe(imageUrlOf({ ...seeds, email: 'ann@example.com' }));
    expect(imageUrlOf({ ...seeds, email: null })).not.toBe(imageUrlOf(seeds));
    expect(imageUrlOf({ ...seeds, email: null, username: null })).toMatch(/\?s=42&d=retro&r=g$/);
  });

  test('the display name is the name, else the username, else the e-mail', () => {
    const names = { name: 'Ann', username: 'ann', email: 'ann@example.com' };

    expect(displayNameOf(names)).toBe('Ann');
    expect(displayNameOf({ ...names, name: null })).toBe('ann');
    expect(displayNameOf({ ...names, name: null, username: null })).toBe('ann@example.com');
    expect(displayNameOf({ name: null, username: null, email: null })).toBe('unknown');
  });
});
