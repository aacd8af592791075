import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { aFlag, aProject } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { app, db, admin } = await testApp();

const project = await aProject(db);
for (let number = 0; number < 20; number++) await aFlag(db, { project });

/** The limit makes each a response that was not sent before. */
const search = (limit: number, remoteAddress: string, encoding = 'br, gzip') =>
  app.inject({
    url: `/api/admin/search/features?project=IS:${project}&limit=${limit}`,
    remoteAddress,
    headers: { authorization: admin.token, 'accept-encoding': encoding },
  });

test('a response is compressed by gzip the first time, and then as the client prefers', async () => {
  const first = await search(100, '192.0.2.1');
  const second = await search(100, '192.0.2.1');

  expect(first.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(first.rawPayload).toString()).features).toHaveLength(20);
  expect(second.headers['content-encoding']).toBe('br');
});

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
  'for a client at %s it is not compressed the first time',
  async (address) => {
    const { headers } = await search(200 + address.length, address);

    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toContain('accept-encoding');
  },
);

test('small responses, and those of clients without gzip, are not compressed', async () => {
  const small = await search(1, '192.0.2.1');
  const plain = await search(300, '192.0.2.1', 'identity');

  expect(small.headers['content-encoding']).toBeUndefined();
  expect(plain.headers['content-encoding']).toBeUndefined();
});
