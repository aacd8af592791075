import { describe, expect, test } from 'vitest';
import { eventTypes } from '../../events/types.ts';
import { aFlag, aProject, aUser, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { eventsOf, someEvents } from '../../testing/events.ts';

const { db, get, post, put, withConfig } = await testApp();
const { get: getBelow, post: postBelow } = await withConfig({ baseUriPath: '/flags' });

const idsIn = (body: { events: { id: number }[] }) => body.events.map(({ id }) => id);

describe('GET /api/admin/events', () => {
  test('of 99, 100 and 101 events it returns the last 100', async () => {
    const fresh = await testApp();
    const ids = await eventsOf(fresh.db, 'default', 98);

    for (const count of [99, 100, 101]) {
      ids.push(...(await eventsOf(fresh.db, 'default', 1)));
      const { status, body } = await fresh.get('/api/admin/events');

      expect(status).toBe(200);
      expect(Object.keys(body)).toEqual(['version', 'events', 'totalEvents']);
      expect(body).toMatchObject({ version: 1, totalEvents: count });
      expect(idsIn(body)).toEqual(ids.toReversed().slice(0, 100));
    }
  });

  test('with a project it returns all its events, newest first', async () => {
    const project = await aProject(db);
    const ids = await eventsOf(db, project, 1203);
    await eventsOf(db, 'default', 2);

    const { status, headers, body } = await get(`/api/admin/events?project=${project}`);

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(idsIn(body)).toEqual(ids.reverse());
    expect(body).toMatchObject({ version: 1, totalEvents: 1203 });
    expect(body.events[0]).toEqual(
      (await get(`/api/admin/search/events?limit=1&project=IS:${project}`)).body.events[0],
    );
  });

  test.each(['', 'nowhere', 'DEFAULT', '%'])(
    'an unknown project has no events: "%s"',
    async (project) => {
      await eventsOf(db, 'default', 1);

      const { status, body } = await get(
        `/api/admin/events?project=${encodeURIComponent(project)}`,
      );

      expect({ status, body }).toEqual({
        status: 200,
        body: { version: 1, events: [], totalEvents: 0 },
      });
    },
  );

  test('project twice is 400', async () => {
    expect(await get('/api/admin/events?project=a&project=b')).toMatchObject({
      status: 400,
      body: { details: [{ path: '/query/project' }] },
    });
  });
});

describe('GET /api/admin/events/:feature', () => {
  test('returns all events of the flag, newest first', async () => {
    const featureName = await aFlag(db);
    const ids = await someEvents(db, [{ featureName }, { featureName, project: 'default' }]);
    await someEvents(db, [{ featureName: `${featureName}x` }]);

    const { status, body } = await get(`/api/admin/events/${featureName}`);

    expect(status).toBe(200);
    expect(idsIn(body)).toEqual(ids.reverse());
    expect(body).toMatchObject({ version: 1, toggleName: featureName, totalEvents: 2 });
  });

  test.each(['search', 'a/b', 'ü%', '"'])('the flag can have any name: %s', async (name) => {
    const [id] = await someEvents(db, [{ featureName: name }]);

    const { body } = await get(`/api/admin/events/${encodeURIComponent(name)}`);

    expect(body).toMatchObject({ toggleName: name, totalEvents: 1, events: [{ id }] });
  });

  test('an unknown flag has no events', async () => {
    expect(await get('/api/admin/events/nothing')).toMatchObject({
      status: 200,
      body: { version: 1, toggleName: 'nothing', events: [], totalEvents: 0 },
    });
  });
});

describe('POST /api/admin/events/search', () => {
  const search = (body: object) => post('/api/admin/events/search', body);

  test('returns the headers Deprecation and Link to its successor', async () => {
    const { status, headers } = await search({});
    const below = await postBelow('/flags/api/admin/events/search', {});

    expect(status).toBe(200);
    expect(headers.deprecation).toMatch(/^@\d+$/);
    expect(headers.link).toBe('</api/admin/search/events>; rel="successor-version"');
    expect(below.headers.link).toContain('</flags/api/admin/search/events>');
    const { paths } = (await getBelow('/flags/docs/openapi.json')).body;
    expect(paths['/api/admin/events/search'].post.deprecated).toBe(true);
  });

  test('type, project and feature are matched exactly, and all must match', async () => {
    const [project, feature] = [await aProject(db), unique('Flag')];
    const type = 'feature-archived' as const;
    const [id] = await someEvents(db, [
      { type, project, featureName: feature },
      { type: 'feature-revived', project, featureName: feature },
      { type, project, featureName: feature.toLowerCase() },
      { type, project: 'default', featureName: feature },
    ]);

    const { body } = await search({ type, project, feature });

    expect(body).toMatchObject({ version: 1, totalEvents: 1, events: [{ id }] });
  });

  test('text is searched in type, creator, data and preData', async () => {
    const [term, project] = [unique('term'), await aProject(db)];
    const named = await aUser(db, { username: `a-${term}-b`, email: `${unique('m')}@example.com` });
    const mailed = await aUser(db, { email: `${term}@example.com` });
    const ids = await someEvents(db, [
      { project, data: { a: `x${term}` } },
      { project, preData: { a: term.toUpperCase() } },
      { project, createdBy: `${term}@example.com` },
      { project, createdBy: 'someone', createdByUserId: named.id },
      { project, createdBy: 'someone', createdByUserId: mailed.id },
      { project, featureName: term, environment: term },
    ]);
    const [typed] = await someEvents(db, [{ project, type: 'banner-created' }]);

    const byTerm = await search({ query: term.toUpperCase(), project });
    const byType = await search({ query: 'NNER-crea', project });

    expect(idsIn(byTerm.body)).toEqual(ids.slice(0, 5).reverse());
    expect(byTerm.body.totalEvents).toBe(5);
    expect(idsIn(byType.body)).toEqual([typed]);
  });

  test('the total includes events of a creator whose name changed to the text', async () => {
    const [project, name] = [await aProject(db), unique('name')];
    const user = await aUser(db);
    await someEvents(db, [{ project, createdBy: 'x', createdByUserId: user.id }]);
    const before = await search({ query: name, project });
    await put(`/api/admin/user-admin/${user.id}`, { email: `${name}@example.com` });

    const after = await search({ query: name, project });

    expect([before.body.totalEvents, after.body.totalEvents]).toEqual([0, 1]);
  });

  test('offset is the id of the first event; older events follow', async () => {
    const project = await aProject(db);
    const [first, second, third] = await eventsOf(db, project, 3);
    const found = async (offset?: number) =>
      (await search({ project, ...(offset === undefined ? {} : { offset }) })).body;

    expect(idsIn(await found())).toEqual([third, second, first]);
    expect(idsIn(await found(0))).toEqual([third, second, first]);
    expect(idsIn(await found(second))).toEqual([second, first]);
    expect(idsIn(await found((first ?? 0) - 1))).toEqual([]);
    expect(idsIn(await found(1e300))).toEqual([third, second, first]);
  });

  test('totalEvents counts all matches, regardless of offset', async () => {
    const project = await aProject(db);
    const [, second] = await eventsOf(db, project, 3);

    const { body } = await search({ project, offset: second, limit: 1 });

    expect(body).toMatchObject({ totalEvents: 3, events: [{ id: second }] });
  });

  test.each([
    [undefined, 100],
    [1, 1],
    [2, 2],
    [99, 99],
    [100, 100],
  ])('limit %s returns %s events', async (limit, count) => {
    const project = await aProject(db);
    await eventsOf(db, project, 101);

    const { body } = await search({ project, limit });

    expect(body.events).toHaveLength(count);
    expect(body.totalEvents).toBe(101);
  });

  test.each([
    ['limit', 0],
    ['limit', 101],
    ['limit', -1],
    ['limit', 1.5],
    ['limit', '10'],
    ['offset', -1],
    ['offset', 0.5],
    ['offset', '1'],
    ['type', 'no-such-type'],
    ['type', 'FEATURE-CREATED'],
    ['type', ['feature-created']],
    ['project', 7],
    ['project', 'x'.repeat(256)],
    ['feature', null],
    ['query', {}],
    ['query', 'x'.repeat(501)],
  ])('%s %j is 400, and the error names it', async (member, value) => {
    const { status, body } = await search({ [member]: value });

    expect(status).toBe(400);
    expect(body).toMatchObject({ name: 'BadDataError', details: [{ path: `/body/${member}` }] });
  });

  test('the body is required and must be an object', async () => {
    expect((await post('/api/admin/events/search')).status).toBe(400);
    expect((await post('/api/admin/events/search', [])).status).toBe(400);
  });

  test.each([...eventTypes.slice(0, 2), ...eventTypes.slice(-2)])(
    'accepts the type %s',
    async (type) => {
      expect((await search({ type, limit: 1 })).status).toBe(200);
    },
  );
});

describe('GET /api/admin/event-creators', () => {
  test('lists all creators of events by name, without duplicates', async () => {
    const fresh = await testApp();
    const zoe = await aUser(fresh.db, { name: 'Zoe' });
    const amy = await aUser(fresh.db, {
      username: unique('amy'),
      deletedAt: '2024-01-01T00:00:00Z',
    });
    await aUser(fresh.db, { name: 'Idle' });
    await someEvents(fresh.db, [
      { createdByUserId: zoe.id },
      { createdByUserId: amy.id, project: 'default' },
      { createdByUserId: zoe.id, project: 'default' },
      { createdByUserId: -42, createdBy: 'ci' },
      { createdByUserId: -1337, createdBy: 'unleash_system_user' },
      { createdByUserId: 424242 },
    ]);

    const { status, body } = await fresh.get('/api/admin/event-creators');

    expect(status).toBe(200);
    expect(body).toHaveLength(5);
    expect(
      new Set(body.map(({ id, name }: { id: number; name: string }) => `${id} ${name}`)),
    ).toEqual(
      new Set([
        '-42 Admin token',
        '424242 User 424242',
        `${zoe.id} Zoe`,
        `${amy.id} ${amy.username}`,
        '-1337 unleash_system_user',
      ]),
    );
  });
});
