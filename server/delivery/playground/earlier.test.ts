import { describe, expect, test } from 'vitest';
import { aFlag, aGrant, aProject, aUser, lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, post, put, del } = await testApp();
const path = '/api/admin/playground';
const environment = 'development';

const isPro = { contextName: 'plan', operator: 'IN', values: ['pro'] };
const context = { appName: 'web', properties: { plan: 'pro' } };

/** A flag that is on for a segment, which then changes. */
async function aChangedSegment(project: string) {
  const flag = await aFlag(db, { project, enabled: [environment] });
  const url = `/api/admin/projects/${project}/features/${flag}`;
  const segment = { name: unique('segment'), constraints: [isPro] };
  const { id } = (await post('/api/admin/segments', segment)).body;
  await post(`${url}/environments/${environment}/strategies`, { name: 'default', segments: [id] });
  const then = await lastEventId(db);
  await put(`/api/admin/segments/${id}`, {
    ...segment,
    constraints: [{ ...isPro, values: ['free'] }],
  });
  return { flag, url, id, then };
}

describe('POST /api/admin/projects/:projectId/features/:featureName/evaluate', () => {
  test('explains a context as it is and as it was, with the segments of that moment', async () => {
    const { url, id, then } = await aChangedSegment(await aProject(db));

    const { body } = await post(`${url}/evaluate?at=${then}`, { environment, context });
    const without = await post(`${url}/evaluate`, { environment, context });
    const before = await post(`${url}/evaluate?at=2001-01-01T00:00:00Z`, { environment, context });

    expect(body.current).toMatchObject({ isEnabled: false, reason: 'no-strategy-applies' });
    expect(body.earlier).toMatchObject({ isEnabled: true, reason: 'strategy-applies' });
    expect(body.earlier.strategies.data[0].segments[0]).toMatchObject({ id, result: true });
    expect(without.body).toEqual({ current: body.current });
    expect(before.body.earlier).toBeNull();
  });
});

describe(`POST ${path} with at`, () => {
  test('evaluates the flags that were active then', async () => {
    const project = await aProject(db);
    const { flag, url, then } = await aChangedSegment(project);
    await del(url);
    await post(`/api/admin/projects/${project}/features`, { name: unique('later') });

    const { body } = await post(path, { environment, projects: [project], context, at: then });

    expect(body.features).toMatchObject([{ name: flag, isEnabled: true }]);
  });

  test('leaves out flags that were in a private project', async () => {
    const [secret, open] = [await aProject(db, { mode: 'private' }), await aProject(db)];
    const name = unique('flag');
    await post(`/api/admin/projects/${secret}/features`, { name });
    const then = await lastEventId(db);
    await post(`/api/admin/projects/${secret}/features/${name}/changeProject`, {
      newProjectId: open,
    });
    const [viewer, member] = [await aUser(db), await aUser(db)];
    await aGrant(db, { project: secret, userId: member.id });
    const namesFor = async ({ token }: { token: string }) => {
      const { body } = await post(path, { environment, context, at: then }, { token });
      return body.features.map((it: { name: string }) => it.name);
    };

    expect(await namesFor(viewer)).not.toContain(name);
    expect(await namesFor(member)).toContain(name);
  });

  test('that is no moment is 400', async () => {
    const { status, body } = await post(path, { environment, context, at: 'soon' });

    expect(status).toBe(400);
    expect(body.details[0].path).toBe('/body/at');
  });
});
