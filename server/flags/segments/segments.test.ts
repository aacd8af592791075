import { describe, expect, test } from 'vitest';
import { aFlag, aProject, aUser, changesSince, lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aContextField, aSegment, aStrategy } from '../../testing/targeting.ts';

const { db, get, post, put, del, admin } = await testApp();

const path = '/api/admin/segments';
const unknownId = 2_147_483_647;
const longAgo = '2020-01-01T00:00:00.000Z';
const beta = { contextName: 'userId', operator: 'IN', values: ['1', '2'] };
const stored = { ...beta, caseInsensitive: false, inverted: false };

describe('POST /api/admin/segments', () => {
  test('a segment of a project is stored with its defaults and recorded', async () => {
    const project = await aProject(db);
    const name = unique('beta');
    const before = await lastEventId(db);

    const { status, body, headers } = await post(path, {
      name: `  ${name} `,
      description: 'Early birds',
      project,
      constraints: [beta],
    });

    const data = {
      id: expect.any(Number),
      name,
      description: 'Early birds',
      project,
      constraints: [stored],
      createdBy: admin.username,
      createdAt: expect.any(String),
    };
    expect(status).toBe(201);
    expect(body).toEqual({ ...data, usedInFeatures: 0, usedInProjects: 0 });
    expect(headers.location).toBe(`segments/${body.id}`);
    expect((await get(`${path}/${body.id}`)).body).toEqual(body);
    expect(await changesSince(db, before)).toEqual([
      {
        type: 'segment-created',
        project,
        environment: null,
        featureName: null,
        data: { ...data, id: body.id, createdAt: body.createdAt },
        preData: null,
      },
    ]);
  });

  test.each([
    ['without a project', {}],
    ['with the project null', { project: null }],
    ['with an empty project', { project: '' }],
  ])('a segment %s is available to all projects, and its event has no project', async (_, of) => {
    const before = await lastEventId(db);

    const { body } = await post(path, { name: unique('s'), ...of, constraints: [] });

    expect(body).toMatchObject({ project: null, description: null, constraints: [] });
    expect(await changesSince(db, before)).toMatchObject([
      { type: 'segment-created', project: null },
    ]);
  });

  test.each([
    ['no name', { name: undefined }, '/body/name'],
    ['a blank name', { name: '  ' }, '/body/name'],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, '/body/name'],
    ['a description of 1001 characters', { description: 'x'.repeat(1001) }, '/body/description'],
    ['no constraints', { constraints: undefined }, '/body/constraints'],
    ['101 constraints', { constraints: Array(101).fill(beta) }, '/body/constraints'],
    ['1001 values in all', { constraints: withValues(500, 501) }, '/body/constraints'],
    [
      'a list without values',
      { constraints: [{ ...beta, values: [] }] },
      '/body/constraints/0/values',
    ],
    [
      'a value that is not a number',
      { constraints: [beta, { contextName: 'age', operator: 'NUM_GT', value: 'old' }] },
      '/body/constraints/1/value',
    ],
    [
      'an unknown operator',
      { constraints: [{ ...beta, operator: 'LIKE' }] },
      '/body/constraints/0/operator',
    ],
    ['an unknown project', { project: 'moon' }, '/body/project'],
  ])('%s is refused, and the error names the member', async (_, input, at) => {
    const { status, body } = await post(path, { name: unique('s'), constraints: [beta], ...input });

    expect(status).toBe(400);
    expect(body).toMatchObject({ name: 'BadDataError', details: [{ path: at }] });
  });

  test.each([
    ['a name of 255 characters', () => ({ name: unique('s').padEnd(255, 'x') })],
    ['a description of 1000 characters', () => ({ description: 'x'.repeat(1000) })],
    ['100 constraints', () => ({ constraints: Array(100).fill(beta) })],
    ['1000 values in all', () => ({ constraints: withValues(500, 500) })],
    ['999 values in one', () => ({ constraints: withValues(999) })],
    ['an undefined context field', () => ({ constraints: [{ ...beta, contextName: 'x' }] })],
  ])('%s is accepted', async (_, input) => {
    const body = { name: unique('s'), constraints: [beta], ...input() };

    expect((await post(path, body)).status).toBe(201);
  });

  test('a value must be legal if its context field has legal values', async () => {
    const contextName = await aContextField(db, { legalValues: [{ value: 'nl' }] });
    const create = (value: string) =>
      post(path, {
        name: unique('s'),
        constraints: [{ contextName, operator: 'IN', values: [value] }],
      });

    const [legal, illegal] = [await create('nl'), await create('be')];

    expect(legal.status).toBe(201);
    expect(illegal).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/constraints/0/values' }] },
    });
  });

  test('an archived project accepts no segments', async () => {
    const project = await aProject(db, { archivedAt: longAgo });

    const response = await post(path, { name: unique('s'), project, constraints: [] });

    expect(response).toMatchObject({ status: 409, body: { name: 'ConflictError' } });
  });

  test('of concurrent requests for one name, one succeeds', async () => {
    const name = unique('wanted');

    const responses = await Promise.all(
      Array.from({ length: 5 }, () => post(path, { name, constraints: [] })),
    );

    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.name).toBe('NameExistsError');
  });
});

describe('GET /api/admin/segments', () => {
  test('segments are sorted by name in any case and count the active flags and projects that use them', async () => {
    const name = unique('used');
    const second = await aSegment(db, { name: `${name}-B` });
    const first = await aSegment(db, { name: `${name}-a` });
    const project = await aProject(db);
    const [one, two] = [await aFlag(db, { project }), await aFlag(db)];
    await aStrategy(db, { flag: one, segments: [first] });
    await aStrategy(db, { flag: one, environment: 'production', segments: [first] });
    await aStrategy(db, { flag: two, segments: [first] });
    const archived = await aFlag(db, { archivedAt: longAgo });
    await aStrategy(db, { flag: archived, segments: [second] });

    const { body } = await get(path);

    const found = body.segments.filter((it: { name: string }) => it.name.startsWith(name));
    expect(found).toMatchObject([
      { id: first, usedInFeatures: 2, usedInProjects: 2 },
      { id: second, usedInFeatures: 0, usedInProjects: 0 },
    ]);
  });

  test('an unknown segment is not found', async () => {
    expect((await get(`${path}/${unknownId}`)).status).toBe(404);
    expect((await get(`${path}/${unknownId}/strategies`)).status).toBe(404);
  });
});

describe('PUT /api/admin/segments/:id', () => {
  test('a change is recorded with before and after; repeating it records no event', async () => {
    const name = unique('s');
    const { body: segment } = await post(path, { name, description: 'Old', constraints: [beta] });
    const renamed = unique('s');
    const change = { name: renamed, constraints: [{ ...beta, inverted: true }] };
    const before = await lastEventId(db);

    const first = await put(`${path}/${segment.id}`, change);
    const again = await put(`${path}/${segment.id}`, change);

    const { usedInFeatures: _, usedInProjects: __, ...preData } = segment;
    const data = { ...preData, name: renamed, constraints: [{ ...stored, inverted: true }] };
    expect([first.status, again.status]).toEqual([204, 204]);
    expect((await get(`${path}/${segment.id}`)).body).toMatchObject(data);
    expect(await changesSince(db, before)).toEqual([
      {
        type: 'segment-updated',
        project: null,
        environment: null,
        featureName: null,
        data,
        preData,
      },
    ]);
  });

  test('the response of a read can be sent back, and null removes the description', async () => {
    const { body } = await post(path, { name: unique('s'), description: 'x', constraints: [beta] });

    const echoed = await put(`${path}/${body.id}`, { ...body, description: null });

    expect(echoed.status).toBe(204);
    expect((await get(`${path}/${body.id}`)).body).toEqual({ ...body, description: null });
  });

  test('an unchanged constraint is not checked again when its value is no longer legal', async () => {
    const contextName = await aContextField(db, { legalValues: [{ value: 'nl' }] });
    const constraint = {
      contextName,
      operator: 'IN',
      values: ['be'],
      inverted: false,
      caseInsensitive: false,
    };
    const id = await aSegment(db, { constraints: [constraint] });
    const send = (values: string[]) =>
      put(`${path}/${id}`, { name: unique('s'), constraints: [{ ...constraint, values }] });

    const withoutDefaults = { contextName, operator: 'IN', values: ['be'] };
    const shorter = await put(`${path}/${id}`, {
      name: unique('s'),
      constraints: [withoutDefaults],
    });

    expect((await send(['be'])).status).toBe(204);
    expect(shorter.status).toBe(204);
    expect((await send(['de'])).status).toBe(400);
  });

  test('the name of another segment is refused', async () => {
    const name = unique('s');
    await aSegment(db, { name });
    const id = await aSegment(db);

    const response = await put(`${path}/${id}`, { name, constraints: [] });

    expect(response).toMatchObject({ status: 409, body: { name: 'NameExistsError' } });
  });

  test('an unknown segment is not found', async () => {
    const response = await put(`${path}/${unknownId}`, { name: unique('s'), constraints: [] });

    expect(response).toMatchObject({ status: 404, body: { name: 'NotFoundError' } });
  });
});

describe('DELETE /api/admin/segments/:id', () => {
  test('a deletion is recorded with the deleted segment', async () => {
    const project = await aProject(db);
    const { body } = await post(path, { name: unique('s'), project, constraints: [beta] });
    const before = await lastEventId(db);

    const { status } = await del(`${path}/${body.id}`);

    const { usedInFeatures: _, usedInProjects: __, ...preData } = body;
    expect(status).toBe(204);
    expect((await get(`${path}/${body.id}`)).status).toBe(404);
    expect(await changesSince(db, before)).toEqual([
      {
        type: 'segment-deleted',
        project,
        environment: null,
        featureName: null,
        data: null,
        preData,
      },
    ]);
  });

  test('deleting an unknown segment succeeds and records no event', async () => {
    const before = await lastEventId(db);

    expect((await del(`${path}/${unknownId}`)).status).toBe(204);
    expect(await changesSince(db, before)).toEqual([]);
  });

  test('a segment in use is not deleted, and the error names ten of the flags that use it', async () => {
    const id = await aSegment(db);
    const flag = unique('flag');
    for (const digit of '0123456789') {
      await aStrategy(db, { flag: await aFlag(db, { name: `${flag}-${digit}` }), segments: [id] });
    }
    const ten = await del(`${path}/${id}`);
    await aStrategy(db, { flag: await aFlag(db, { name: `${flag}-x` }), segments: [id] });

    const eleven = await del(`${path}/${id}`);

    expect(ten).toMatchObject({ status: 409, body: { name: 'ConflictError' } });
    expect(ten.body.message).toMatch(new RegExp(`flags ${flag}-0, .*${flag}-9\\.$`));
    expect(eleven.body.message).toMatch(new RegExp(`flags ${flag}-0, .*${flag}-9 and others\\.$`));
    expect((await get(`${path}/${id}`)).status).toBe(200);
  });

  test('a segment that a default strategy uses is not deleted', async () => {
    const id = await aSegment(db);
    const project = await aProject(db);
    await db
      .updateTable('project_environments')
      .set({ default_strategy: JSON.stringify({ name: 'flexibleRollout', segments: [id] }) })
      .where('project', '=', project)
      .execute();

    const { status, body } = await del(`${path}/${id}`);

    expect(status).toBe(409);
    expect(body.message).toContain(`project ${project}`);
  });

  test('of a deletion and a concurrent use by a strategy, exactly one succeeds', async () => {
    const strategy = await aStrategy(db, { flag: await aFlag(db) });
    for (let round = 0; round < 20; round++) {
      const id = await aSegment(db);

      const [deleted, used] = await Promise.allSettled([
        del(`${path}/${id}`),
        db
          .insertInto('strategy_segments')
          .values({ strategy_id: strategy, segment_id: id })
          .execute(),
      ]);

      const status = deleted.status === 'fulfilled' ? deleted.value.status : 0;
      expect([status, used.status]).toEqual(
        status === 204 ? [204, 'rejected'] : [409, 'fulfilled'],
      );
    }
  });
});

describe('POST /api/admin/segments/validate', () => {
  test('a free name is accepted; a taken or blank name is refused', async () => {
    const name = unique('s');
    await aSegment(db, { name });
    const before = await lastEventId(db);

    const statuses = [];
    for (const wanted of [unique('s'), ` ${name} `, ' ', 'x'.repeat(255), 'x'.repeat(256)]) {
      statuses.push((await post(`${path}/validate`, { name: wanted })).status);
    }

    expect(statuses).toEqual([204, 409, 400, 204, 400]);
    expect(await changesSince(db, before)).toEqual([]);
  });
});

describe('GET /api/admin/segments/:id/strategies and /strategies/:strategyId', () => {
  test('they list the strategies of a segment and the segments of a strategy', async () => {
    const [segment, other] = [await aSegment(db, { name: unique('b') }), await aSegment(db)];
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const first = await aStrategy(db, {
      flag,
      name: 'flexibleRollout',
      segments: [segment, other],
    });
    const second = await aStrategy(db, { flag, segments: [segment], sortOrder: 1 });
    const third = await aStrategy(db, { flag, environment: 'production', segments: [segment] });

    const { body } = await get(`${path}/${segment}/strategies`);
    const segments = await get(`${path}/strategies/${first}`);

    const flagOfStrategy = { featureName: flag, projectId: project };
    const standard = { ...flagOfStrategy, strategyName: 'default' };
    expect(body.strategies).toEqual([
      { ...flagOfStrategy, id: first, environment: 'development', strategyName: 'flexibleRollout' },
      { ...standard, id: second, environment: 'development' },
      { ...standard, id: third, environment: 'production' },
    ]);
    expect(segments.body.segments.map(({ id }: { id: number }) => id)).toEqual([segment, other]);
  });

  test.each(['00000000-0000-4000-8000-000000000000', 'first', '01J9ZK6D2V7QX3M8N5T4R1W0YA'])(
    'the unknown strategy %s is not found',
    async (id) => {
      const { token } = await aUser(db);

      expect((await get(`${path}/strategies/${id}`, { token })).status).toBe(404);
    },
  );
});

function withValues(...counts: number[]) {
  return counts.map((count) => ({
    ...beta,
    values: Array.from({ length: count }, (_, index) => `v${index}`),
  }));
}
