import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Config } from '../../config.ts';
import { recordEvent } from '../../events/record.ts';
import type { NewEvent } from '../../events/types.ts';
import { systemCaller } from '../../platform/caller.ts';
import { aGrant, aProject, aUser, lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { type Reader, type Received, readStream } from '../../testing/stream.ts';
import { inTransaction } from '../../transactions.ts';

const path = '/api/admin/search/events/stream';
const { app, db, admin, get, withConfig } = await testApp({
  eventStreamSeconds: 3600,
  eventStreamsMax: 20,
  eventStreamsPerUserMax: 21,
});
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;

const follow = (query = '', { token = admin.token, ...headers }: Record<string, string> = {}) =>
  readStream(`http://127.0.0.1:${port}${path}?${query}`, { authorization: token, ...headers });

const recordEvents = (...events: NewEvent[]) =>
  inTransaction(db, async (tx) => {
    for (const event of events) recordEvent(tx, systemCaller, event);
  });

const inProject = (project: string): NewEvent => ({ type: 'project-updated', project });
const projectsOf = ({ received }: Reader) => received.map(({ event }) => event.project);

describe(`GET ${path}`, () => {
  test('sends new events, in the format of the search', async () => {
    await recordEvents(inProject('before'));
    const project = await aProject(db);
    const reader = await follow();

    await recordEvents({ ...inProject(project), data: { text: 'one\ntwo \u2028' } });
    await recordEvents(inProject(project), inProject(project));
    await reader.until(({ received }) => received.length === 3);

    const { body } = await get(`/api/admin/search/events?project=IS:${project}`);
    expect(reader.status).toBe(200);
    expect(reader.received.map(({ event }) => event)).toEqual(body.events.toReversed());
    expect(reader.received.map(({ id }) => id)).toEqual(
      reader.received.map(({ event }) => event.id),
    );
    expect(reader.received[0]?.event).toMatchObject({ label: 'Project updated' });
    reader.kill();
  });

  test('resumes after Last-Event-ID, which has precedence over lastEventId', async () => {
    const project = await aProject(db);
    await recordEvents(inProject(project));
    const first = await lastEventId(db);
    await recordEvents(inProject(project), inProject(project));

    const query = `project=IS:${project}`;
    const resumed = await follow(query, { 'last-event-id': String(first) });
    const byQuery = await follow(`${query}&lastEventId=${first + 1}`);
    const both = await follow(`${query}&lastEventId=0`, { 'last-event-id': String(first) });
    const all = await follow(`${query}&lastEventId=0`);

    const idsOf = async (reader: Reader, count: number) => {
      await reader.until(({ received }) => received.length === count);
      reader.kill();
      return reader.received.map(({ id }) => id);
    };
    expect(await idsOf(resumed, 2)).toEqual([first + 1, first + 2]);
    expect(await idsOf(byQuery, 1)).toEqual([first + 2]);
    expect(await idsOf(both, 2)).toEqual([first + 1, first + 2]);
    expect(await idsOf(all, 3)).toEqual([first, first + 1, first + 2]);
  });

  test('a reader receives its position before the first event, and misses no event', async () => {
    const project = await aProject(db);
    const reader = await follow(`project=IS:${project}`);
    await reader.until((it) => it.lastEventId() !== '');
    reader.kill();
    await recordEvents(inProject(project));

    const again = await follow(`project=IS:${project}`, { 'last-event-id': reader.lastEventId() });
    await again.until(({ received }) => received.length === 1);

    expect(projectsOf(again)).toEqual([project]);
    again.kill();
  });

  test('an id greater than the newest one starts after the newest event', async () => {
    const reader = await follow('lastEventId=999999999999999');
    const project = unique('project');

    await recordEvents(inProject(project));
    await reader.until(({ received }) => received.length === 1);

    expect(projectsOf(reader)).toEqual([project]);
    reader.kill();
  });

  test('accepts the filters of the search', async () => {
    const [wanted, other] = [await aProject(db), await aProject(db)];
    const reader = await follow(`project=IS:${wanted}&type=IS_NOT:project-created&query=needle`);

    const data = { text: 'a Needle in it' };
    await recordEvents({ ...inProject(other), data }, inProject(wanted));
    await recordEvents({ type: 'project-created', project: wanted, data });
    await recordEvents({ ...inProject(wanted), data });
    await reader.until(({ received }) => received.length === 1);

    expect(reader.received).toMatchObject([
      { event: { type: 'project-updated', project: wanted, data } },
    ]);
    reader.kill();
  });

  test('readers with equal and with different filters receive their events', async () => {
    const [one, two] = [await aProject(db), await aProject(db)];
    const readers = await Promise.all(
      [one, one, two, two].map((project) => follow(`project=IS:${project}`)),
    );

    await recordEvents(inProject(one), inProject(two), inProject(one));
    await readers[0]?.until(({ received }) => received.length === 2);
    await readers[1]?.until(({ received }) => received.length === 2);
    await readers[2]?.until(({ received }) => received.length === 1);
    await readers[3]?.until(({ received }) => received.length === 1);

    expect(readers.map(projectsOf)).toEqual([[one, one], [one, one], [two], [two]]);
    for (const reader of readers) reader.kill();
  });

  test.each([
    ['lastEventId=x', {}, '/query/lastEventId'],
    ['lastEventId=-1', {}, '/query/lastEventId'],
    ['lastEventId=', {}, '/query/lastEventId'],
    ['lastEventId=9999999999999999', {}, '/query/lastEventId'],
    ['', { 'last-event-id': '1.5' }, '/headers/last-event-id'],
    ['project=LIKE:web', {}, '/query/project'],
    ['from=IS:2026-02-30', {}, '/query/from'],
    ['createdBy=IS:ada', {}, '/query/createdBy'],
  ])('%s with %j is refused, and the error names it', async (query, headers, expected) => {
    const { status, body } = await get(`${path}?${query}`, { headers });

    expect({ status, path: body.details[0].path }).toEqual({ status: 400, path: expected });
  });

  test('streams beyond the limit are refused until one ends', async () => {
    const readers = await Promise.all(Array.from({ length: 20 }, () => follow()));

    const refused = await get(path);
    readers[0]?.kill();
    let status = 503;
    while (status === 503) {
      const reader = await follow();
      status = reader.status;
      reader.kill();
    }

    expect(refused).toMatchObject({
      status: 503,
      body: {
        name: 'UnavailableError',
        message: 'All 20 event streams of this server are in use. Try again later.',
      },
      headers: { 'retry-after': '5' },
    });
    expect(status).toBe(200);
    for (const reader of readers) reader.kill();
  });
});

describe('the streams of a user', () => {
  const limits = { eventStreamSeconds: 3600, eventStreamsMax: 10, eventStreamsPerUserMax: 3 };

  /** Another server, and a function that opens streams of a token on it. */
  async function aServer(overrides: Partial<Config> = {}) {
    const server = await withConfig({ ...limits, ...overrides });
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const open = (token: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const reader = await readStream(`${url}${path}`, { authorization: token });
          onTestFinished(reader.kill);
          return reader.status;
        }),
      );
    const refusal = async (token: string) => {
      const response = await fetch(`${url}${path}`, { headers: { authorization: token } });
      const { status, headers } = response;
      if (status === 200) throw new Error('The stream was not refused.');
      return { status, retryAfter: headers.get('retry-after'), body: await response.json() };
    };
    return { refusal, open };
  }
  const viewers = async (count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await aUser(db)).token));

  test('are limited: one more is 429, and other users are not affected', async () => {
    const { refusal, open } = await aServer();
    const [one = '', other = ''] = await viewers(2);

    expect(await open(one, 3)).toEqual([200, 200, 200]);
    expect(await refusal(one)).toMatchObject({
      status: 429,
      retryAfter: '5',
      body: {
        name: 'RateLimitError',
        message: 'You have 3 event streams, which is the maximum. Close one first.',
      },
    });
    expect(await open(other, 1)).toEqual([200]);
  });

  test('from one address are limited, too', async () => {
    const { refusal, open } = await aServer({ eventStreamsPerAddressMax: 2 });
    const [one = '', other = '', third = ''] = await viewers(3);
    await open(one, 1);
    await open(other, 1);

    expect(await refusal(third)).toMatchObject({
      status: 429,
      body: { message: 'Your address has 2 event streams, which is the maximum. Close one first.' },
    });
  });

  test('leave a tenth of all streams to admins', async () => {
    const { refusal, open } = await aServer();
    const [one = '', two = '', three = '', four = ''] = await viewers(4);
    for (const token of [one, two, three]) await open(token, 3);

    expect(await refusal(four)).toMatchObject({
      status: 503,
      retryAfter: '5',
      body: { message: 'All 9 event streams of this server are in use. Try again later.' },
    });
    expect(await open(admin.token, 1)).toEqual([200]);
    expect((await refusal(admin.token)).status).toBe(503);
  });
});

describe('visibility', () => {
  test('events without a project and of hidden projects are not sent', async () => {
    const hidden = await aProject(db, { mode: 'private' });
    const open = await aProject(db);
    const { token } = await aUser(db);
    const reader = await follow('', { token });
    const filtered = await follow(`project=IS_ANY_OF:${hidden},${open}&lastEventId=0`, { token });

    await recordEvents({ type: 'user-created', data: {} }, inProject(hidden), inProject(open));
    await reader.until(({ received }) => received.length === 1);
    await filtered.until(({ received }) => received.length === 1);

    expect(projectsOf(reader)).toEqual([open]);
    expect(projectsOf(filtered)).toEqual([open]);
    reader.kill();
    filtered.kill();
  });

  test('a role that is granted or revoked takes effect on the next event', async () => {
    const hidden = await aProject(db, { mode: 'private' });
    const open = await aProject(db);
    const user = await aUser(db);
    const reader = await follow('', { token: user.token });

    await recordEvents(inProject(hidden), inProject(open));
    await reader.until(({ received }) => received.length === 1);
    await aGrant(db, { project: hidden, userId: user.id });
    await recordEvents(inProject(hidden));
    await reader.until(({ received }) => received.length === 2);
    await db.deleteFrom('role_grants').where('project', '=', hidden).execute();
    await recordEvents(inProject(hidden), inProject(open));
    await reader.until(({ received }) => received.length === 3);

    expect(projectsOf(reader)).toEqual([open, hidden, open]);
    reader.kill();
  });

  test('a former Admin no longer receives events without a project', async () => {
    const open = await aProject(db);
    const user = await aUser(db, { rootRole: 'Admin' });
    const reader = await follow('', { token: user.token });
    await recordEvents({ type: 'user-created', data: {} });
    await reader.until(({ received }) => received.length === 1);

    await db.updateTable('users').set({ root_role_id: 3 }).where('id', '=', user.id).execute();
    // Waits for the events of its own round, because earlier rounds recorded the same types.
    const receivesUserEvents = async () => {
      const data = { round: unique('round') };
      const isOfRound = ({ event }: Received) =>
        (event.data as { round?: string } | null)?.round === data.round;
      await recordEvents({ type: 'user-created', data }, { ...inProject(open), data });
      await reader.until(({ received }) =>
        received.some((one) => isOfRound(one) && one.event.project === open),
      );
      return reader.received.filter(isOfRound).length > 1;
    };
    while (await receivesUserEvents());

    expect(await receivesUserEvents()).toBe(false);
    reader.kill();
  });

  test('a stream ends when its token is revoked or its user deleted', async () => {
    const [one, two] = [await aUser(db), await aUser(db)];
    const revoked = await follow('', { token: one.token });
    const deleted = await follow('', { token: two.token });

    await db.deleteFrom('personal_tokens').where('user_id', '=', one.id).execute();
    const now = new Date().toISOString();
    await db.updateTable('users').set({ deleted_at: now }).where('id', '=', two.id).execute();

    await Promise.all([revoked.ended, deleted.ended]);
  });
});

describe('concurrent writers and a reader that reconnects', () => {
  test('every event is received once, in order', async () => {
    const project = await aProject(db);
    const writers = 4;
    const each = 50;
    const kills = 20;
    const writing = Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let number = 0; number < each; number++) {
          await recordEvents({ ...inProject(project), data: { writer, number } });
        }
      }),
    );

    const seen: number[] = [];
    let lastId = '0';
    for (let round = 0; seen.length < writers * each; round++) {
      const reader = await follow(`project=IS:${project}`, { 'last-event-id': lastId });
      const step = round < kills ? 1 + ((round * 7) % 13) : writers * each - seen.length;
      const wanted = Math.min(step, writers * each - seen.length);
      await reader.until(({ received }) => received.length >= wanted);
      reader.kill();
      seen.push(...reader.received.map(({ id }) => id));
      lastId = reader.lastEventId();
    }
    await writing;

    const stored = await db
      .selectFrom('events')
      .select('id')
      .where('project', '=', project)
      .orderBy('id')
      .execute();
    expect(seen).toEqual(stored.map(({ id }) => id));
  });
});

describe('when the server stops', () => {
  test('streams end without waiting for their readers', async () => {
    const reader = await follow();

    await app.close();

    await reader.ended;
    expect(reader.status).toBe(200);
  });
});
