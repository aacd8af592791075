import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { aReceiver } from '../../testing/receiver.ts';
import { aTemporaryFolder } from '../../testing/temporary-folder.ts';
import type { ImportRun, NewImportRun } from './schema.ts';

// A run starts and ends several transactions, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000 });

const path = '/api/admin/unleash-import';
const token = '*:*.token-of-the-source';

const target = await testApp();
const { db, post } = target;
/** Another process on the same database. */
const other = await target.withConfig({ integrationsAllowedHosts: ['127.0.0.1'] });

const lastRun = async (of: TestApp = target): Promise<ImportRun> => (await of.get(path)).body.run;

async function run(input: Partial<NewImportRun>): Promise<ImportRun> {
  const started = await post(path, { kind: 'preview', token, ...input });
  expect(started.status, JSON.stringify(started.body)).toBe(202);
  return ended();
}

const ended = (of: TestApp = target) =>
  vi.waitFor(async () => {
    const found = await lastRun(of);
    expect(found.state).not.toBe('running');
    return found;
  }, 240_000);

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
