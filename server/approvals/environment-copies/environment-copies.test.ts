import { describe, expect, test } from 'vitest';
import { aFlag, aGrant, aProject, aUser, changesSince, lastEventId } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aProtection } from '../../testing/change-requests.ts';

const { db, get, post, put, del } = await testApp();

const rollout = (percent: string) => ({
  name: 'flexibleRollout',
  parameters: { rollout: percent, stickiness: 'default' },
});

/** Two strategies and variants in development; one strategy in production, where it is on. */
async function aFlagWithBoth(project: string) {
  const name = await aFlag(db, { project });
  const path = `/api/admin/projects/${project}/features/${name}`;
  const inDevelopment = `${path}/environments/development`;
  await post(`${inDevelopment}/strategies`, { ...rollout('25'), title: 'Beta' });
  await post(`${inDevelopment}/strategies`, { name: 'userWithId', parameters: { userIds: 'ann' } });
  await put(`${inDevelopment}/variants`, [{ name: 'blue', weight: 1000, weightType: 'variable' }]);
  await post(`${path}/environments/production/strategies`, rollout('100'));
  await post(`${path}/environments/production/on`);
  return { name, path, copy: `${inDevelopment}/copy` };
}

/** The configuration without what belongs to one environment only. */
async function configurationOf(path: string, environment: string) {
  const { body } = await get(path);
  const found = body.environments.find((it: { name: string }) => it.name === environment);
  const strategies = found.strategies.map(
    ({ id: _, sortOrder: __, ...content }: { id: string; sortOrder: number }) => content,
  );
  return { enabled: found.enabled, strategies, variants: found.variants };
}

describe('POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/copy', () => {
  test('replaces strategies and variants with the usual events, and leaves the switch', async () => {
    const { path, copy } = await aFlagWithBoth(await aProject(db));
    const start = await lastEventId(db);

    const preview = await post(copy, { to: 'production', dryRun: true });
    expect(await changesSince(db, start)).toEqual([]);
    const { status, body } = await post(copy, { to: 'production' });
    const recorded = await changesSince(db, start);
    const repeated = await post(copy, { to: 'production' });

    expect(status).toBe(200);
    expect(body).toEqual(preview.body);
    expect(body.changeRequests).toEqual([]);
    expect(recorded.map(({ type }) => type).sort()).toEqual([
      'feature-environment-variants-updated',
      'feature-strategy-add',
      'feature-strategy-update',
    ]);
    const source = await configurationOf(path, 'development');
    expect(await configurationOf(path, 'production')).toEqual({ ...source, enabled: true });
    expect(repeated.body).toEqual({ applied: [], changeRequests: [] });
  });

  test('in a protected environment creates a change request and changes nothing', async () => {
    const project = await aProject(db);
    const { path, copy } = await aFlagWithBoth(project);
    await aProtection(db, { project, environment: 'production' });
    const user = await aUser(db, { rootRole: 'Editor' });
    await aGrant(db, { project, role: 'Owner', userId: user.id });
    const before = await configurationOf(path, 'production');

    const { body } = await post(copy, { to: 'production' }, user);

    expect(body).toMatchObject({
      applied: [],
      changeRequests: [{ id: expect.any(Number), environment: 'production' }],
    });
    expect(await configurationOf(path, 'production')).toEqual(before);
  });

  test('with propose creates one also of a caller who may skip it', async () => {
    const project = await aProject(db);
    const { path, copy } = await aFlagWithBoth(project);
    await aProtection(db, { project, environment: 'production' });
    const admin = await aUser(db, { rootRole: 'Admin' });
    const before = await configurationOf(path, 'production');

    const preview = await post(copy, { to: 'production', propose: true, dryRun: true }, admin);
    const proposed = await post(copy, { to: 'production', propose: true }, admin);
    const after = await configurationOf(path, 'production');
    const direct = await post(copy, { to: 'production' }, admin);

    expect(preview.body).toMatchObject({ applied: [], changeRequests: [{ id: null }] });
    expect(proposed.body).toMatchObject({
      applied: [],
      changeRequests: [{ id: expect.any(Number), environment: 'production' }],
    });
    expect(after).toEqual(before);
    expect(direct.body.changeRequests).toEqual([]);
    expect(await configurationOf(path, 'production')).not.toEqual(before);
  });

  test('needs the permission of each change', async () => {
    const { copy } = await aFlagWithBoth(await aProject(db));

    const { status, body } = await post(copy, { to: 'production' }, await aUser(db));

    expect(status).toBe(403);
    expect(body.message).toContain('FEATURE_STRATEGY');
  });

  test('to the same or an unknown environment is 400, from an unknown one 404', async () => {
    const { copy, path } = await aFlagWithBoth(await aProject(db));
    for (const to of ['nowhere', 'development', '__proto__']) {
      const response = await post(copy, { to });
      expect(response).toMatchObject({ status: 400, body: { details: [{ path: '/body/to' }] } });
    }

    const unknown = await post(`${path}/environments/nowhere/copy`, { to: 'production' });
    const noFlag = await post(copy.replace('/features/', '/features/no-'), { to: 'production' });

    expect([unknown.status, noFlag.status]).toEqual([404, 404]);
  });

  test('without strategies is 409, of an archived flag 400', async () => {
    const { copy, path } = await aFlagWithBoth(await aProject(db));
    const name = await aFlag(db, { project: 'default' });
    const empty = `/api/admin/projects/default/features/${name}/environments/development/copy`;
    expect((await post(empty, { to: 'production' })).status).toBe(409);

    await del(path);

    expect((await post(copy, { to: 'production' })).status).toBe(400);
  });
});
