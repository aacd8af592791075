import { describe, expect, test } from 'vitest';
import { aFlag, aProject, changesSince, lastEventId } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, post, del } = await testApp();

const at = (flag: string, call = '') =>
  `/api/admin/projects/default/features/${flag}/lifecycle${call}`;

const stagesOf = async (flag: string) =>
  (await get(at(flag))).body.map(({ stage }: { stage: string }) => stage);

describe('GET /api/admin/projects/:projectId/features/:featureName/lifecycle', () => {
  test('a new flag is in the stage initial since its creation', async () => {
    const name = `created-${Date.now()}`;
    const { body: created } = await post('/api/admin/projects/default/features', { name });

    const { status, body } = await get(at(name));

    expect(status).toBe(200);
    expect(body).toEqual([{ stage: 'initial', enteredStageAt: expect.any(String) }]);
    expect(body[0].enteredStageAt).toBe(created.createdAt);
  });

  test('an unknown flag is 404', async () => {
    expect((await get(at('nothing'))).status).toBe(404);
  });

  test('archiving is the last stage; reviving resets the flag to the stage initial', async () => {
    const flag = await aFlag(db);
    await post(at(flag, '/complete'), { status: 'kept' });

    await del(`/api/admin/projects/default/features/${flag}`);
    const archived = await stagesOf(flag);
    await post(`/api/admin/archive/revive/${flag}`);
    const revived = await stagesOf(flag);

    expect(archived).toEqual(['initial', 'completed', 'archived']);
    expect(revived).toEqual(['initial']);
  });
});

describe('POST …/lifecycle/complete', () => {
  test('completes the flag in all responses that contain its stage', async () => {
    const flag = await aFlag(db);
    const before = await lastEventId(db);

    const { status } = await post(at(flag, '/complete'), { status: 'kept', statusValue: 'blue' });

    expect(status).toBe(200);
    const completed = { stage: 'completed', status: 'kept', enteredStageAt: expect.any(String) };
    expect((await get(at(flag))).body[1]).toEqual(completed);
    const detail = await get(`/api/admin/projects/default/features/${flag}`);
    expect(detail.body.lifecycle).toEqual(completed);
    const found = await get(`/api/admin/search/features?query=${flag}&lifecycle=IS:completed`);
    expect(found.body.features[0].lifecycle).toEqual(completed);
    expect(await changesSince(db, before)).toEqual([
      {
        type: 'feature-completed',
        project: 'default',
        environment: null,
        featureName: flag,
        data: { status: 'kept', statusValue: 'blue', kept: true },
        preData: null,
      },
    ]);
  });

  test('repeating it changes nothing; another status is 409 until the flag is uncompleted', async () => {
    const flag = await aFlag(db);
    await post(at(flag, '/complete'), { status: 'kept' });
    const before = await lastEventId(db);

    const again = await post(at(flag, '/complete'), { status: 'kept' });
    const other = await post(at(flag, '/complete'), { status: 'discarded' });
    const unchanged = await changesSince(db, before);
    await post(at(flag, '/uncomplete'));
    const free = await post(at(flag, '/complete'), { status: 'discarded' });

    expect(again.status).toBe(200);
    expect(other).toMatchObject({ status: 409, body: { name: 'ConflictError' } });
    expect(unchanged).toEqual([]);
    expect(free.status).toBe(200);
    expect((await changesSince(db, before)).map(({ type }) => type)).toEqual([
      'feature-uncompleted',
      'feature-completed',
    ]);
  });

  test.each([
    [{}, '/body/status'],
    [{ status: 'lost' }, '/body/status'],
    [{ status: 'kept', statusValue: 'x'.repeat(201) }, '/body/statusValue'],
  ])('%j is 400 at %s', async (body, path) => {
    const flag = await aFlag(db);

    const response = await post(at(flag, '/complete'), body);

    expect(response).toMatchObject({ status: 400, body: { details: [{ path }] } });
  });

  test('an archived flag, and one of another project, cannot be completed', async () => {
    const archived = await aFlag(db, { archivedAt: '2026-01-01T00:00:00.000Z' });
    const elsewhere = await aFlag(db, { project: await aProject(db) });

    const ofArchived = await post(at(archived, '/complete'), { status: 'kept' });
    const ofOther = await post(at(elsewhere, '/complete'), { status: 'kept' });

    expect(ofArchived.status).toBe(400);
    expect(ofOther.status).toBe(404);
  });

  test('ten concurrent requests succeed, and one event is recorded', async () => {
    const flag = await aFlag(db);
    const before = await lastEventId(db);

    const responses = await Promise.all(
      Array.from({ length: 10 }, () => post(at(flag, '/complete'), { status: 'kept' })),
    );

    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await changesSince(db, before)).toHaveLength(1);
  });
});

describe('POST …/lifecycle/uncomplete', () => {
  test('removes the completion; without one it changes nothing', async () => {
    const flag = await aFlag(db);
    await post(at(flag, '/complete'), { status: 'discarded' });
    const before = await lastEventId(db);

    const first = await post(at(flag, '/uncomplete'));
    const second = await post(at(flag, '/uncomplete'));

    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await stagesOf(flag)).toEqual(['initial']);
    expect(await changesSince(db, before)).toEqual([
      {
        type: 'feature-uncompleted',
        project: 'default',
        environment: null,
        featureName: flag,
        data: null,
        preData: null,
      },
    ]);
  });
});

describe('GET /api/admin/lifecycle/count', () => {
  test('counts each flag once, in its current stage', async () => {
    const { body: before } = await get('/api/admin/lifecycle/count');
    const flag = await aFlag(db);
    await aFlag(db);

    await post(at(flag, '/complete'), { status: 'kept' });

    const { body } = await get('/api/admin/lifecycle/count');
    expect(body).toEqual({
      ...before,
      initial: before.initial + 1,
      completed: before.completed + 1,
    });
  });
});
