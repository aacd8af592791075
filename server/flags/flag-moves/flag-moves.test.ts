import { describe, expect, test } from 'vitest';
import {
  aDependency,
  aFlag,
  aGrant,
  anEnvironment,
  aProject,
  aRole,
  aTagging,
  aUser,
  changesSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';

const { db, get, post } = await testApp();

const clone = (project: string, flag: string, body: unknown, token?: string) =>
  post(
    `/api/admin/projects/${project}/features/${flag}/clone`,
    body,
    token === undefined ? {} : { token },
  );

const move = (flag: string, from: string, to: string, token?: string) =>
  post(
    `/api/admin/projects/${from}/features/${flag}/changeProject`,
    { newProjectId: to },
    token === undefined ? {} : { token },
  );

describe('POST /api/admin/projects/:projectId/features/:featureName/clone', () => {
  test('copies everything but the on/off state, with an event for each part', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, {
      project,
      type: 'experiment',
      description: 'Of both',
      impressionData: true,
      stale: true,
      enabled: ['development', 'production'],
    });
    const segment = await aSegment(db);
    await aStrategy(db, { flag, environment: 'production', sortOrder: 2, segments: [segment] });
    await aStrategy(db, {
      flag,
      environment: 'production',
      name: 'flexibleRollout',
      parameters: { rollout: '50', stickiness: 'default', groupId: flag },
      sortOrder: 1,
    });
    const variants = [{ name: 'blue', weight: 1000, weightType: 'variable' }];
    await db
      .updateTable('flag_environments')
      .set({ variants: JSON.stringify(variants) })
      .where('flag', '=', flag)
      .where('environment', '=', 'development')
      .execute();
    const tag = await aTagging(db, { flag });
    const parent = await aFlag(db, { project });
    await aDependency(db, { child: flag, parent });
    const name = unique('copy');
    const before = await lastEventId(db);

    const { status, body } = await clone(project, flag, { name });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      name,
      project,
      type: 'experiment',
      description: 'Of both',
      impressionData: true,
      stale: false,
      tags: [{ ...tag, color: '#FFFFFF' }],
      dependencies: [{ feature: parent, enabled: true, variants: [] }],
      lifecycle: { stage: 'initial' },
    });
    const [development, production] = body.environments;
    expect(development).toMatchObject({ enabled: false, variants, strategies: [] });
    expect(production).toMatchObject({ enabled: false, variants: [] });
    expect(production.strategies).toMatchObject([
      {
        name: 'flexibleRollout',
        featureName: name,
        parameters: { rollout: '50', stickiness: 'default', groupId: name },
        segments: [],
      },
      { name: 'default', featureName: name, parameters: {}, segments: [segment] },
    ]);
    const scope = { project, featureName: name };
    const dataOf = ({ featureName: _, ...strategy }: Record<string, unknown>) => strategy;
    expect(await changesSince(db, before)).toEqual([
      {
        type: 'feature-created',
        ...scope,
        environment: null,
        data: {
          name,
          description: 'Of both',
          type: 'experiment',
          project,
          stale: false,
          impressionData: true,
          createdAt: body.createdAt,
          archived: false,
        },
        preData: null,
      },
      ...production.strategies.map((strategy: Record<string, unknown>) => ({
        type: 'feature-strategy-add',
        ...scope,
        environment: 'production',
        data: dataOf(strategy),
        preData: null,
      })),
      {
        type: 'feature-environment-variants-updated',
        ...scope,
        environment: 'development',
        data: { variants },
        preData: { variants: [] },
      },
      { type: 'feature-tagged', ...scope, environment: null, data: tag, preData: null },
      {
        type: 'feature-dependency-added',
        ...scope,
        environment: null,
        data: { feature: parent, enabled: true },
        preData: null,
      },
    ]);
    const original = (await get(`/api/admin/projects/${project}/features/${flag}`)).body;
    expect(original.environments[1].strategies).toHaveLength(2);
  });

  test('a flag without configuration is cloned with one event', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const before = await lastEventId(db);

    const { status } = await clone(project, flag, { name: unique('copy') });

    expect(status).toBe(201);
    expect((await changesSince(db, before)).map(({ type }) => type)).toEqual(['feature-created']);
  });

  test('with replaceGroupId false the groupId is copied', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    await aStrategy(db, { flag, environment: 'production', parameters: { groupId: 'shared' } });

    const { body } = await clone(project, flag, { name: unique('copy'), replaceGroupId: false });

    expect(body.environments[1].strategies[0].parameters).toEqual({ groupId: 'shared' });
  });

  test('strategies with the same sortOrder are copied in their order', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    for (let index = 0; index < 5; index++) {
      const parameters = { index: String(index) };
      await aStrategy(db, { flag, environment: 'production', parameters });
    }
    const orderOf = ({ environments }: { environments: { strategies: never[] }[] }) =>
      environments[1]?.strategies.map(({ parameters }) => parameters);

    const { body } = await clone(project, flag, { name: unique('copy') });

    const original = (await get(`/api/admin/projects/${project}/features/${flag}`)).body;
    expect(orderOf(body)).toEqual(orderOf(original));
  });

  test('the rules for new flags apply: name, naming pattern, flag limit', async () => {
    const project = await aProject(db, { flagLimit: 1, naming: { pattern: '[a-z0-9-]+' } });
    const flag = await aFlag(db, { project });

    const responses = [
      await clone(project, flag, { name: 'a/b' }),
      await clone(project, flag, { name: 'UPPER' }),
      await clone(project, flag, { name: unique('copy') }),
      await clone('default', await aFlag(db), { name: flag }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([400, 400, 403, 409]);
  });

  test('an archived flag is 400', async () => {
    const flag = await aFlag(db, { archivedAt: new Date().toISOString() });

    expect((await clone('default', flag, { name: unique('copy') })).status).toBe(400);
  });

  test('copying strategies needs CREATE_FEATURE_STRATEGY in their environments', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    await aStrategy(db, { flag, environment: 'production' });
    await aStrategy(db, { flag, environment: 'development' });
    const tokenWith = async (...environments: string[]) => {
      const user = await aUser(db);
      const role = await aRole(db, {
        permissions: [
          { permission: 'CREATE_FEATURE' },
          ...environments.map((environment) => ({
            permission: 'CREATE_FEATURE_STRATEGY',
            environment,
          })),
        ],
      });
      await aGrant(db, { project, role, userId: user.id });
      return user.token;
    };

    const one = await tokenWith('development');
    const both = await tokenWith('development', 'production');
    const refused = await clone(project, flag, { name: unique('copy') }, one);
    const allowed = await clone(project, flag, { name: unique('copy') }, both);

    expect(refused).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
    expect(refused.body.message).toContain('CREATE_FEATURE_STRATEGY in environment "production"');
    expect(allowed.status).toBe(201);
  });
});

describe('POST /api/admin/projects/:projectId/features/:featureName/changeProject', () => {
  test('the flag moves with its configuration, recorded in the new project', async () => {
    const [from, to] = [await aProject(db), await aProject(db)];
    const flag = await aFlag(db, { project: from, enabled: ['production'] });
    await aStrategy(db, { flag, environment: 'production', segments: [await aSegment(db)] });
    const { body: read } = await get(`/api/admin/projects/${from}/features/${flag}`);
    const before = await lastEventId(db);

    const { status } = await move(flag, from, to);

    expect(status).toBe(200);
    const moved = await get(`/api/admin/projects/${to}/features/${flag}`);
    expect(moved.body).toEqual({ ...read, project: to });
    expect(moved.headers.etag).toBe('"v2"');
    expect((await get(`/api/admin/projects/${from}/features/${flag}`)).status).toBe(404);
    expect(await changesSince(db, before)).toEqual([
      {
        type: 'feature-project-change',
        project: to,
        environment: null,
        featureName: flag,
        data: { oldProject: from, newProject: to },
        preData: null,
      },
    ]);
  });

  test('moving a flag to its own project succeeds without an event', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const before = await lastEventId(db);

    const { status } = await move(flag, project, project);

    expect(status).toBe(200);
    expect(await changesSince(db, before)).toEqual([]);
  });

  test('needs the permission in both projects', async () => {
    const [from, to] = [await aProject(db), await aProject(db)];
    const flag = await aFlag(db, { project: from });
    const owner = await aUser(db);
    await aGrant(db, { project: from, userId: owner.id, role: 'Owner' });
    await aGrant(db, { project: to, userId: owner.id, role: 'Member' });

    const refused = await move(flag, from, to, owner.token);
    await aGrant(db, { project: to, userId: owner.id, role: 'Owner' });
    const allowed = await move(flag, from, to, owner.token);

    expect(refused).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
    expect(refused.body.message).toContain(`MOVE_FEATURE_TOGGLE in project "${to}"`);
    expect(allowed.status).toBe(200);
  });

  test('a project that is unknown, archived or hidden is 404', async () => {
    const from = await aProject(db);
    const flag = await aFlag(db, { project: from });
    const owner = await aUser(db);
    await aGrant(db, { project: from, userId: owner.id, role: 'Owner' });
    const hidden = await aProject(db, { mode: 'private' });
    const archived = await aProject(db, { archivedAt: new Date().toISOString() });
    await aGrant(db, { project: archived, userId: owner.id, role: 'Owner' });

    for (const target of ['moon', hidden, archived]) {
      expect(await move(flag, from, target, owner.token)).toMatchObject({
        status: 404,
        body: { name: 'NotFoundError' },
      });
    }
  });

  test('both projects must have the same environments', async () => {
    const from = await aProject(db);
    const flag = await aFlag(db, { project: from });
    const fewer = await aProject(db, { environments: ['production'] });
    const more = await aProject(db, {
      environments: ['development', 'production', await anEnvironment(db)],
    });

    for (const target of [fewer, more]) {
      expect(await move(flag, from, target)).toMatchObject({
        status: 403,
        body: { name: 'NoAccessError', message: expect.stringContaining('environments') },
      });
    }
  });

  test('a flag with a parent or children is 403', async () => {
    const [from, to] = [await aProject(db), await aProject(db)];
    const [child, parent] = [
      await aFlag(db, { project: from }),
      await aFlag(db, { project: from }),
    ];
    await aDependency(db, { child, parent });

    expect(await move(child, from, to)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining(parent) },
    });
    expect(await move(parent, from, to)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining(child) },
    });
  });

  test('a flag that uses a segment of its project is 403, and the error names the segment', async () => {
    const [from, to] = [await aProject(db), await aProject(db)];
    const flag = await aFlag(db, { project: from });
    const name = unique('segment');
    const segment = await aSegment(db, { name, project: from });
    await aStrategy(db, { flag, environment: 'production', segments: [segment] });

    expect(await move(flag, from, to)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining(name) },
    });
  });

  test('the naming pattern and the flag limit of the new project apply', async () => {
    const from = await aProject(db);
    const flag = await aFlag(db, { project: from });
    const strict = await aProject(db, { naming: { pattern: 'never' } });
    const full = await aProject(db, { flagLimit: 1 });
    await aFlag(db, { project: full });

    const [pattern, limit] = [await move(flag, from, strict), await move(flag, from, full)];

    expect([pattern.status, limit.status]).toEqual([400, 403]);
    expect(pattern.body.details[0].path).toBe('/body/newProjectId');
  });

  test('an archived flag cannot be moved', async () => {
    const [from, to] = [await aProject(db), await aProject(db)];
    const flag = await aFlag(db, { project: from, archivedAt: new Date().toISOString() });

    expect((await move(flag, from, to)).status).toBe(400);
  });

  test('flags can be moved concurrently in both directions', async () => {
    const [one, two] = [await aProject(db, { flagLimit: 9 }), await aProject(db)];
    const flags = await Promise.all([
      ...[1, 2, 3].map(() => aFlag(db, { project: one })),
      ...[1, 2, 3].map(() => aFlag(db, { project: two })),
    ]);

    const responses = await Promise.all(
      flags.map((flag, index) => (index < 3 ? move(flag, one, two) : move(flag, two, one))),
    );

    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const listOf = async (project: string) =>
      (await get(`/api/admin/projects/${project}/features`)).body.features.length;
    expect([await listOf(one), await listOf(two)]).toEqual([3, 3]);
  });
});
