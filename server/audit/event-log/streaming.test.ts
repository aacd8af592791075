import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { systemCaller } from '../../platform/caller.ts';
import { aProject, aUser } from '../../testing/a.ts';
import { partsOn, testApp } from '../../testing/app.ts';
import { eventsOf, someEvents } from '../../testing/events.ts';
import { countStatements } from '../../testing/statements.ts';
import { only } from './filters.ts';
import { openLog, readPages } from './reading.ts';
import { streamFile, streamList } from './streams.ts';

const { db, config, admin } = await testApp();

const { db: counted, count } = countStatements(db);

/** The same server, with every statement counted. */
const app = await buildApp(partsOn(counted, config));
await app.ready();
afterAll(() => app.close());

async function statementsOf(url: string, token = admin.token): Promise<number> {
  const before = count();
  const { statusCode } = await app.inject({ url, headers: { authorization: token } });
  expect(statusCode).toBe(200);
  return count() - before;
}

/** Exceeds the buffers of a socket: 280 events of 60,000 characters, 116 pages. */
async function aHeavyProject(): Promise<string> {
  const project = await aProject(db);
  const event = { project, data: { text: 'x'.repeat(60_000) } };
  for (let batch = 0; batch < 4; batch++) await someEvents(db, new Array(70).fill(event));
  return project;
}

const project = await aHeavyProject();

describe('a list of unlimited length', () => {
  test('is read in pages of a bounded size', async () => {
    const log = await openLog(counted, systemCaller, only('project', project));
    const sizes: number[] = [];

    const write = (event: object) => JSON.stringify(event);
    for await (const text of readPages(counted, log, {}, write)) sizes.push(text.length);

    expect(sizes.length).toBeGreaterThan(100);
    expect(Math.max(...sizes.slice(1))).toBeLessThan(200_000);
    expect(sizes[0]).toBeLessThan(50 * 61_000);
  });

  test.each([
    ['streamList', (log: Awaited<ReturnType<typeof openLog>>) => streamList(counted, log, {})],
    [
      'streamFile',
      (log: Awaited<ReturnType<typeof openLog>>) =>
        streamFile(counted, log, { format: 'csv', cursor: 0 }),
    ],
  ])('%s reads on demand, and stops when the stream is destroyed', async (_, open) => {
    const log = await openLog(counted, systemCaller, only('project', project));
    const before = count();
    const stream = open(log);

    await once(stream, 'readable');
    stream.read();
    await once(stream, 'readable');
    const whileReading = count() - before;
    stream.destroy();
    await once(stream, 'close');
    const afterwards = count();
    await someEvents(db, [{}]);

    expect(whileReading).toBeLessThan(6);
    expect(count()).toBe(afterwards);
  });

  test('reading stops when the client disconnects', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const before = count();

    const request = http.get({
      port,
      path: `/api/admin/events?project=${project}`,
      headers: { authorization: admin.token },
    });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    await once(response, 'data');
    response.destroy();
    await connectionsEnd();
    // Running statements end before this request; further ones would be counted.
    await statementsOf('/api/admin/event-creators');
    const spent = count() - before;
    const later = [];
    for (let turn = 0; turn < 5; turn++)
      later.push(await statementsOf('/api/admin/event-creators'));

    expect(spent).toBeLessThan(100);
    expect(new Set(later).size).toBe(1);
  });

  async function connectionsEnd(): Promise<void> {
    for (;;) {
      const open = await new Promise((resolve) =>
        app.server.getConnections((_, count) => resolve(count)),
      );
      if (open === 0) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
});

describe('statements', () => {
  const urls = [
    '/api/admin/search/events?limit=LIMIT',
    '/api/admin/search/events?limit=LIMIT&query=xxx&type=IS_NOT:tag-created&from=IS:2020-01-01',
    '/api/admin/search/events?limit=LIMIT&project=IS_ANY_OF:default,a,b&createdBy=IS:1&offset=1',
    '/api/admin/event-creators',
  ];

  test.each(urls)('%s takes as many for many events as for few', async (url) => {
    const { token } = await aUser(db);
    // The first search of a text samples the log, and so does one after the log has doubled.
    const takeSample = () => statementsOf('/api/admin/search/events?query=sampled', token);
    await takeSample();
    const few = await statementsOf(url.replace('LIMIT', '1'), token);
    await eventsOf(db, 'default', 300);

    await takeSample();
    const many = await statementsOf(url.replace('LIMIT', '1000'), token);

    // One less where every id of the log matches, because then the ids of a page are known.
    expect(Math.abs(many - few)).toBeLessThanOrEqual(1);
    expect(many).toBeLessThanOrEqual(6);
  });

  test('a log with many ids is counted in few statements', async () => {
    const { token } = await aUser(db, { rootRole: 'Admin' });
    const url = '/api/admin/search/events?query=found%20again';
    await someEvents(db, [{ data: { text: 'found again' } }]);
    await sql`alter table events alter column id restart with 9000000`.execute(db);
    await someEvents(db, [{ data: { text: 'found again' } }]);

    const first = await statementsOf(url, token);
    const { body } = await app.inject({ url, headers: { authorization: token } });
    await someEvents(db, [{ data: { text: 'another' } }]);
    const then = await statementsOf(url, token);

    expect(JSON.parse(body)).toMatchObject({ total: 2, events: [{}, {}] });
    expect(first - then).toBeLessThan(5);
    expect(then).toBeLessThanOrEqual(6);
  });
});
