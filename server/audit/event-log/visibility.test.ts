import { describe, expect, test } from 'vitest';
import {
  aGrant,
  aGroup,
  anApiToken,
  aProject,
  aUser,
  type TestUser,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { someEvents } from '../../testing/events.ts';

const { db, get, post } = await testApp();

/** Events in a private, an open, no and a deleted project, with the same flag and text. */
async function eventsByProject() {
  const [hidden, visible] = [await aProject(db, { mode: 'private' }), await aProject(db)];
  const [featureName, term] = [unique('flag'), unique('term')];
  const [inHidden = 0, inVisible = 0, withoutProject = 0, inDeleted = 0] = await someEvents(
    db,
    [hidden, visible, null, unique('deleted')].map((project) => ({
      project,
      featureName,
      data: { term },
    })),
  );
  return { hidden, visible, featureName, term, inHidden, inVisible, withoutProject, inDeleted };
}

type Events = Awaited<ReturnType<typeof eventsByProject>>;
type Found = { ids: number[]; total: number };

const ids = (events: { id: number }[]) => events.map(({ id }) => id).sort((a, b) => a - b);

/** All endpoints that can return the four events. */
const endpoints: Record<string, (events: Events, token: string) => Promise<Found>> = {
  'GET /api/admin/search/events': async ({ term }, token) => {
    const { body } = await get(`/api/admin/search/events?query=${term}`, { token });
    return { ids: ids(body.events), total: body.total };
  },
  'GET /api/admin/search/events with an exclusion': async ({ featureName }, token) => {
    const query = `feature=IS:${featureName}&project=IS_NOT:none`;
    const { body } = await get(`/api/admin/search/events?${query}`, { token });
    return { ids: ids(body.events), total: body.total };
  },
  'GET /api/admin/events/:feature': async ({ featureName }, token) => {
    const { body } = await get(`/api/admin/events/${featureName}`, { token });
    return { ids: ids(body.events), total: body.totalEvents };
  },
  'POST /api/admin/events/search': async ({ term }, token) => {
    const { body } = await post('/api/admin/events/search', { query: term }, { token });
    return { ids: ids(body.events), total: body.totalEvents };
  },
  'GET /api/admin/search/events/export': async ({ term }, token) => {
    const path = `/api/admin/search/events/export?format=csv&query=${term}`;
    const { body } = await get(path, { token });
    const lines = body.trim().split('\r\n').slice(1);
    const found = lines.map((line: string) => ({ id: Number(line.split(',')[0]) }));
    return { ids: ids(found), total: found.length };
  },
  'GET /api/admin/events': async (events, token) => {
    const { body } = await get('/api/admin/events', { token });
    const own = body.events.filter(
      ({ data }: { data?: { term?: string } }) => data?.term === events.term,
    );
    return { ids: ids(own), total: own.length };
  },
};

describe.each(Object.entries(endpoints))('%s', (_, search) => {
  const resultOf = (found: number[]) => ({ ids: found, total: found.length });

  test('an admin sees all', async () => {
    const events = await eventsByProject();
    const token = await anApiToken(db, { type: 'admin' });

    const { inHidden, inVisible, withoutProject, inDeleted } = events;

    expect(await search(events, token)).toEqual(
      resultOf([inHidden, inVisible, withoutProject, inDeleted]),
    );
  });

  test('an editor sees no event without a project', async () => {
    const events = await eventsByProject();
    const { token } = await aUser(db, { rootRole: 'Editor' });

    expect(await search(events, token)).toEqual(
      resultOf([events.inHidden, events.inVisible, events.inDeleted]),
    );
  });

  test('a viewer sees events of visible projects only', async () => {
    const events = await eventsByProject();
    const { token } = await aUser(db);

    expect(await search(events, token)).toEqual(resultOf([events.inVisible]));
  });

  test('granting and revoking a role take effect immediately', async () => {
    const events = await eventsByProject();
    const viewer = await aUser(db);
    const before = await search(events, viewer.token);
    const groupId = await aGroup(db, { members: [viewer.id] });
    await aGrant(db, { project: events.hidden, groupId });
    const during = await search(events, viewer.token);
    await db.deleteFrom('role_grants').where('group_id', '=', groupId).execute();

    const after = await search(events, viewer.token);

    expect(before).toEqual(resultOf([events.inVisible]));
    expect(during).toEqual(resultOf([events.inHidden, events.inVisible]));
    expect(after).toEqual(resultOf([events.inVisible]));
  });

  test('events of a project are hidden when it becomes private', async () => {
    const events = await eventsByProject();
    const { token } = await aUser(db);
    await search(events, token);
    await db
      .updateTable('projects')
      .set({ mode: 'private' })
      .where('id', '=', events.visible)
      .execute();

    expect(await search(events, token)).toEqual(resultOf([]));
  });
});

describe('a filter by project', () => {
  const search = async (project: string, { token }: TestUser) =>
    (await get(`/api/admin/search/events?project=${project}`, { token })).body;

  test('returns events of the visible projects in the list, in any order', async () => {
    const { hidden, visible, inVisible } = await eventsByProject();
    const viewer = await aUser(db);

    for (const list of [`${hidden},${visible}`, `${visible},${hidden}`]) {
      expect(await search(`IS_ANY_OF:${list}`, viewer)).toMatchObject({
        total: 1,
        events: [{ id: inVisible }],
      });
    }
  });

  test('returns no events for hidden and for unknown projects', async () => {
    const { hidden } = await eventsByProject();
    const viewer = await aUser(db);

    expect(await search(`IS:${hidden}`, viewer)).toEqual({ events: [], total: 0 });
    expect(await search('IS:nowhere', viewer)).toEqual({ events: [], total: 0 });
  });

  test('GET /api/admin/events of a hidden project is an empty list', async () => {
    const { hidden } = await eventsByProject();
    const { token } = await aUser(db);

    const { status, body } = await get(`/api/admin/events?project=${hidden}`, { token });

    expect({ status, body }).toEqual({
      status: 200,
      body: { version: 1, events: [], totalEvents: 0 },
    });
  });
});

describe('GET /api/admin/event-creators', () => {
  test('lists the creators of events that the caller may see', async () => {
    const [hidden, visible] = [await aProject(db, { mode: 'private' }), await aProject(db)];
    const [inHidden, inVisible, withoutProject] = [
      await aUser(db),
      await aUser(db),
      await aUser(db),
    ];
    await someEvents(db, [
      { project: hidden, createdByUserId: inHidden.id },
      { project: visible, createdByUserId: inVisible.id },
      { createdByUserId: withoutProject.id },
    ]);
    const namesFor = async (rootRole: 'Admin' | 'Editor' | 'Viewer') => {
      const { token } = await aUser(db, { rootRole });
      const { body } = await get('/api/admin/event-creators', { token });
      const created = [inHidden, inVisible, withoutProject].map(({ id }) => id);
      return ids(body).filter((id) => created.includes(id));
    };

    expect(await namesFor('Admin')).toEqual([inHidden.id, inVisible.id, withoutProject.id]);
    expect(await namesFor('Editor')).toEqual([inHidden.id, inVisible.id]);
    expect(await namesFor('Viewer')).toEqual([inVisible.id]);
  });
});
