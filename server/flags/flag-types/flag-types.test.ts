import { describe, expect, test } from 'vitest';
import { aFlag, aProject, eventsSince, lastEventId } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, put, admin } = await testApp();

const typeOf = async (id: string) => {
  const { body } = await get('/api/admin/feature-types');
  return body.types.find((type: { id: string }) => type.id === id);
};

describe('GET /api/admin/feature-types', () => {
  test('a new installation has five types, ordered by id', async () => {
    const { status, body } = await get('/api/admin/feature-types');

    expect(status).toBe(200);
    expect(body.version).toBe(1);
    expect(body.types.map(({ id, lifetimeDays }: never) => [id, lifetimeDays])).toEqual([
      ['experiment', 40],
      ['kill-switch', null],
      ['operational', 7],
      ['permission', null],
      ['release', 40],
    ]);
    expect(body.types[0]).toEqual({
      id: 'experiment',
      name: 'Experiment',
      description: expect.any(String),
      lifetimeDays: 40,
    });
  });
});

describe('PUT /api/admin/feature-types/:id/lifetime', () => {
  test('the lifetime is set, and the event contains the type before and after', async () => {
    const preData = await typeOf('experiment');
    const before = await lastEventId(db);

    const { status, body } = await put('/api/admin/feature-types/experiment/lifetime', {
      lifetimeDays: 12,
    });

    expect({ status, body }).toEqual({ status: 200, body: { ...preData, lifetimeDays: 12 } });
    expect(await typeOf('experiment')).toEqual(body);
    expect(await eventsSince(db, before)).toEqual([
      {
        id: expect.any(Number),
        type: 'feature-type-updated',
        project: null,
        environment: null,
        createdBy: admin.username,
        createdByUserId: admin.id,
        data: body,
        preData,
      },
    ]);
  });

  test('flags past the new lifetime are potentially stale immediately', async () => {
    const project = await aProject(db);
    const yesterday = new Date(Date.now() - 86_400_000 - 1000).toISOString();
    await aFlag(db, { project, type: 'operational', createdAt: yesterday });
    const health = async () => (await get(`/api/admin/projects/${project}/overview`)).body.health;
    expect(await health()).toBe(100);

    await put('/api/admin/feature-types/operational/lifetime', { lifetimeDays: 1 });

    expect(await health()).toBe(0);
  });

  test.each([
    ['0', 0, null],
    ['null', null, null],
    ['1', 1, 1],
    ['100 years', 36_500, 36_500],
  ])('a lifetime of %s is accepted', async (_, lifetimeDays, stored) => {
    await put('/api/admin/feature-types/permission/lifetime', { lifetimeDays: 30 });

    const { status, body } = await put('/api/admin/feature-types/permission/lifetime', {
      lifetimeDays,
    });

    expect({ status, lifetimeDays: body.lifetimeDays }).toEqual({
      status: 200,
      lifetimeDays: stored,
    });
  });

  test.each([
    ['a negative number', { lifetimeDays: -1 }],
    ['more than 100 years', { lifetimeDays: 36_501 }],
    ['half a day', { lifetimeDays: 0.5 }],
    ['text', { lifetimeDays: '7' }],
    ['a missing lifetime', {}],
  ])('%s is refused', async (_, body) => {
    expect(await put('/api/admin/feature-types/release/lifetime', body)).toMatchObject({
      status: 400,
      body: { name: 'BadDataError', details: [{ path: '/body/lifetimeDays' }] },
    });
  });

  test('the same lifetime records no event, and 0 is the same as null', async () => {
    const before = await lastEventId(db);

    const same = await put('/api/admin/feature-types/release/lifetime', { lifetimeDays: 40 });
    const none = await put('/api/admin/feature-types/kill-switch/lifetime', { lifetimeDays: 0 });

    expect([same.body.lifetimeDays, none.body.lifetimeDays]).toEqual([40, null]);
    expect(await eventsSince(db, before)).toEqual([]);
  });

  test('an unknown type is not found', async () => {
    expect(await put('/api/admin/feature-types/moon/lifetime', { lifetimeDays: 1 })).toMatchObject({
      status: 404,
      body: { name: 'NotFoundError' },
    });
  });
});
