import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { aFlag, anApiToken, aProject, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aFaultyProxy, anEdge, type Fault } from '../../testing/edge.ts';
import { eventually } from '../../testing/eventually.ts';

const { app, db, get, post, del } = await testApp({ usageFlushMs: 100 });
await app.listen({ port: 0, host: '127.0.0.1' });
const upstreamUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

const project = await aProject(db);
const client = await anApiToken(db, { projects: [project] });
const frontend = await anApiToken(db, { type: 'frontend', projects: [project] });

const report = (flag: string, yes: number) => ({
  appName: 'shop',
  instanceId: 'one',
  bucket: {
    start: new Date(Date.now() - 1000).toISOString(),
    stop: new Date().toISOString(),
    toggles: { [flag]: { yes, no: 1, variants: { red: yes } } },
  },
});

async function countsOf(flag: string) {
  const { body } = await get(`/api/admin/client-metrics/features/${flag}/raw?hoursBack=2`);
  const rows = body.data as { yes: number; no: number; variants: Record<string, number> }[];
  const sum = (of: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + of(row), 0);
  return {
    yes: sum(({ yes }) => yes),
    no: sum(({ no }) => no),
    red: sum(({ variants }) => variants.red ?? 0),
  };
}

describe('usage', () => {
  test.each(['none', 'down', 'error', 'lost-response'] as Fault[])(
    'reports during the fault "%s" are counted once in sum',
    async (fault) => {
      const flag = await aFlag(db, { project });
      const proxy = await aFaultyProxy(upstreamUrl);
      const edge = await anEdge(proxy.url);
      expect((await edge.get('/api/client/features', client)).status).toBe(200);
      expect((await edge.get('/api/frontend', frontend)).status).toBe(200);
      const bulk = () => proxy.requests.filter((it) => it.endsWith('/bulk')).length;

      proxy.set(fault);
      for (const yes of [1, 2, 3]) {
        const before = bulk();
        const sent = await edge.post('/api/client/metrics', client, report(flag, yes));
        expect(sent.status).toBe(202);
        await edge.post('/api/frontend/client/metrics', frontend, report(flag, 10 * yes));
        await eventually(() => expect(bulk()).toBeGreaterThan(before));
      }
      proxy.set('none');

      const expected = { yes: 66, no: 6, red: 66 };
      await eventually(async () => expect(await countsOf(flag)).toEqual(expected));
      await edge.app.close();
      await app.intake.flush();
      expect(await countsOf(flag)).toEqual(expected);
    },
  );

  test('registrations reach the upstream with the version of the SDK', async () => {
    const edge = await anEdge(upstreamUrl);
    await edge.get('/api/client/features', client);

    const sent = await edge.post('/api/client/register', client, {
      appName: 'registered',
      instanceId: 'one',
      sdkVersion: 'sdk:1',
      strategies: ['default'],
      started: new Date().toISOString(),
      interval: 10_000,
    });

    expect(sent.status).toBe(202);
    await eventually(async () => {
      const { body } = await get('/api/admin/metrics/applications/registered');
      expect(body).toMatchObject({ appName: 'registered', strategies: ['default'] });
    });
  });

  test('what is buffered is sent when the edge stops', async () => {
    const flag = await aFlag(db, { project });
    const edge = await anEdge(upstreamUrl, { own: { reportSeconds: 3600 } });
    await edge.get('/api/client/features', client);
    await edge.post('/api/client/metrics', client, report(flag, 5));

    await edge.app.close();

    await app.intake.flush();
    expect(await countsOf(flag)).toEqual({ yes: 5, no: 1, red: 5 });
  });

  test('of a token that only several client tokens cover is sent with each for its flags', async () => {
    const projects = [await aProject(db), await aProject(db)];
    const flags = projects.map(() => unique('flag'));
    for (const [index, own] of projects.entries()) {
      await post(`/api/admin/projects/${own}/features`, { name: flags[index] });
    }
    await app.delivery.poll();
    const edge = await anEdge(upstreamUrl);
    for (const own of projects) {
      await edge.get('/api/client/features', await anApiToken(db, { projects: [own] }));
    }
    const page = await anApiToken(db, { type: 'frontend', projects });
    const toggles = Object.fromEntries(flags.map((flag) => [flag, { yes: 4, no: 0 }]));
    const { bucket, ...sender } = report('', 0);

    const body = { ...sender, bucket: { ...bucket, toggles } };
    expect((await edge.post('/api/frontend/client/metrics', page, body)).status).toBe(200);

    for (const flag of flags) {
      await eventually(async () => expect(await countsOf(flag)).toMatchObject({ yes: 4 }));
    }
  });

  test('of a deleted token does not delay that of others', async () => {
    const [own, flag] = [await aProject(db), await aFlag(db, { project })];
    const deleted = await anApiToken(db, { projects: [own] });
    const lost = await aFlag(db, { project: own });
    const proxy = await aFaultyProxy(upstreamUrl);
    const edge = await anEdge(proxy.url);
    for (const token of [client, deleted]) await edge.get('/api/client/features', token);

    proxy.set('error');
    await edge.post('/api/client/metrics', deleted, report(lost, 1));
    await del(`/api/admin/api-tokens/${encodeURIComponent(deleted)}`);
    await app.delivery.poll();
    proxy.set('none');
    await edge.post('/api/client/metrics', client, report(flag, 2));

    await eventually(async () => expect(await countsOf(flag)).toMatchObject({ yes: 2 }));
    expect(await countsOf(lost)).toMatchObject({ yes: 0 });
  });
});
