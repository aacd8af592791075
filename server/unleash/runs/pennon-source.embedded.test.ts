import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test, vi } from 'vitest';
import { aFlag, anApiToken, eventsSince, lastEventId } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { fillPennon } from '../../testing/filled-pennon.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { anIntegration, deliverWith, dispatcherOf } from '../../testing/integrations.ts';
import { aReceiver } from '../../testing/receiver.ts';
import { aTemporaryFolder } from '../../testing/temporary-folder.ts';
import { readableFromPennon, rowsOf } from '../../testing/unleash-comparison.ts';
import type { ImportRun, NewImportRun } from './schema.ts';

/** A Pennon serves the paths of all editions of Unleash, so that it can be the source. */
const source = await testApp();
const target = await testApp();
const { db, get, post } = target;
/** Another process on the same database. */
const other = await target.withConfig({ integrationsAllowedHosts: ['127.0.0.1'] });
// A run starts and ends several transactions, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000 });

const path = '/api/admin/unleash-import';
const leftOnDisk = aTemporaryFolder();
let url = '';

const identify = () =>
  source.db.updateTable('installation_settings').set({ instance_id: randomUUID() }).execute();

beforeAll(async () => {
  await identify();
  await fillPennon(source);
  url = await source.app.listen({ port: 0, host: '127.0.0.1' });
}, 120_000);

async function run(input: Partial<NewImportRun>): Promise<ImportRun> {
  const started = await post(path, { url, token: source.admin.token, ...input });
  expect(started.status, JSON.stringify(started.body)).toBe(202);
  return vi.waitFor(async () => {
    const found: ImportRun = (await get(path)).body.run;
    expect(found.state).not.toBe('running');
    return found;
  }, 240_000);
}

/** Without the row of the run. */
async function contents(): Promise<Record<string, string>> {
  const { import_runs: _, ...digests } = await fingerprint(db);
  return digests;
}

async function readable(of: typeof db): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const [table, content] of Object.entries(readableFromPennon)) {
    tables[table] = await rowsOf(of, content);
  }
  return tables;
}

test('a preview has the totals and what is left out, and changes nothing', async () => {
  const before = await contents();

  const { state, error, summary } = await run({ kind: 'preview' });

  expect([state, error, summary?.needsMerge]).toEqual(['complete', null, false]);
  expect(summary?.tables).toContainEqual({
    ...{ name: 'flags', total: 5, created: 5, changed: 0 },
    ...{ removed: 0, unchanged: 0, leftOut: 0 },
  });
  expect(summary?.tables).toContainEqual(
    expect.objectContaining({ name: 'change requests', total: 4, created: 4, leftOut: 0 }),
  );
  expect(summary?.leftOut).toContain(
    'API tokens: the API does not show secrets; create new tokens',
  );
  expect(await contents()).toEqual(before);
});

test('an import from a source that breaks off changes nothing', async () => {
  const before = await contents();
  const broken = await aReceiver(async (response, { path: requested, headers }) => {
    if (requested.includes('/features/child')) return response.end('<html>');
    const { authorization = '' } = headers;
    const found = await fetch(`${url}${requested}`, { headers: { authorization } });
    return response.writeHead(found.status).end(await found.text());
  });

  const { state, error } = await run({ kind: 'import', url: new URL(broken.url).origin });

  expect([state, error]).toEqual(['failed', expect.stringContaining('is not the address of an')]);
  expect(await contents()).toEqual(before);
  expect(leftOnDisk()).toEqual([]);
});

test('an import brings all that the API has, to servers and SDKs', async () => {
  const token = await anApiToken(db, { type: 'client', environment: 'production' });
  const namesFrom = async (app: typeof target): Promise<string[]> => {
    const { body } = await app.get('/api/client/features', { token });
    return body.features.map(({ name }: { name: string }) => name);
  };
  expect([await namesFrom(target), await namesFrom(other)]).toEqual([[], []]);
  const before = await lastEventId(db);
  const { url: hook, received } = await aReceiver();
  const { id } = await anIntegration(db, {
    parameters: { url: hook },
    filter: { type: 'IS_ANY_OF:feature-created,unleash-imported' },
  });

  const { state, error, summary } = await run({ kind: 'import' });

  expect([state, error, summary?.tables.filter(({ leftOut }) => leftOut > 0)]).toEqual([
    ...['complete', null, []],
  ]);
  expect(await readable(db)).toEqual(await readable(source.db));
  for (const app of [target, other]) {
    await vi.waitFor(async () => expect(await namesFrom(app)).toContain('parent'), 30_000);
  }
  expect((await eventsSince(db, before)).at(-1)).toMatchObject({
    ...{ type: 'unleash-imported', createdBy: 'root' },
    data: { totals: { flags: 5 } },
  });
  // Not what happened in the source.
  await deliverWith(dispatcherOf(target.app, 20_000), async () => {
    const { body } = await get(`/api/admin/integrations/${id}`);
    return body.position === (await lastEventId(db));
  });
  expect(received.map(({ body }) => JSON.parse(body).type)).toEqual(['unleash-imported']);
});

test('another import brings what is new, and changes nothing else', async () => {
  await run({ kind: 'import' });
  const before = await contents();
  await run({ kind: 'import' });
  expect(await contents()).toEqual(before);

  await source.post('/api/admin/projects/shop/features', { name: 'later' });
  const { summary } = await run({ kind: 'import' });

  expect(summary).toMatchObject({ events: 1 });
  expect(summary?.tables).toContainEqual(expect.objectContaining({ name: 'flags', created: 1 }));
});

test('an import from another installation needs merge', async () => {
  await identify();
  await aFlag(db, { name: 'own' });
  const before = await contents();

  const preview = await run({ kind: 'preview' });
  const refused = await run({ kind: 'import' });

  expect(preview.summary?.needsMerge).toBe(true);
  expect([refused.state, refused.error]).toEqual([
    'failed',
    expect.stringContaining('This server has projects, flags, groups or users already.'),
  ]);
  expect(await contents()).toEqual(before);
  expect(await run({ kind: 'import', merge: true })).toMatchObject({ state: 'complete' });
});
