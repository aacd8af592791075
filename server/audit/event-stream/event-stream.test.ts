import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { recordEvent } from '../../events/record.ts';
import type { NewEvent } from '../../events/types.ts';
import { systemCaller } from '../../platform/caller.ts';
import { aGrant, aProject, aUser, lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { type Reader, type Received, readStream } from '../../testing/stream.ts';
import { inTransaction } from '../../transactions.ts';

const path = '/api/admin/search/events/stream';
const { app, db, admin, get } = await testApp({ eventStreamSeconds: 3600, eventStreamsMax: 20 });
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;

const follow = (query = '', { token = admin.token, ...headers }: Record<string, string> = {}) =>
  readStream(`http://127.0.0.1:${port}${path}?${query}`, { authorization: token, ...headers });

const happens = (...events: NewEvent[]) =>
  inTransaction(db, async (tx) => {
    for (const event of events) recordEvent(tx, systemCaller, event);
  });

const inProject = (project: string): NewEvent => ({ type: 'project-updated', project });
const projectsOf = ({ received }: Reader) => received.map(({ event }) => event.project);

describe(`GET ${path}`, () => {
  test('sends what happens from now on, as the search answers it', async () => {
    await happens(inProject('before'));
    const project = await aProject(db);
    const reader = await follow();

    await happens({ ...inProject(project), data: { text: 'one\ntwo \u2028' } });
    await happens(inProject(project), inProject(project));
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

  test('goes on behind Last-Event-ID, which goes before lastEventId', async () => {
    const project = await aProject(db);
    await happens(inProject(project));
    const first = await lastEventId(db);
    await happens(inProject(project), inProject(project));

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

  test('a reader that is told where it is loses nothing before its first event', async () => {
    const project = await aProject(db);
    const reader = await follow(`project=IS:${project}`);
    await reader.until((it) => it.lastEventId() !== '');
    reader.kill();
    await happens(inProject(project));

    const again = await follow(`project=IS:${project}`, { 'last-event-id': reader.lastEventId() });
    await again.until(({ received }) => received.length === 1);

    expect(projectsOf(again)).toEqual([project]);
    again.kill();
  });

  test('an id from the future stands for now', async () => {
    const reader = await follow('lastEventId=999999999999999');
    const project = unique('project');

    await happens(inProject(project));
    await reader.until(({ received }) => received.length === 1);

    expect(projectsOf(reader)).toEqual([project]);
    reader.kill();
  });

  test('has the filters of the search', async () => {
    const [wanted, other] = [await aProject(db), await aProject(db)];
    const reader = await follow(`project=IS:${wanted}&type=IS_NOT:project-created&query=needle`);

    const data = { text: 'a Needle in it' };
    await happens({ ...inProject(other), data }, inProject(wanted));
    await happens({ type: 'project-created', project: wanted, data });
    await happens({ ...inProject(wanted), data });
    await reader.until(({ received }) => received.length === 1);

    expect(reader.received).toMatchObject([
      { event: { type: 'project-updated', project: wanted, data } },
    ]);
    reader.kill();
  });

  test('readers who ask for the same and readers who do not all get theirs', async () => {
    const [one, two] = [await aProject(db), await aProject(db)];
    const readers = await Promise.all(
      [one, one, two, two].map((project) => follow(`project=IS:${project}`)),
    );

    await happens(inProject(one), inProject(two), inProject(one));
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
  ])('%s with %j is refused and named', async (query, headers, expected) => {
    const { status, body } = await get(`${path}?${query}`, { headers });

    expect({ status, path: body.details[0].path }).toEqual({ status: 400, path: expected });
  });

  test('a stream too many is refused; one that ended makes room', async () => {
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
        message: 'All 20 streams of this server are in use. Try again later.',
      },
    });
    expect(status).toBe(200);
    for (const reader of readers) reader.kill();
  });
});

describe('who sees what', () => {
  test('no event without project, and none of a project that is hidden', async () => {
    const hidden = await aProject(db, { mode: 'private' });
    const open = await aProject(db);
    const { token } = await aUser(db);
    const reader = await follow('', { token });
    const picky = await follow(`project=IS_ANY_OF:${hidden},${open}&lastEventId=0`, { token });

    await happens({ type: 'user-created', data: {} }, inProject(hidden), inProject(open));
    await reader.until(({ received }) => received.length === 1);
    await picky.until(({ received }) => received.length === 1);

    expect(projectsOf(reader)).toEqual([open]);
    expect(projectsOf(picky)).toEqual([open]);
    reader.kill();
    picky.kill();
  });

  test('a role that is granted or taken away counts from the next event on', async () => {
    const hidden = await aProject(db, { mode: 'private' });
    const open = await aProject(db);
    const user = await aUser(db);
    const reader = await follow('', { token: user.token });

    await happens(inProject(hidden), inProject(open));
    await reader.until(({ received }) => received.length === 1);
    await aGrant(db, { project: hidden, userId: user.id });
    await happens(inProject(hidden));
    await reader.until(({ received }) => received.length === 2);
    await db.deleteFrom('role_grants').where('project', '=', hidden).execute();
    await happens(inProject(hidden), inProject(open));
    await reader.until(({ received }) => received.length === 3);

    expect(projectsOf(reader)).toEqual([open, hidden, open]);
    reader.kill();
  });

  test('an administrator who is one no longer sees what the others see', async () => {
    const open = await aProject(db);
    const user = await aUser(db, { rootRole: 'Admin' });
    const reader = await follow('', { token: user.token });
    await happens({ type: 'user-created', data: {} });
    await reader.until(({ received }) => received.length === 1);

    await db.updateTable('users').set({ root_role_id: 3 }).where('id', '=', user.id).execute();
    // Waits for what each round itself recorded: earlier rounds left the same kinds of events.
    const isToldOfUsers = async () => {
      const data = { round: unique('round') };
      const isOfRound = ({ event }: Received) =>
        (event.data as { round?: string } | null)?.round === data.round;
      await happens({ type: 'user-created', data }, { ...inProject(open), data });
      await reader.until(({ received }) =>
        received.some((one) => isOfRound(one) && one.event.project === open),
      );
      return reader.received.filter(isOfRound).length > 1;
    };
    while (await isToldOfUsers());

    expect(await isToldOfUsers()).toBe(false);
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

describe('many writers and a reader that is killed', () => {
  test('every event arrives once, in order', async () => {
    const project = await aProject(db);
    const writers = 4;
    const each = 50;
    const kills = 20;
    const writing = Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let number = 0; number < each; number++) {
          await happens({ ...inProject(project), data: { writer, number } });
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
  test('streams end and it does not wait for their readers', async () => {
    const reader = await follow();

    await app.close();

    await reader.ended;
    expect(reader.status).toBe(200);
  });
});
