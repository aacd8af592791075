import { expect, test } from 'vitest';
import { createCaches } from '../../platform/cache/cache.ts';
import type { Caller, SdkToken } from '../../platform/caller.ts';
import { createTokenCache } from './token-cache.ts';

const minute = 60_000;
const sdkToken = (id: number): SdkToken => ({
  kind: 'client',
  id,
  name: 'token',
  environment: 'development',
  projects: undefined,
  expiresAt: null,
});
const admin = { admin: true } as Caller;

/** Tokens that are numbers, with its own clock and version. */
function aTokenCache() {
  const state = { now: 0, version: 0 };
  const queried: string[] = [];
  const caches = createCaches();
  const tokens = createTokenCache({
    caches,
    version: () => state.version,
    findByToken: async (text) => {
      queried.push(text);
      if (text === 'admin') return admin;
      return /^\d+$/.test(text) ? sdkToken(Number(text)) : undefined;
    },
    now: () => state.now,
  });
  return { tokens, queried, state, caches };
}

test('valid and invalid tokens are queried once, until tokens change', async () => {
  const { tokens, queried, state } = aTokenCache();
  for (const text of ['1', '1', 'none', 'none']) await tokens.find(text);
  expect(queried).toEqual(['1', 'none']);

  state.version++;

  for (const text of ['1', '1', 'none', 'none']) await tokens.find(text);
  expect(queried).toEqual(['1', 'none', '1', 'none']);
});

test('a token queried before tokens changed is not cached after', async () => {
  const { tokens, queried, state } = aTokenCache();
  const finding = tokens.find('1');

  state.version++;

  await finding;
  await tokens.find('1');
  expect(queried).toEqual(['1', '1']);
});

test('an admin token is not cached', async () => {
  const { tokens, queried } = aTokenCache();

  expect([await tokens.find('admin'), await tokens.find('admin')]).toEqual([admin, admin]);
  expect(queried).toEqual(['admin', 'admin']);
});

test('a use is recorded once in five minutes', async () => {
  const { tokens, state } = aTokenCache();
  for (const text of ['1', '1', '2', '3']) await tokens.find(text);

  state.now = 5 * minute;
  expect(tokens.takeUsed()).toEqual([]);
  state.now = 5 * minute + 1;
  expect(tokens.takeUsed()).toEqual([1]);
  await tokens.find('1');
  expect(tokens.takeUsed()).toEqual([]);
  state.now = 10 * minute + 2;
  expect(tokens.takeUsed()).toEqual([1]);
});

test('many invalid tokens stay within the bound', async () => {
  const { tokens, queried, caches } = aTokenCache();
  await tokens.find('1');
  for (let index = 0; index < 50_000; index++) {
    await tokens.find(`none-${index}`);
    if (index % 10_000 === 0) await tokens.find('1');
  }

  const [statistics] = caches.statistics();

  expect(statistics?.bytes).toBeLessThanOrEqual(statistics?.bytesMax ?? 0);
  expect(statistics?.evictions).toBeGreaterThan(0);
  expect(queried.filter((text) => text === '1')).toHaveLength(1);
});
