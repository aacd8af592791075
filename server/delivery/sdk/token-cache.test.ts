import { expect, test } from 'vitest';
import type { SdkToken } from '../../platform/caller.ts';
import { createKnownTokens } from './token-cache.ts';

const minute = 60_000;
const sdkToken = (id: number): SdkToken => ({
  kind: 'client',
  id,
  name: 'token',
  environment: 'development',
  projects: undefined,
  expiresAt: null,
});

/** Tokens that are numbers, on a clock of our own. */
function aMemory() {
  const clock = { now: 0 };
  const asked: string[] = [];
  const tokens = createKnownTokens(
    async (text) => {
      asked.push(text);
      return /^\d+$/.test(text) ? sdkToken(Number(text)) : undefined;
    },
    () => clock.now,
  );
  return { tokens, asked, clock };
}

test('a token and a text that is none are asked for once, until tokens change', async () => {
  const { tokens, asked } = aMemory();
  for (const text of ['1', '1', 'none', 'none']) await tokens.find(text);
  expect(asked).toEqual(['1', 'none']);

  tokens.forgetAll();

  for (const text of ['1', '1', 'none', 'none']) await tokens.find(text);
  expect(asked).toEqual(['1', 'none', '1', 'none']);
});

test('what was asked before tokens changed is not remembered after', async () => {
  const { tokens, asked } = aMemory();
  const asking = tokens.find('1');

  tokens.forgetAll();

  await asking;
  await tokens.find('1');
  expect(asked).toEqual(['1', '1']);
});

test('a use is told once in five minutes', async () => {
  const { tokens, clock } = aMemory();
  for (const text of ['1', '1', '2', '3']) await tokens.find(text);

  clock.now = 5 * minute;
  expect(tokens.takeUsed()).toEqual([]);
  clock.now = 5 * minute + 1;
  expect(tokens.takeUsed()).toEqual([1]);
  await tokens.find('1');
  expect(tokens.takeUsed()).toEqual([]);
  clock.now = 10 * minute + 2;
  expect(tokens.takeUsed()).toEqual([1]);
});

test.each([
  [10_000, []],
  [10_001, ['0']],
])('of %i tokens those asked for again are %o', async (count, forgotten) => {
  const { tokens, asked } = aMemory();
  for (let id = 0; id < count; id++) await tokens.find(String(id));
  asked.length = 0;

  for (const text of ['0', String(count - 1)]) await tokens.find(text);

  expect(asked).toEqual(forgotten);
});
