import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { aFlag, anApiToken, eventsSince, lastEventId } from '../../testing/a.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { eventually } from '../../testing/eventually.ts';
import { fillPennon } from '../../testing/filled-pennon.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { anIntegration, deliverWith, dispatcherOf } from '../../testing/integrations.ts';
import { aReceiver } from '../../testing/receiver.ts';
import { aTemporaryFolder } from '../../testing/temporary-folder.ts';
import { readableFromPennon, rowsOf } from '../../testing/unleash-comparison.ts';
import type { ImportRun, NewImportRun } from './schema.ts';

// A run starts and ends several transactions, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000 });

const path = '/api/admin/unleash-import';
const token = '*:*.token-of-the-source';

const source = await testApp();
const target = await testApp();
const { db, get, post } = target;
/** Another process on the same database. */
const other = await target.withConfig({ integrationsAllowedHosts: ['127.0.0.1'] });

const lastRun = async (of: TestApp = target): Promise<ImportRun> => (await of.get(path)).body.run;

async function run(input: Partial<NewImportRun>): Promise<ImportRun> {
  const started = await post(path, { kind: 'preview', token, ...input });
  expect(started.status, JSON.stringify(started.body)).toBe(202);
  return ended();
}

const ended = (of: TestApp = target) =>
  eventually(async () => {
    const found = await lastRun(of);
    expect(found.state).not.toBe('running');
    return found;
  });

/** Without the row of the run. */
async function contents(): Promise<Record<string, string>> {
  const { import_runs: _, ...digests } = await fingerprint(db);
  return digests;
}

const leftOnDisk = aTemporaryFolder();

afterEach(() => expect(leftOnDisk()).toEqual([]));

/** A server that responds to the first request and to no other one. */
const aHangingUnleash = () =>
  aReceiver((response, _, index) => {
    if (index === 0) response.end(JSON.stringify({ versionInfo: { instanceId: randomUUID() } }));
  });
const addressOf = ({ url }: { url: string }) => new URL(url).origin;

describe('POST /api/admin/unleash-import', () => {
  test.each([
    'unleash.example',
    'ftp://unleash.example',
    'https://ann:secret@unleash.example',
    'https://unleash.example?x=1',
  ])('%s is no address', async (url) => {
    const { status, body } = await post(path, { kind: 'preview', url, token });

    expect([status, body.details[0].path]).toEqual([400, '/body/url']);
  });

  test.each([
    [401, '', 'Unleash refused /api/admin/ui-config: the token is not valid there.'],
    [403, '', 'Unleash refused /api/admin/ui-config: the token is not that of an admin.'],
    [302, '', 'Unleash refused /api/admin/ui-config: it redirects; enter the address that it'],
    [500, '', 'Unleash refused /api/admin/ui-config: it responded with status 500.'],
    [404, '{}', 'is not the address of an Unleash.'],
    [200, '<html>', 'is not the address of an Unleash.'],
    [200, '{"name":"other"}', 'is not the address of an Unleash.'],
    [200, '{"versionInfo":{}}', 'The source has no instance id'],
  ])('a server that responds with %i %s is reported', async (status, text, sentence) => {
    const before = await contents();
    const source = await aReceiver((response, { path: requested }) =>
      response.writeHead(status).end(requested.endsWith('ui-config') ? text : '{}'),
    );

    const { state, error, summary } = await run({ kind: 'import', url: addressOf(source) });

    expect([state, summary]).toEqual(['failed', null]);
    expect(error).toContain(sentence);
    expect(await contents()).toEqual(before);
  });

  test('private addresses and addresses without a server are reported', async () => {
    const forbidden = await run({ url: 'http://10.0.0.1/' });
    const closed = await run({ url: 'http://127.0.0.1:1' });

    expect(forbidden).toMatchObject({ state: 'failed', url: 'http://10.0.0.1' });
    expect(forbidden.error).toContain('has an address that is not allowed');
    expect(closed.error).toContain('Unleash cannot be reached at http://127.0.0.1:1: ');
  });

  test('the source cannot be the server itself', async () => {
    const [first] = (
      await sql<{ id: string }>`
      select instance_id as id from installation_settings`.execute(db)
    ).rows;
    const source = await aReceiver((response, { path: requested }) =>
      response
        .writeHead(requested.endsWith('ui-config') ? 200 : 404)
        .end(JSON.stringify({ versionInfo: { instanceId: first?.id } })),
    );

    const { error } = await run({ kind: 'import', url: addressOf(source) });

    expect(error).toBe('The source is this Pennon itself.');
  });

  test('one runs at a time in all processes, and any of them cancels it', async () => {
    const url = addressOf(await aHangingUnleash());
    const started = await post(path, { kind: 'import', url, token });
    const again = await post(path, { kind: 'preview', url, token });
    const elsewhere = await other.post(path, { kind: 'preview', url, token });

    expect(started.body.run).toMatchObject({ state: 'running', startedBy: 'root', url });
    expect([again.status, elsewhere.status]).toEqual([409, 409]);
    expect((await other.post(`${path}/cancel`)).status).toBe(202);
    expect(await ended(other)).toMatchObject({ state: 'cancelled', error: null });
    expect((await post(`${path}/cancel`)).status).toBe(409);
  });

  test('a run ends with its process, and a dead one can be replaced', async () => {
    const url = addressOf(await aHangingUnleash());
    const stopped = await target.withConfig({ integrationsAllowedHosts: ['127.0.0.1'] });
    expect((await stopped.post(path, { kind: 'import', url, token })).status).toBe(202);
    await stopped.app.close();
    expect(await lastRun()).toMatchObject({ state: 'failed' });

    await sql`
      update import_runs set state = 'running', error = null,
        alive_at = now() - interval '61 seconds'`.execute(db);
    const dead = await lastRun();
    const replaced = await run({ url: 'http://10.0.0.1' });

    expect([dead.state, dead.error]).toEqual([
      'failed',
      'The server process that ran it has ended. Start it again to import the rest.',
    ]);
    expect(replaced.error).toContain('not allowed');
  });

  test('the token is neither stored nor logged', async () => {
    const lines: string[] = [];
    const log = { write: (line: string) => lines.push(line) };
    const logging = await target.withConfig(
      { integrationsAllowedHosts: ['127.0.0.1'], logLevel: 'trace' },
      { log },
    );
    const source = await aReceiver((response) => response.writeHead(401).end());
    const started = await logging.post(path, { kind: 'preview', url: addressOf(source), token });

    const finished = await ended(logging);

    const { rows } = await sql`select to_jsonb(t) from import_runs as t`.execute(db);
    expect(source.received[0]?.headers.authorization).toBe(token);
    expect(JSON.stringify([started.body, finished, rows, lines])).not.toContain('token-of-the');
  });
});

/** A Pennon serves the paths of all editions of Unleash, so that it can be the source. */
describe('an import from a Pennon', () => {
  let url = '';
  const identify = () =>
    source.db.updateTable('installation_settings').set({ instance_id: randomUUID() }).execute();
  const importing = (input: Partial<NewImportRun>) =>
    run({ url, token: source.admin.token, ...input });

  beforeAll(async () => {
    await identify();
    await fillPennon(source);
    url = await source.app.listen({ port: 0, host: '127.0.0.1' });
  }, 300_000);

  async function readable(of: typeof db): Promise<Record<string, unknown[]>> {
    const tables: Record<string, unknown[]> = {};
    for (const [table, content] of Object.entries(readableFromPennon)) {
      tables[table] = await rowsOf(of, content);
    }
    return tables;
  }

  test('a preview has the totals and what is left out, and changes nothing', async () => {
    const before = await contents();

    const { state, error, summary } = await importing({ kind: 'preview' });

    expect([state, error, summary?.needsMerge]).toEqual(['complete', null, false]);
    expect(summary?.tables).toContainEqual({
      name: 'flags',
      total: 5,
      created: 5,
      changed: 0,
      removed: 0,
      unchanged: 0,
      leftOut: 0,
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

    const { state, error } = await importing({ kind: 'import', url: new URL(broken.url).origin });

    expect([state, error]).toEqual(['failed', expect.stringContaining('is not the address of an')]);
    expect(await contents()).toEqual(before);
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

    const { state, error, summary } = await importing({ kind: 'import' });

    expect([state, error, summary?.tables.filter(({ leftOut }) => leftOut > 0)]).toEqual([
      'complete',
      null,
      [],
    ]);
    expect(await readable(db)).toEqual(await readable(source.db));
    for (const app of [target, other]) {
      await eventually(async () => expect(await namesFrom(app)).toContain('parent'));
    }
    expect((await eventsSince(db, before)).at(-1)).toMatchObject({
      type: 'unleash-imported',
      createdBy: 'root',
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
    await importing({ kind: 'import' });
    const before = await contents();
    await importing({ kind: 'import' });
    expect(await contents()).toEqual(before);

    await source.post('/api/admin/projects/shop/features', { name: 'later' });
    const { summary } = await importing({ kind: 'import' });

    expect(summary).toMatchObject({ events: 1 });
    expect(summary?.tables).toContainEqual(expect.objectContaining({ name: 'flags', created: 1 }));
  });

  test('an import from another installation needs merge', async () => {
    await identify();
    await aFlag(db, { name: 'own' });
    const before = await contents();

    const preview = await importing({ kind: 'preview' });
    const refused = await importing({ kind: 'import' });

    expect(preview.summary?.needsMerge).toBe(true);
    expect([refused.state, refused.error]).toEqual([
      'failed',
      expect.stringContaining('This server has projects, flags, groups or users already.'),
    ]);
    expect(await contents()).toEqual(before);
    expect(await importing({ kind: 'import', merge: true })).toMatchObject({ state: 'complete' });
  });
});
