import { describe, expect, test } from 'vitest';
import { aFlag, aProject, aTagging, aUser } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';

const { db, get, post } = await testApp();

describe('GET /api/admin/search/features?facets=', () => {
  test('counts all matching flags, independent of the page', async () => {
    const project = await aProject(db);
    const { id } = await aUser(db);
    const old = '2020-01-01T00:00:00.000Z';
    const flag = await aFlag(db, { project, createdByUserId: id });
    const marked = await aFlag(db, { project, stale: true, type: 'kill-switch' });
    await aFlag(db, { project, createdAt: old });
    await aTagging(db, { flag, value: 'both' });
    await aTagging(db, { flag: marked, value: 'both' });
    await aTagging(db, { flag: marked, value: 'one' });

    const { body } = await get(
      `/api/admin/search/features?project=IS:${project}&limit=1&facets=type,project,state,tag,createdBy`,
    );

    expect(body.features).toHaveLength(1);
    expect(body.facets).toEqual({
      type: [
        { value: 'release', count: 2 },
        { value: 'kill-switch', count: 1 },
      ],
      project: [{ value: project, count: 3 }],
      state: [
        { value: 'stale', count: 2 },
        { value: 'active', count: 1 },
        { value: 'potentially-stale', count: 1 },
      ],
      tag: [
        { value: 'simple:both', count: 2 },
        { value: 'simple:one', count: 1 },
      ],
      createdBy: [
        { value: 0, count: 2 },
        { value: id, count: 1 },
      ],
    });
  });

  test('returns only the requested facets, none without the parameter', async () => {
    const one = await get('/api/admin/search/features?facets=type');
    const none = await get('/api/admin/search/features');

    expect(Object.keys(one.body.facets)).toEqual(['type']);
    expect(none.body.facets).toBeUndefined();
  });

  test('cached totals and facets reflect a change immediately', async () => {
    const project = await aProject(db);
    const url = `/api/admin/search/features?project=IS:${project}&facets=type`;
    const create = (name: string) =>
      post(`/api/admin/projects/${project}/features`, { name: `${name}-${project}` });
    await create('one');
    await get(url);

    await create('two');
    const { body } = await get(url);

    expect(body.total).toBe(2);
    expect(body.facets.type).toEqual([{ value: 'release', count: 2 }]);
  });
});
