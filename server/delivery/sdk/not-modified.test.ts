import type { AddressInfo } from 'node:net';
import type { KyselyPlugin } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { anApiToken, aUser, unique } from '../../testing/a.ts';
import { openTestDb } from '../../testing/database.ts';

/** Over real connections: what is answered early never comes to where tests usually call. */

let statements = 0;
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    statements++;
    return node;
  },
  transformResult: async ({ result }) => result,
};
const opened = await openTestDb();
const { db } = opened;
const app = await buildApp({
  ...opened,
  db: db.withPlugin(counting),
  config: readConfig({}),
  log: false,
});
await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(async () => {
  await app.close();
  await opened.close();
});
const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/client/features`;
const admin = await aUser(db, { rootRole: 'Admin' });

const ask = async (token: string, etag?: string) => {
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
const anAnswer = async (token: string) => {
  const etag = (await ask(token)).headers.get('etag') ?? '';
  const first = await ask(token, etag);
  expect(first.status).toBe(304);
  return { etag, first };
};
const lasting = (headers: Headers) =>
  [...headers].filter(([name]) => !['date', 'x-request-id', 'content-length'].includes(name));

describe('304, asked again in the same words', () => {
  test('is the same answer with an id of its own, and is counted', async () => {
    const token = await anApiToken(db);
    const { etag, first } = await anAnswer(token);

    const again = await ask(token, etag);

    expect(again.status).toBe(304);
    expect(lasting(again.headers)).toEqual(lasting(first.headers));
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    const { body } = await app.inject('/internal-backstage/prometheus');
    expect(body).toMatch(
      /duration_seconds_count{method="GET",route="\/api\/client\/features",status="304"} [2-9]/,
    );
  });

  test('ends with a change', async () => {
    const token = await anApiToken(db);
    const { etag } = await anAnswer(token);
    await call('POST', '/api/admin/projects/default/features', { name: unique('flag') });

    await app.delivery.poll();

    expect((await ask(token, etag)).status).toBe(200);
  });

  test('ends with the token, deleted or expired', async () => {
    const made = await call('POST', '/api/admin/api-tokens', {
      tokenName: unique('token'),
      type: 'client',
      environment: 'development',
    });
    const { secret } = made.json();
    const expiresAt = new Date(Date.now() + 2000).toISOString();
    const brief = await anApiToken(db, { expiresAt });
    const [deleted, expired] = [await anAnswer(secret), await anAnswer(brief)];

    await call('DELETE', `/api/admin/api-tokens/${encodeURIComponent(secret)}`);
    await app.delivery.poll();

    expect((await ask(secret, deleted.etag)).status).toBe(401);
    await vi.waitFor(async () => expect((await ask(brief, expired.etag)).status).toBe(401), {
      timeout: 30_000,
    });
  });

  test('is nobody else’s', async () => {
    const { etag } = await anAnswer(await anApiToken(db));

    expect((await ask('*:development.nonsense', etag)).status).toBe(401);
    expect((await ask(await anApiToken(db, { environment: 'production' }), etag)).status).toBe(200);
  });

  test('asks the database nothing', async () => {
    const token = await anApiToken(db);
    const { etag } = await anAnswer(token);
    await app.delivery.close();
    const before = statements;

    for (let asked = 0; asked < 50; asked++) expect((await ask(token, etag)).status).toBe(304);

    expect(statements - before).toBe(0);
  });
});
