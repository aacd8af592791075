import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { anApiToken, aUser, unique } from '../../testing/a.ts';
import { openTestDb } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { countStatements } from '../../testing/statements.ts';

/** Over real connections: app.inject does not use the fast path. */

const opened = await openTestDb();
const { db } = opened;
const { db: counted, count } = countStatements(db);
const app = await buildApp({
  ...opened,
  db: counted,
  config: readConfig({}),
  log: false,
});
await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());
const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/client/features`;
const admin = await aUser(db, { rootRole: 'Admin' });

const request = async (token: string, etag?: string) => {
  const headers = { authorization: token, ...(etag ? { 'if-none-match': etag } : {}) };
  const response = await fetch(url, { headers });
  await response.text();
  return response;
};
const call = (method: 'POST' | 'DELETE', path: string, payload?: object) =>
  app.inject({
    method,
    url: path,
    headers: { authorization: admin.token },
    ...(payload === undefined ? {} : { payload }),
  });
const aNotModified = async (token: string) => {
  const etag = (await request(token)).headers.get('etag') ?? '';
  const first = await request(token, etag);
  expect(first.status).toBe(304);
  return { etag, first };
};
const isStable = ([name]: [string, string]) =>
  !['date', 'x-request-id', 'content-length'].includes(name);
const stable = (headers: Headers) => [...headers].filter(isStable);
const statistics = () => {
  const found = app.caches.statistics().find(({ name }) => name === 'sdk_repeated');
  if (!found) throw new Error('There is no such cache.');
  return found;
};

/** Of responses with 304 to this route. */
async function metrics() {
  const { body } = await app.inject('/internal-backstage/prometheus');
  const sample = (name: string) =>
    Number(
      body
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.split(' ')
        .at(-1),
    );
  const labels = '{method="GET",route="/api/client/features",status="304"}';
  return {
    count: sample(`http_request_duration_seconds_count${labels}`),
    seconds: sample(`http_request_duration_seconds_sum${labels}`),
    hits: sample('pennon_cache_hits_total{cache="sdk_not_modified"}'),
  };
}

describe('the fast path for a repeated 200', () => {
  const requestAs = async (token: string, encoding: string) => {
    const headers = { authorization: token, 'accept-encoding': encoding };
    const response = await fetch(url, { headers });
    return { headers: response.headers, text: await response.text() };
  };

  test.each(['gzip', 'identity'])('sends the same body and headers, as %s', async (encoding) => {
    const token = await anApiToken(db);
    const full = await requestAs(token, encoding);
    const before = statistics();

    const again = await requestAs(token, encoding);

    expect(statistics().hits).toBe(before.hits + 1);
    expect(again.text).toBe(full.text);
    expect([...again.headers].filter(isStable)).toEqual([...full.headers].filter(isStable));
    expect(again.headers.get('content-length')).toBe(full.headers.get('content-length'));
  });

  test('is not used after a change, and old bodies do not stay in memory', async () => {
    const token = await anApiToken(db);
    const old = await requestAs(token, 'identity');
    const name = unique('flag');
    await call('POST', '/api/admin/projects/default/features', { name });
    await app.delivery.poll();

    const found = await requestAs(token, 'identity');

    expect(old.text).not.toContain(name);
    expect(found.text).toContain(name);
    expect(statistics().entries).toBe(1);
  });

  test('is not used for queries, whose number has no bound', async () => {
    const token = await anApiToken(db);
    await requestAs(token, 'identity');
    const { entries } = statistics();

    for (const prefix of ['a', 'b']) {
      const headers = { authorization: token };
      expect((await fetch(`${url}?namePrefix=${prefix}`, { headers })).status).toBe(200);
    }

    expect(statistics().entries).toBe(entries);
  });
});

describe('the fast path for a repeated 304', () => {
  test('sends the same headers with a new request id', async () => {
    const token = await anApiToken(db);
    const { etag, first } = await aNotModified(token);

    const again = await request(token, etag);

    expect(again.status).toBe(304);
    expect(stable(again.headers)).toEqual(stable(first.headers));
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  });

  test('records each response with its real duration, and the use of the cache', async () => {
    const token = await anApiToken(db);
    const { etag } = await aNotModified(token);
    const before = await metrics();

    for (let attempt = 0; attempt < 5; attempt++) await request(token, etag);

    await eventually(async () => expect((await metrics()).count - before.count).toBeGreaterThan(4));
    const after = await metrics();
    expect(after.hits - before.hits).toBe(5);
    expect(after.seconds).toBeGreaterThan(before.seconds);
  });

  test('is not used after a change', async () => {
    const token = await anApiToken(db);
    const { etag } = await aNotModified(token);
    await call('POST', '/api/admin/projects/default/features', { name: unique('flag') });

    await app.delivery.poll();

    expect((await request(token, etag)).status).toBe(200);
  });

  test('is not used after the token was deleted or has expired', async () => {
    const created = await call('POST', '/api/admin/api-tokens', {
      tokenName: unique('token'),
      type: 'client',
      environment: 'development',
    });
    const { secret } = created.json();
    const deleted = await aNotModified(secret);
    // Longer than the requests before it take on a busy machine.
    const expiresAt = new Date(Date.now() + 5000).toISOString();
    const brief = await anApiToken(db, { expiresAt });
    const expired = await aNotModified(brief);

    await call('DELETE', `/api/admin/api-tokens/${encodeURIComponent(secret)}`);
    await app.delivery.poll();

    expect((await request(secret, deleted.etag)).status).toBe(401);
    await eventually(async () => expect((await request(brief, expired.etag)).status).toBe(401));
  });

  test('is not used for another token', async () => {
    const { etag } = await aNotModified(await anApiToken(db));

    expect((await request('*:development.nonsense', etag)).status).toBe(401);
    expect((await request(await anApiToken(db, { environment: 'production' }), etag)).status).toBe(
      200,
    );
  });

  test('needs no statement', async () => {
    const token = await anApiToken(db);
    const { etag } = await aNotModified(token);
    await app.delivery.close();
    const before = count();

    for (let attempt = 0; attempt < 50; attempt++)
      expect((await request(token, etag)).status).toBe(304);

    expect(count() - before).toBe(0);
  });
});
