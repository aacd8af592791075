import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { anApiToken, aProject, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { readStream } from '../../testing/stream.ts';

const { app, db, post, del, call } = await testApp({ eventStreamSeconds: 3600 });
const flags = '/ofrep/v1/evaluate/flags';

const aScope = async () => {
  const project = await aProject(db);
  return { project, token: await anApiToken(db, { type: 'frontend', projects: [project] }) };
};

/** A flag that is on in development, with the strategies given. */
const aLiveFlag = async (project: string, strategies: object[] = [{ name: 'default' }]) => {
  const name = unique('flag');
  const features = `/api/admin/projects/${project}/features`;
  await post(features, { name });
  for (const strategy of strategies) {
    await post(`${features}/${name}/environments/development/strategies`, strategy);
  }
  await post(`${features}/${name}/environments/development/on`);
  await app.delivery.poll();
  return name;
};

const forUser = (id: string, more: object = {}) => ({
  name: 'default',
  constraints: [{ contextName: 'userId', operator: 'IN', values: [id] }],
  ...more,
});
const showing = (type: string, value: string) => ({
  variants: [
    {
      name: 'shown',
      weight: 1000,
      weightType: 'variable',
      stickiness: 'default',
      payload: { type, value },
    },
  ],
});

const evaluate = async (token: string, path: string, context?: object) =>
  post(path, context === undefined ? {} : { context }, { token });

describe(`POST ${flags}/:key`, () => {
  test('returns true or false, and the reason', async () => {
    const { project, token } = await aScope();
    const plain = await aLiveFlag(project);
    const targeted = await aLiveFlag(project, [forUser('7')]);
    const off = await aLiveFlag(project);
    await post(`/api/admin/projects/${project}/features/${off}/environments/development/off`);
    await app.delivery.poll();
    const resultOf = async (key: string, context?: object) =>
      (await evaluate(token, `${flags}/${key}`, context)).body;

    expect(await resultOf(plain)).toEqual({ key: plain, value: true, reason: 'TARGETING_MATCH' });
    expect(await resultOf(targeted, { targetingKey: '7' })).toMatchObject({ value: true });
    expect(await resultOf(targeted, { targetingKey: 7 })).toMatchObject({ value: true });
    expect(await resultOf(targeted, { targetingKey: '7', userId: '8' })).toEqual({
      key: targeted,
      value: false,
      reason: 'DEFAULT',
    });
    expect(await resultOf(off)).toEqual({ key: off, value: false, reason: 'DISABLED' });
  });

  test.each([
    ['string', 'blue', 'blue'],
    ['csv', 'a,b', 'a,b'],
    ['number', '1.5', 1.5],
    ['json', '{"size":3}', { size: 3 }],
  ])('returns the value of a payload of type %s', async (type, value, expected) => {
    const { project, token } = await aScope();
    const key = await aLiveFlag(project, [{ name: 'default', ...showing(type, value) }]);

    expect((await evaluate(token, `${flags}/${key}`)).body).toEqual({
      key,
      value: expected,
      variant: 'shown',
      reason: 'TARGETING_MATCH',
    });
  });

  test('returns no value for a disabled flag with payloads', async () => {
    const { project, token } = await aScope();
    const key = await aLiveFlag(project, [forUser('7', showing('string', 'blue'))]);

    expect((await evaluate(token, `${flags}/${key}`)).body).toEqual({ key, reason: 'DEFAULT' });
  });

  test('is FLAG_NOT_FOUND for a flag that is unknown, archived or out of scope', async () => {
    const { project, token } = await aScope();
    const archived = await aLiveFlag(project);
    await del(`/api/admin/projects/${project}/features/${archived}`);
    const hidden = await aLiveFlag((await aScope()).project);

    for (const key of [archived, hidden, 'nothing']) {
      expect(await evaluate(token, `${flags}/${key}`)).toMatchObject({
        status: 404,
        body: {
          key,
          errorCode: 'FLAG_NOT_FOUND',
          errorDetails: expect.any(String),
          name: 'NotFoundError',
        },
      });
    }
  });

  test.each([[{ context: 'me' }], [{ context: { currentTime: 'tomorrow' } }], [{ context: null }]])(
    '%o is INVALID_CONTEXT',
    async (body) => {
      const { project, token } = await aScope();
      const key = await aLiveFlag(project);

      expect(await post(`${flags}/${key}`, body, { token })).toMatchObject({
        status: 400,
        body: { key, errorCode: 'INVALID_CONTEXT', errorDetails: expect.any(String) },
      });
    },
  );
});

describe(`POST ${flags}`, () => {
  test('returns every flag of the token, by name, including disabled ones', async () => {
    const { project, token } = await aScope();
    const [one, other] = [await aLiveFlag(project), await aLiveFlag(project, [forUser('7')])];

    const { status, body } = await evaluate(token, flags, { targetingKey: '8' });

    const expected = [
      { key: one, value: true, reason: 'TARGETING_MATCH' },
      { key: other, value: false, reason: 'DEFAULT' },
    ];
    expect(status).toBe(200);
    expect(body.flags).toEqual(expected.sort((a, b) => (a.key < b.key ? -1 : 1)));
  });

  test('names the stream of a frontend token, and never contains a client token', async () => {
    const { project, token } = await aScope();
    const client = await anApiToken(db, { projects: [project] });

    const requestUri = `/ofrep/v1/event-stream?token=${encodeURIComponent(token)}`;
    expect((await evaluate(token, flags)).body.eventStreams).toEqual([
      { type: 'sse', endpoint: { requestUri } },
    ]);
    expect((await evaluate(client, flags)).body).toEqual({ flags: [] });
  });

  test('reads a change that another process has notified', async () => {
    const { project, token } = await aScope();
    await evaluate(token, flags);
    const name = unique('flag');
    await post(`/api/admin/projects/${project}/features`, { name });

    const { body } = await evaluate(token, `${flags}?flagConfigEtag=%22999999999%22`);

    expect(body.flags).toMatchObject([{ key: name }]);
  });

  test('is 304 for the same response, and 200 for another user', async () => {
    const { project, token } = await aScope();
    await aLiveFlag(project, [forUser('7')]);
    const first = await evaluate(token, flags, { targetingKey: '7' });
    const again = (targetingKey: string) =>
      call('POST', flags, {
        token,
        body: { context: { targetingKey } },
        headers: { 'if-none-match': String(first.headers.etag) },
      });

    expect(await again('7')).toMatchObject({ status: 304, body: undefined });
    expect((await again('8')).status).toBe(200);
  });

  test('accepts the token as Bearer or as X-API-Key', async () => {
    const { token } = await aScope();

    for (const headers of [{ authorization: `Bearer ${token}` }, { 'x-api-key': token }]) {
      expect((await call('POST', flags, { token: null, body: {}, headers })).status).toBe(200);
    }
    expect(await call('POST', flags, { token: null, body: {} })).toMatchObject({
      status: 401,
      body: { name: 'AuthenticationRequired', errorCode: 'GENERAL' },
    });
  });

  test('allows cross-origin requests', async () => {
    const { headers } = await app.inject({
      method: 'OPTIONS',
      url: flags,
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    });

    expect(headers['access-control-allow-origin']).toBe('*');
  });
});

describe('GET /ofrep/v1/event-stream', () => {
  test('notifies of changes in the projects of the token, and ends when it is deleted', async () => {
    const { project, token } = await aScope();
    const elsewhere = (await aScope()).project;
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/ofrep/v1/event-stream?token=${encodeURIComponent(token)}`;
    const stream = await readStream(url, {});
    await stream.until(({ received }) => received.length === 1);

    await aLiveFlag(elsewhere);
    await aLiveFlag(project);
    const scope = { environment: 'development', projects: [project] };
    const revision = String(await app.delivery.revisionOf(scope));
    await stream.until(({ lastEventId }) => lastEventId() === revision);
    const resumed = await readStream(url, { 'last-event-id': revision });
    await resumed.until(({ text }) => text().includes('still here'));
    await del(`/api/admin/api-tokens/${encodeURIComponent(token)}`);
    await app.delivery.poll();
    await Promise.all([stream.ended, resumed.ended]);

    for (const { id, event } of stream.received) {
      expect(event).toEqual({ type: 'refetchEvaluation', etag: `"${id}"` });
    }
    expect(resumed.received).toEqual([]);
    expect((await readStream(url, {})).status).toBe(401);
  });

  test('accepts the token in the query only here', async () => {
    const { token } = await aScope();

    const path = `/api/frontend?token=${encodeURIComponent(token)}`;
    expect((await call('GET', path, { token: null })).status).toBe(401);
    const client = encodeURIComponent(await anApiToken(db));
    const stream = `/ofrep/v1/event-stream?token=${client}`;
    expect((await call('GET', stream, { token: null })).status).toBe(403);
  });
});
