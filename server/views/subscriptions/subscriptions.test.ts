import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  aFlag,
  aGrant,
  anApiToken,
  aProject,
  aUser,
  eventsSince,
  lastEventId,
  type TestUser,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { anIntegration, deliverWith, dispatcherOf } from '../../testing/integrations.ts';
import { aReceiver } from '../../testing/receiver.ts';
import { isFullRun } from '../../testing/scale.ts';
import { aSubscription, aView } from '../../testing/views.ts';
import { evaluateViewsJob } from './job.ts';

const { app, db, get, post, put, del } = await testApp({ integrationsTimeoutMs: 20_000 });
const path = '/api/admin/views';

async function evaluate(): Promise<void> {
  const { run } = evaluateViewsJob(db, app.inTransaction);
  while ((await run()) === 'more');
}

const subscribe = (id: string, user?: TestUser) =>
  put(`${path}/${id}/subscription`, undefined, user);
const unsubscribe = (id: string, user?: TestUser) => del(`${path}/${id}/subscription`, user);

/** A view that the user is subscribed to; shared in the project, unless it has an owner. */
async function aWatchedView(user: TestUser, input: Parameters<typeof aView>[1]): Promise<string> {
  const id = await aView(db, input);
  expect((await subscribe(id, user)).status).toBe(204);
  return id;
}

type Entry = { id: number; featureName: string; eventId: number | null; seen: boolean };

const entriesOf = async (user: TestUser, query = ''): Promise<Entry[]> =>
  (await get(`${path}/entries?${query}`, user)).body.entries;

/** The flags of the entries, newest first, after an evaluation. */
async function enteredFor(user: TestUser): Promise<string[]> {
  await evaluate();
  return (await entriesOf(user)).map(({ featureName }) => featureName);
}

async function createFlag(project: string): Promise<string> {
  const name = unique('flag');
  const { status } = await post(`/api/admin/projects/${project}/features`, { name });
  expect(status).toBe(201);
  return name;
}

const tag = { type: 'simple', value: 'checked' };
const addTag = (flag: string) => post(`/api/admin/features/${flag}/tags`, tag);
const removeTag = (flag: string) => del(`/api/admin/features/${flag}/tags/simple/checked`);

const recordedFor = async (viewId: string) =>
  (await eventsSince(db, 0)).filter(
    ({ type, data }) => type === 'view-entered' && (data as { id: string }).id === viewId,
  );

const countRows = async (table: 'view_watches' | 'view_members' | 'view_entries', id: string) =>
  (await db.selectFrom(table).select('view_id').where('view_id', '=', id).execute()).length;

const letAnHourPass = (id: string) =>
  db
    .updateTable('view_watches')
    .set({ evaluated_at: new Date(Date.now() - 3_600_000).toISOString() })
    .where('view_id', '=', id)
    .execute();

describe('a flag enters a view', () => {
  test('each time that a change makes it match, with one entry and one event', async () => {
    const [user, project] = [await aUser(db), await aProject(db)];
    const id = await aWatchedView(user, {
      project,
      name: 'Checked',
      query: `project:${project} tag:simple:checked`,
    });
    const flag = await createFlag(project);

    expect(await enteredFor(user)).toEqual([]);
    await addTag(flag);
    const tagged = await lastEventId(db);
    expect(await enteredFor(user)).toEqual([flag]);
    await removeTag(flag);
    expect(await enteredFor(user)).toEqual([flag]);
    await addTag(flag);
    expect(await enteredFor(user)).toEqual([flag, flag]);

    const [, first] = await entriesOf(user);
    expect(first).toMatchObject({ viewId: id, viewName: 'Checked', project, eventId: tagged });
    const events = await recordedFor(id);
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({ project, data: { id, name: 'Checked' } });
    const { body } = await get(
      `/api/admin/search/events?type=IS:view-entered&project=IS:${project}`,
    );
    expect(body.events[0]).toMatchObject({ featureName: flag, label: 'Flag entered a view' });
    expect(body.events[0].summary).toContain('in view **Checked** in project');
  });

  test('by a change of a strategy, and by a move to another project', async () => {
    const [user, project, other] = [await aUser(db), await aProject(db), await aProject(db)];
    const inProject = { ownerId: user.id, query: `project:${other}` };
    await aWatchedView(user, { ownerId: user.id, query: `project:${project} strategy:default` });
    const flag = await createFlag(project);
    const of = `/api/admin/projects/${project}/features/${flag}`;

    expect(await enteredFor(user)).toEqual([]);
    await post(`${of}/environments/development/strategies`, { name: 'default' });
    expect(await enteredFor(user)).toEqual([flag]);
    const moved = await aWatchedView(user, inProject);
    expect((await post(`${of}/changeProject`, { newProjectId: other })).status).toBe(200);
    await evaluate();

    expect(await entriesOf(user)).toMatchObject([
      { viewId: moved, featureName: flag, project: other },
      { featureName: flag, project: other },
    ]);
  });

  test('once, also if several processes evaluate it, and again later', async () => {
    const [user, project] = [await aUser(db), await aProject(db)];
    const id = await aWatchedView(user, { project, query: `project:${project}` });
    const flags = [await createFlag(project), await createFlag(project)];

    await Promise.all([evaluate(), evaluate(), evaluate()]);
    await evaluate();
    await letAnHourPass(id);

    expect(await enteredFor(user)).toEqual(flags.toReversed());
    expect(await recordedFor(id)).toHaveLength(2);
  });

  test('without an event of its own, at the latest an hour afterwards', async () => {
    const [user, project] = [await aUser(db), await aProject(db)];
    const id = await aWatchedView(user, { project, query: `project:${project}` });
    const flag = await aFlag(db, { project });

    expect(await enteredFor(user)).toEqual([]);
    await letAnHourPass(id);
    expect(await enteredFor(user)).toEqual([flag]);
    expect((await entriesOf(user))[0]?.eventId).toBeNull();
  });

  test('and integrations receive the event', async () => {
    const [user, project] = [await aUser(db), await aProject(db)];
    const id = await aWatchedView(user, { project, query: `project:${project}` });
    const { url, received } = await aReceiver();
    await anIntegration(db, { parameters: { url }, filter: { type: 'IS:view-entered' } });
    const flag = await createFlag(project);

    await evaluate();
    await deliverWith(dispatcherOf(app, 20_000), () => received.length > 0);

    expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'view-entered', featureName: flag, project, data: { id } },
    ]);
  });
});

describe('PUT /api/admin/views/:id/subscription', () => {
  test('starts with the flags that are in the view, which are no entries', async () => {
    const [user, other, project] = [await aUser(db), await aUser(db), await aProject(db)];
    await createFlag(project);
    const id = await aView(db, { project, query: `project:${project}` });
    const before = (await get(`${path}/${id}`, user)).body;

    await subscribe(id, user);
    expect(await enteredFor(user)).toEqual([]);
    const second = await createFlag(project);
    expect(await enteredFor(user)).toEqual([second]);
    await subscribe(id, other);
    await subscribe(id, user);
    const third = await createFlag(project);

    expect(await enteredFor(user)).toEqual([third, second]);
    expect(await enteredFor(other)).toEqual([third]);
    expect(await recordedFor(id)).toHaveLength(2);
    expect(before.subscription).toBeNull();
    expect((await get(`${path}/${id}`, user)).body.subscription).toMatchObject({ parked: null });
  });

  test('stays valid if the query changes; what then matches are no entries', async () => {
    const [user, a, b] = [await aUser(db), await aProject(db), await aProject(db)];
    await createFlag(b);
    const id = await aWatchedView(user, { ownerId: user.id, name: 'x', query: `project:${a}` });
    const change = { name: 'x', query: `project:${b}` };
    expect((await put(`${path}/${id}`, change, user)).status).toBe(200);

    expect(await enteredFor(user)).toEqual([]);
    const flag = await createFlag(b);
    await createFlag(a);
    expect(await enteredFor(user)).toEqual([flag]);
  });

  test('is refused for events, for favourites in a shared view, and for an API token', async () => {
    const project = await aProject(db);
    const token = await anApiToken(db, { type: 'admin' });
    const events = await aView(db, { project, kind: 'events', query: '' });
    const favorites = await aView(db, { project, query: 'is:favorite' });
    const { status } = await put(`${path}/${favorites}/subscription`, undefined, { token });

    expect(await subscribe(events)).toMatchObject({
      status: 400,
      body: { message: 'Only views of flags have subscriptions, not of events.' },
    });
    expect((await subscribe(favorites)).status).toBe(400);
    expect(status).toBe(403);
  });

  test('a user has at most 50', async () => {
    const user = await aUser(db);
    const view = () => aView(db, { ownerId: user.id });
    for (let count = 0; count < 49; count++) {
      await aSubscription(db, { viewId: await view(), userId: user.id });
    }

    const [last, another] = [await view(), await view()];
    expect((await subscribe(last, user)).status).toBe(204);
    expect(await subscribe(another, user)).toMatchObject({
      status: 409,
      body: { message: 'You have 50 subscriptions already, which is the maximum.' },
    });
    expect((await subscribe(last, user)).status).toBe(204);
    await db.deleteFrom('saved_views').where('owner_id', '=', user.id).execute();
  });

  test.runIf(isFullRun)('a view has at most 10,000 flags', async () => {
    const [user, project] = [await aUser(db), await aProject(db)];
    const insert = (from: number, to: number) =>
      sql`insert into flags (name, project)
        select ${project} || '-' || n, ${project} from generate_series(${from}::integer, ${to}::integer) as n`.execute(
        db,
      );
    const id = await aView(db, { project, query: `project:${project}` });
    await insert(1, 10_000);
    expect((await subscribe(id, user)).status).toBe(204);
    await insert(10_001, 10_001);
    await letAnHourPass(id);
    await evaluate();

    const message = 'A view with subscriptions has at most 10,000 flags.';
    const { body } = await get(`${path}/${id}`, user);
    expect(body.subscription.parked).toBe(message);
    expect(await countRows('view_members', id)).toBe(0);
    expect(await subscribe(id, await aUser(db))).toMatchObject({ status: 409, body: { message } });
  });
});

describe('a view that cannot be evaluated', () => {
  test('is parked and stops no other; later it continues without entries of before', async () => {
    const [user, project] = [await aUser(db), await aProject(db)];
    const query = `project:${project}`;
    const broken = await aWatchedView(user, { project, query });
    await aWatchedView(user, { project, query });
    const setQuery = (text: string) =>
      db.updateTable('saved_views').set({ query: text }).where('id', '=', broken).execute();
    const parked = async () =>
      (await get(`${path}/${broken}`, user)).body.subscription?.parked ?? null;

    await setQuery(`${query} is:favorite`);
    const first = await createFlag(project);
    expect(await enteredFor(user)).toEqual([first]);
    expect(await parked()).toContain('favourites');
    await setQuery(query);
    expect(await enteredFor(user)).toEqual([first]);
    expect(await parked()).toBeNull();
    const second = await createFlag(project);
    expect(await enteredFor(user)).toEqual([second, second, first]);
  });
});

describe('private projects', () => {
  test('a shared view finds no flag of another private project', async () => {
    const [open, secret] = [await aProject(db), await aProject(db, { mode: 'private' })];
    const viewer = await aUser(db);
    const query = `(project:${open} or project:${secret})`;
    const id = await aWatchedView(viewer, { project: open, query });
    await createFlag(secret);
    const flag = await createFlag(open);

    expect(await enteredFor(viewer)).toEqual([flag]);
    expect(await recordedFor(id)).toMatchObject([{ project: open }]);
  });

  test('the log contains no name of a view that its readers may not see', async () => {
    const [open, secret] = [await aProject(db), await aProject(db, { mode: 'private' })];
    const member = await aUser(db);
    await aGrant(db, { project: secret, userId: member.id, role: 'Owner' });
    const query = `(project:${open} or project:${secret})`;
    const shared = await aWatchedView(member, { project: secret, query });
    const own = await aWatchedView(member, { ownerId: member.id, query });
    const flags = [await createFlag(open), await createFlag(secret)];

    const [a, b] = flags;
    expect((await enteredFor(member)).toSorted()).toEqual([a, a, b, b].toSorted());
    expect(await recordedFor(shared)).toMatchObject([{ project: secret }]);
    expect(await recordedFor(own)).toEqual([]);
  });

  test('entries are of views and flags that the reader may see today', async () => {
    const [open, project] = [await aProject(db), await aProject(db, { mode: 'private' })];
    const member = await aUser(db);
    await aGrant(db, { project, userId: member.id, role: 'Owner' });
    const query = `(project:${open} or project:${project})`;
    const own = await aWatchedView(member, { ownerId: member.id, query });
    const shared = await aWatchedView(member, { project, query });
    const flags = [await createFlag(open), await createFlag(project)];
    expect(await enteredFor(member)).toHaveLength(4);

    await db.deleteFrom('role_grants').where('user_id', '=', member.id).execute();

    const { body } = await get(`${path}/entries`, member);
    expect(body).toMatchObject({ unseen: 1, entries: [{ viewId: own, featureName: flags[0] }] });
    expect((await unsubscribe(shared, member)).status).toBe(204);
    expect((await unsubscribe(shared, member)).status).toBe(404);
  });
});

describe('GET /api/admin/views/entries', () => {
  test('returns pages, newest first, and whether they were seen', async () => {
    const [user, other, project] = [await aUser(db), await aUser(db), await aProject(db)];
    const id = await aWatchedView(user, { project, query: `project:${project}` });
    await subscribe(id, other);
    const flags = [];
    for (let count = 0; count < 3; count++) flags.unshift(await createFlag(project));
    expect(await enteredFor(user)).toEqual(flags);

    const first = (await get(`${path}/entries?limit=2`, user)).body;
    const second = (await get(`${path}/entries?limit=2&cursor=${first.nextCursor}`, user)).body;
    const upTo = first.entries[1].id;
    expect((await post(`${path}/entries/seen`, { upTo }, user)).status).toBe(204);
    const after = (await get(`${path}/entries`, user)).body;

    const namesOf = (entries: Entry[]) => entries.map(({ featureName }) => featureName);
    expect(namesOf(first.entries)).toEqual(flags.slice(0, 2));
    expect(namesOf(second.entries)).toEqual(flags.slice(2));
    expect([first.unseen, second.nextCursor, after.unseen]).toEqual([3, null, 1]);
    expect(after.entries.map(({ seen }: Entry) => seen)).toEqual([false, true, true]);
    expect((await get(`${path}/entries`, other)).body.unseen).toBe(3);
    expect((await get(`${path}/entries?cursor=x`, user)).status).toBe(400);
  });

  test('has the newest 1,000', async () => {
    const [user, project] = [await aUser(db), await aProject(db)];
    const id = await aWatchedView(user, { project, query: `project:${project}` });
    const flag = await createFlag(project);
    await evaluate();
    const stored = { view_id: id, user_id: user.id, flag, event_id: null };
    await db.insertInto('view_entries').values(Array(999).fill(stored)).execute();
    expect(await countRows('view_entries', id)).toBe(1000);
    const newest = await createFlag(project);

    expect((await enteredFor(user))[0]).toBe(newest);
    expect(await countRows('view_entries', id)).toBe(1000);
  });
});

describe('what is stored', () => {
  test('is deleted with the subscription, the view, the flag and the user', async () => {
    const [user, project] = [await aUser(db), await aProject(db)];
    const view = () => aWatchedView(user, { project, query: `project:${project}` });
    const [ended, deleted, left] = [await view(), await view(), await view()];
    const flag = await createFlag(project);
    await evaluate();
    const rowsOf = async (id: string) => [
      await countRows('view_watches', id),
      await countRows('view_members', id),
      await countRows('view_entries', id),
    ];
    expect(await rowsOf(left)).toEqual([1, 1, 1]);

    await unsubscribe(ended, user);
    await del(`${path}/${deleted}`);
    await db.deleteFrom('flags').where('name', '=', flag).execute();
    expect(await rowsOf(ended)).toEqual([0, 0, 0]);
    expect(await rowsOf(deleted)).toEqual([0, 0, 0]);
    expect(await rowsOf(left)).toEqual([1, 0, 0]);

    expect((await del(`/api/admin/user-admin/${user.id}`)).status).toBe(200);
    await createFlag(project);
    await evaluate();
    expect(await rowsOf(left)).toEqual([0, 0, 0]);
    expect(await recordedFor(left)).toHaveLength(1);
  });
});
