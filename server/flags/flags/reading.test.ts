import { describe, expect, test } from 'vitest';
import {
  aDependency,
  aFlag,
  anEnvironment,
  aProject,
  aTagging,
  aUser,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { insideAnHour } from '../../testing/clock.ts';
import { aLink, aSegment, aStrategy } from '../../testing/targeting.ts';

const { db, get, admin } = await testApp();

describe('GET /api/admin/projects/:projectId/features', () => {
  test('returns the active flags of the project, ordered by name', async () => {
    const project = await aProject(db);
    const late = await aFlag(db, { project, name: unique('z'), stale: true });
    const early = await aFlag(db, {
      project,
      name: unique('a'),
      description: 'First',
      impressionData: true,
      enabled: ['production'],
    });
    await aFlag(db, { project, archivedAt: new Date().toISOString() });
    await aFlag(db);
    await aStrategy(db, { flag: early, environment: 'production' });
    const tag = await aTagging(db, { flag: early });
    await db.insertInto('flag_favorites').values({ user_id: admin.id, flag: early }).execute();

    const { status, body } = await get(`/api/admin/projects/${project}/features`);

    expect(status).toBe(200);
    expect(body.version).toBe(2);
    expect(body.features.map(({ name }: never) => name)).toEqual([early, late]);
    expect(body.features[0]).toEqual({
      name: early,
      type: 'release',
      description: 'First',
      stale: false,
      favorite: true,
      impressionData: true,
      createdAt: expect.any(String),
      lastSeenAt: null,
      environments: [
        {
          name: 'development',
          type: 'development',
          enabled: false,
          sortOrder: 1,
          variantCount: 0,
          lastSeenAt: null,
          hasStrategies: false,
          hasEnabledStrategies: false,
        },
        {
          name: 'production',
          type: 'production',
          enabled: true,
          sortOrder: 2,
          variantCount: 0,
          lastSeenAt: null,
          hasStrategies: true,
          hasEnabledStrategies: true,
        },
      ],
      tags: [{ ...tag, color: '#FFFFFF' }],
    });
    expect(body.features[1]).toMatchObject({ stale: true, favorite: false, tags: [] });
  });

  test('tag returns flags with any of the tags, whose values may contain colons', async () => {
    const project = await aProject(db);
    const [one, two, other] = [
      await aFlag(db, { project, name: unique('a') }),
      await aFlag(db, { project, name: unique('b') }),
      await aFlag(db, { project, name: unique('c') }),
    ];
    await aTagging(db, { flag: one, value: 'team:web' });
    await aTagging(db, { flag: two, value: 'ios' });
    await aTagging(db, { flag: other, value: 'team' });
    const list = async (query: string) => {
      const { body } = await get(`/api/admin/projects/${project}/features?${query}`);
      return body.features.map(({ name }: never) => name);
    };

    expect(await list('tag=simple:team:web')).toEqual([one]);
    expect(await list('tag=simple:team:web&tag=simple:ios')).toEqual([one, two]);
    expect(await list('tag[]=simple:team:web&tag[]=simple:ios')).toEqual([one, two]);
    expect(await list('tag=simple:android')).toEqual([]);
  });

  test.each(['simple', ':web', 'simple:', ''])('"%s" is not a tag', async (tag) => {
    const response = await get(`/api/admin/projects/default/features?tag=${tag}`);

    expect(response).toMatchObject({
      status: 400,
      body: { name: 'BadDataError', details: [{ path: '/query/tag/0' }] },
    });
  });

  test('namePrefix filters the flags, without wildcards', async () => {
    const project = await aProject(db);
    const run = unique('x');
    const names = [`${run}_a`, `${run}ba`];
    for (const name of names) await aFlag(db, { project, name });
    const list = async (prefix: string) => {
      const query = `namePrefix=${encodeURIComponent(prefix)}`;
      const { body } = await get(`/api/admin/projects/${project}/features?${query}`);
      return body.features.map(({ name }: never) => name);
    };

    expect(await list(run)).toEqual(names);
    expect(await list(`${run}_`)).toEqual([`${run}_a`]);
    expect(await list('%')).toEqual([]);
    expect(await list(`${run.slice(1)}`)).toEqual([]);
  });
});

describe('GET /api/admin/projects/:projectId/features/:featureName', () => {
  test('returns the flag with its configuration', async () => {
    const creator = await aUser(db, { name: 'Ada' });
    const late = await anEnvironment(db, { sortOrder: 7, type: 'test' });
    const project = await aProject(db, { environments: [late, 'production', 'development'] });
    const flag = await aFlag(db, { project, createdByUserId: creator.id, enabled: ['production'] });
    const segments = [await aSegment(db), await aSegment(db)];
    const second = await aStrategy(db, {
      flag,
      environment: 'production',
      sortOrder: 2,
      segments: segments.toReversed(),
    });
    const constraint = {
      contextName: 'userId',
      operator: 'IN',
      values: ['7'],
      caseInsensitive: false,
      inverted: true,
    };
    const first = await aStrategy(db, {
      flag,
      environment: 'production',
      name: 'flexibleRollout',
      parameters: { rollout: '50', stickiness: 'default', groupId: flag },
      constraints: [constraint],
      variants: [{ name: 'red', weight: 1000, weightType: 'variable', stickiness: 'default' }],
      sortOrder: 1,
    });
    const variants = [{ name: 'blue', weight: 1000, weightType: 'variable', overrides: [] }];
    await db
      .updateTable('flag_environments')
      .set({ variants: JSON.stringify(variants) })
      .where('flag', '=', flag)
      .where('environment', '=', late)
      .execute();
    const parent = await aFlag(db, { project });
    await aDependency(db, { child: flag, parent, variants: ['red'] });
    const tag = await aTagging(db, { flag });
    const link = await aLink(db, { flag, url: 'https://example.com/docs', title: 'Docs' });

    const { status, body } = await get(
      `/api/admin/projects/${project}/features/${flag}?variantEnvironments=true`,
    );

    expect(status).toBe(200);
    expect(body.createdBy).toEqual({
      id: creator.id,
      name: 'Ada',
      imageUrl: expect.stringMatching(/^https:\/\/gravatar\.com\/avatar\/[0-9a-f]{64}\?/),
    });
    expect(body).toMatchObject({
      tags: [{ ...tag, color: '#FFFFFF' }],
      children: [],
      dependencies: [{ feature: parent, enabled: true, variants: ['red'] }],
      links: [{ id: link, url: 'https://example.com/docs', title: 'Docs' }],
      lifecycle: { stage: 'initial' },
    });
    expect(body.environments.map(({ name }: never) => name)).toEqual([
      'development',
      'production',
      late,
    ]);
    expect(body.environments[1]).toEqual({
      name: 'production',
      environment: 'production',
      featureName: flag,
      type: 'production',
      enabled: true,
      sortOrder: 2,
      variantCount: 0,
      lastSeenAt: null,
      hasStrategies: true,
      hasEnabledStrategies: true,
      variants: [],
      yes: 0,
      no: 0,
      strategies: [
        {
          id: first,
          name: 'flexibleRollout',
          title: null,
          disabled: false,
          featureName: flag,
          sortOrder: 1,
          segments: [],
          constraints: [constraint],
          variants: [{ name: 'red', weight: 1000, weightType: 'variable', stickiness: 'default' }],
          parameters: { rollout: '50', stickiness: 'default', groupId: flag },
        },
        {
          id: second,
          name: 'default',
          title: null,
          disabled: false,
          featureName: flag,
          sortOrder: 2,
          segments,
          constraints: [],
          variants: [],
          parameters: {},
        },
      ],
    });
    expect(body.environments[2]).toMatchObject({ variantCount: 1, variants });
    const response = await get(`/api/admin/projects/${project}/features/${parent}`);
    expect(response.body).toMatchObject({ children: [flag], dependencies: [] });
  });

  test('environments have the usage of the newest hour, if it is the current or the previous one', async () => {
    await insideAnHour();
    const environments = [
      await anEnvironment(db),
      await anEnvironment(db),
      await anEnvironment(db),
    ];
    const project = await aProject(db, { environments });
    const flag = await aFlag(db, { project });
    for (const [hoursAgo, environment] of environments.entries()) {
      const hour = new Date(
        Math.floor(Date.now() / 3_600_000 - hoursAgo) * 3_600_000,
      ).toISOString();
      await db
        .insertInto('flag_usage')
        .values({ flag, environment, hour, last_seen_at: hour, yes: 3, no: 2 })
        .execute();
    }

    const { body } = await get(`/api/admin/projects/${project}/features/${flag}`);

    const usageIn = (name: string) => {
      const { yes, no } = body.environments.find((it: { name: string }) => it.name === name);
      return [yes, no];
    };
    expect(environments.map(usageIn)).toEqual([
      [3, 2],
      [3, 2],
      [0, 0],
    ]);
  });

  test('an environment with only disabled strategies has no enabled strategies', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const id = await aStrategy(db, { flag, environment: 'production' });
    await db.updateTable('strategies').set({ disabled: true }).where('id', '=', id).execute();

    const { body } = await get(`/api/admin/projects/${project}/features/${flag}`);

    expect(body.environments[1]).toMatchObject({
      hasStrategies: true,
      hasEnabledStrategies: false,
    });
  });

  test('the lifecycle stage is the furthest that was entered, not the latest', async () => {
    const flag = await aFlag(db);
    await db
      .insertInto('flag_stages')
      .values([
        { flag, stage: 'completed', entered_at: '2024-01-01T00:00:00.000Z', status: 'kept' },
        { flag, stage: 'live', entered_at: '2025-01-01T00:00:00.000Z', status: null },
      ] as never)
      .execute();

    const { body } = await get(`/api/admin/projects/default/features/${flag}`);

    expect(body.lifecycle).toEqual({
      stage: 'completed',
      status: 'kept',
      enteredStageAt: '2024-01-01T00:00:00.000Z',
    });
  });

  test('an archived flag is 404, except with archived=true', async () => {
    const archivedAt = '2024-01-01T00:00:00.000Z';
    const [flag, active] = [await aFlag(db, { archivedAt }), await aFlag(db)];
    const read = (name: string, query = '') =>
      get(`/api/admin/projects/default/features/${name}${query}`);

    expect(await read(flag)).toMatchObject({ status: 404, body: { name: 'NotFoundError' } });
    expect((await read(flag, '?archived=false')).status).toBe(404);
    expect(await read(flag, '?archived=true')).toMatchObject({
      status: 200,
      body: { archived: true, archivedAt, lifecycle: { stage: 'archived' } },
    });
    expect((await read(active, '?archived=true')).body.archived).toBe(false);
  });

  test('the creator of a flag may be unknown', async () => {
    const flag = await aFlag(db);

    const { body } = await get(`/api/admin/projects/default/features/${flag}`);

    expect(body.createdBy).toEqual({ id: 0, name: 'unknown', imageUrl: expect.any(String) });
  });

  test('an unknown flag and one of another project are 404', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });

    for (const path of [`${project}/features/moon`, `default/features/${flag}`]) {
      expect(await get(`/api/admin/projects/${path}`)).toMatchObject({
        status: 404,
        body: { name: 'NotFoundError' },
      });
    }
  });

  test('favorite is true only for users who added the flag to their favourites', async () => {
    const flag = await aFlag(db);
    const user = await aUser(db);
    await db.insertInto('flag_favorites').values({ user_id: user.id, flag }).execute();
    const path = `/api/admin/projects/default/features/${flag}`;

    const [mine, theirs] = [await get(path, { token: user.token }), await get(path)];

    expect([mine.body.favorite, theirs.body.favorite]).toEqual([true, false]);
  });
});
