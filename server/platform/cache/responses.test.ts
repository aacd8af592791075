import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createCaches } from './cache.ts';
import { encodingFor } from './encoding.ts';
import { createResponseCache } from './responses.ts';

function aResponseCache(bytesMax = 100_000) {
  const caches = createCaches();
  const respond = createResponseCache(caches, { name: 'test', bytesMax });
  return { respond, statistics: () => caches.statistics()[0] };
}

const body = (text: string) => async () => ({ value: Buffer.from(text) });

test('a response is cached for its version', async () => {
  const { respond } = aResponseCache();
  await respond('key', '1', body('old'));

  const cached = await respond('key', '1', body('new'));
  const other = await respond('key', '2', body('new'));

  expect([cached.hit, String(await cached.body.as('identity'))]).toEqual([true, 'old']);
  expect([other.hit, String(await other.body.as('identity'))]).toEqual([false, 'new']);
});

test('without a version nothing is cached', async () => {
  const { respond, statistics } = aResponseCache();
  await respond('key', undefined, body('old'));

  const response = await respond('key', undefined, body('new'));

  expect(String(await response.body.as('identity'))).toBe('new');
  expect(statistics()?.entries).toBe(0);
});

test('a compressed form is computed once and counts towards the bound', async () => {
  const { respond, statistics } = aResponseCache();
  const response = await respond('key', '1', body('x'.repeat(5000)));
  const before = statistics()?.bytes ?? 0;

  const [one, other] = await Promise.all([response.body.as('gzip'), response.body.as('gzip')]);

  expect(one).toBe(other);
  expect(gunzipSync(one)).toHaveLength(5000);
  expect(statistics()?.bytes).toBe(before + one.length);
});

test('many distinct requests stay within the bound', async () => {
  const { respond, statistics } = aResponseCache(50_000);
  for (let index = 0; index < 500; index++) {
    const { body: response } = await respond(`key ${index}`, '1', body(`${index}`.repeat(500)));
    await response.as('gzip');

    expect(statistics()?.bytes).toBeLessThanOrEqual(50_000);
  }
  expect(statistics()?.evictions).toBeGreaterThan(400);
});

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0.1, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['identity;q=1, gzip;q=0.5', 'identity'],
  ['*', 'br'],
  ['GZIP', 'gzip'],
  ['nonsense;q=x', 'identity'],
])('accept-encoding %j selects %s', (header, expected) => {
  expect(encodingFor(header === undefined ? {} : { 'accept-encoding': header })).toBe(expected);
});
