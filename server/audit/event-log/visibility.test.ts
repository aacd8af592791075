import { describe, expect, test } from 'vitest';
import { findCaller } from '../../identity/access/queries.ts';
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
import { listEventsAfter } from './reading.ts';

const { db, get, post } = await testApp();

/** One event in each place, all with the same flag name and the same text. */
async function aScene() {
  const [hidden, visible] = [await aProject(db, { mode: 'private' }), await aProject(db)];
  const [featureName, word] = [unique('flag'), unique('word')];
  const [inHidden = 0, inVisible = 0, nowhere = 0, gone = 0] = await someEvents(
    db,
    [hidden, visible, null, unique('deleted')].map((project) => ({
      project,
      featureName,
      data: { word },
    })),
  );
  return { hidden, visible, featureName, word, inHidden, inVisible, nowhere, gone };
}

type Scene = Awaited<ReturnType<typeof aScene>>;
type Answered = { ids: number[]; total: number };

const ids = (events: { id: number }[]) => events.map(({ id }) => id).sort((a, b) => a - b);

/** Every way to ask for all four events. */
const ways: Record<string, (scene: Scene, token: string) => Promise<Answered>> = {
  'GET /api/admin/search/events': async ({ word }, token) => {
    const { body } = await get(`/api/admin/search/events?query=${word}`, { token });
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
  'POST /api/admin/events/search': async ({ word }, token) => {
    const { body } = await post('/api/admin/events/search', { query: word }, { token });
    return { ids: ids(body.events), total: body.totalEvents };
  },
  'GET /api/admin/search/events/export': async ({ word }, token) => {
    const path = `/api/admin/search/events/export?format=csv&query=${word}`;
    const { body } = await get(path, { token });
    const lines = body.trim().split('\r\n').slice(1);
    const found = lines.map((line: string) => ({ id: Number(line.split(',')[0]) }));
    return { ids: ids(found), total: found.length };
  },
  'GET /api/admin/events': async (scene, token) => {
    const { body } = await get('/api/admin/events', { token });
    const own = body.events.filter(
      ({ data }: { data?: { word?: string } }) => data?.word === scene.word,
    );
    return { ids: ids(own), total: own.length };
  },
};

describe.each(Object.entries(ways))('%s', (_, ask) => {
  const answerOf = (found: number[]) => ({ ids: found, total: found.length });

  test('an admin sees all', async () => {
    const scene = await aScene();
    const token = await anApiToken(db, { type: 'admin' });

    const { inHidden, inVisible, nowhere, gone } = scene;

    expect(await ask(scene, token)).toEqual(answerOf([inHidden, inVisible, nowhere, gone]));
  });

  test('an editor sees no event without a project', async () => {
    const scene = await aScene();
    const { token } = await aUser(db, { rootRole: 'Editor' });

    expect(await ask(scene, token)).toEqual(
      answerOf([scene.inHidden, scene.inVisible, scene.gone]),
    );
  });

  test('a viewer sees those of the projects they see', async () => {
    const scene = await aScene();
    const { token } = await aUser(db);

    expect(await ask(scene, token)).toEqual(answerOf([scene.inVisible]));
  });

  test('a role in the project, or its loss, counts at once', async () => {
    const scene = await aScene();
    const viewer = await aUser(db);
    const before = await ask(scene, viewer.token);
    const groupId = await aGroup(db, { members: [viewer.id] });
    await aGrant(db, { project: scene.hidden, groupId });
    const during = await ask(scene, viewer.token);
    await db.deleteFrom('role_grants').where('group_id', '=', groupId).execute();

    const after = await ask(scene, viewer.token);

    expect(before).toEqual(answerOf([scene.inVisible]));
    expect(during).toEqual(answerOf([scene.inHidden, scene.inVisible]));
    expect(after).toEqual(answerOf([scene.inVisible]));
  });

  test('a project that becomes private takes its events along', async () => {
    const scene = await aScene();
    const { token } = await aUser(db);
    await ask(scene, token);
    await db
      .updateTable('projects')
      .set({ mode: 'private' })
      .where('id', '=', scene.visible)
      .execute();

    expect(await ask(scene, token)).toEqual(answerOf([]));
  });
});

describe('a filter by project', () => {
  const search = async (project: string, { token }: TestUser) =>
    (await get(`/api/admin/search/events?project=${project}`, { token })).body;

  test('gives the visible part of the projects it names, in whatever order', async () => {
    const { hidden, visible, inVisible } = await aScene();
    const viewer = await aUser(db);

    for (const list of [`${hidden},${visible}`, `${visible},${hidden}`]) {
      expect(await search(`IS_ANY_OF:${list}`, viewer)).toMatchObject({
        total: 1,
        events: [{ id: inVisible }],
      });
    }
  });

  test('gives nothing when all it names is hidden, as for a project that is not there', async () => {
    const { hidden } = await aScene();
    const viewer = await aUser(db);

    expect(await search(`IS:${hidden}`, viewer)).toEqual({ events: [], total: 0 });
    expect(await search('IS:nowhere', viewer)).toEqual({ events: [], total: 0 });
  });

  test('GET /api/admin/events of a hidden project is an empty list', async () => {
    const { hidden } = await aScene();
    const { token } = await aUser(db);

    const { status, body } = await get(`/api/admin/events?project=${hidden}`, { token });

    expect({ status, body }).toEqual({
      status: 200,
      body: { version: 1, events: [], totalEvents: 0 },
    });
  });
});

describe('listEventsAfter', () => {
  test('gives what came after an id, oldest first, within the caller’s sight', async () => {
    const { inVisible, featureName, visible } = await aScene();
    const more = await someEvents(db, [
      { project: visible, featureName },
      { featureName },
      { project: visible, featureName },
      { project: visible },
    ]);
    const viewer = await findCaller(db, (await aUser(db)).id);
    if (!viewer) throw new Error('there is a viewer');
    const filters = {
      sets: [{ column: 'feature_name' as const, exclude: false, values: [featureName] }],
    };

    const after = await listEventsAfter(db, viewer, filters, inVisible, 10);
    const first = await listEventsAfter(db, viewer, filters, 0, 2);

    expect(after.map(({ id }) => id)).toEqual([more[0], more[2]]);
    expect(first.map(({ id }) => id)).toEqual([inVisible, more[0]]);
  });
});

describe('GET /api/admin/event-creators', () => {
  test('names those who did something that the caller may see', async () => {
    const [hidden, visible] = [await aProject(db, { mode: 'private' }), await aProject(db)];
    const [inHidden, inVisible, nowhere] = [await aUser(db), await aUser(db), await aUser(db)];
    await someEvents(db, [
      { project: hidden, createdByUserId: inHidden.id },
      { project: visible, createdByUserId: inVisible.id },
      { createdByUserId: nowhere.id },
    ]);
    const namesFor = async (rootRole: 'Admin' | 'Editor' | 'Viewer') => {
      const { token } = await aUser(db, { rootRole });
      const { body } = await get('/api/admin/event-creators', { token });
      const everybody = [inHidden, inVisible, nowhere].map(({ id }) => id);
      return ids(body).filter((id) => everybody.includes(id));
    };

    expect(await namesFor('Admin')).toEqual([inHidden.id, inVisible.id, nowhere.id]);
    expect(await namesFor('Editor')).toEqual([inHidden.id, inVisible.id]);
    expect(await namesFor('Viewer')).toEqual([inVisible.id]);
  });
});
