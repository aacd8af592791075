import { describe, expect, test } from 'vitest';
import { recordEvent } from '../../events/record.ts';
import { imageUrlOf } from '../../identity/users/rules.ts';
import { systemCaller } from '../../platform/caller.ts';
import {
  aFlag,
  aGrant,
  aGroup,
  anApiToken,
  aProject,
  aRole,
  aUser,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { countStatements } from '../../testing/statements.ts';
import { inTransaction } from '../../transactions.ts';
import { findProjectDashboard } from './find.ts';

const { db, get, post, app, admin } = await testApp();

const at = (project: string) => `/api/admin/personal-dashboard/${project}`;
const old = '2020-01-01T00:00:00.000Z';

describe('GET /api/admin/personal-dashboard/:projectId', () => {
  test('a new project has health 100, no roles, and the system as owner', async () => {
    const project = await aProject(db);

    const { status, body } = await get(at(project));

    expect({ status, body }).toEqual({
      status: 200,
      body: {
        insights: {
          avgHealthCurrentWindow: 100,
          avgHealthPastWindow: null,
          totalFlags: 0,
          activeFlags: 0,
          staleFlags: 0,
          potentiallyStaleFlags: 0,
          health: 100,
        },
        onboardingStatus: { status: 'onboarding-started' },
        latestEvents: [],
        owners: [{ ownerType: 'system' }],
        roles: [],
      },
    });
  });

  test('counts equal those of search, and health is computed from them', async () => {
    const project = await aProject(db);
    await aFlag(db, { project });
    await aFlag(db, { project, stale: true });
    await aFlag(db, { project, stale: true, createdAt: old });
    await aFlag(db, { project, createdAt: old });
    await aFlag(db, { project, createdAt: old, type: 'kill-switch' });
    await aFlag(db, { project, createdAt: old, archivedAt: old });

    const { insights } = (await get(at(project))).body;

    expect(insights).toMatchObject({
      totalFlags: 5,
      activeFlags: 2,
      staleFlags: 2,
      potentiallyStaleFlags: 1,
      health: 40,
    });
    const totalOf = async (state: string) =>
      (await get(`/api/admin/search/features?project=IS:${project}&state=IS:${state}`)).body.total;
    expect(await totalOf('active')).toBe(2);
    expect(await totalOf('stale')).toBe(3);
    expect(await totalOf('potentially-stale')).toBe(1);
  });

  test.each(['user', 'service account', 'admin token'])('is available to a %s', async (kind) => {
    const project = await aProject(db);
    const tokens = {
      user: async () => (await aUser(db)).token,
      'service account': async () => (await aUser(db, { accountType: 'Service Account' })).token,
      'admin token': () => anApiToken(db, { type: 'admin' }),
    };

    const token = await tokens[kind as keyof typeof tokens]();
    const detail = await get(at(project), { token });
    const list = await get('/api/admin/personal-dashboard', { token });

    expect(detail).toMatchObject({ status: 200, body: { roles: [] } });
    expect(list).toMatchObject({ status: 200, body: { flags: [] } });
  });

  test('an unknown and a hidden project have the same 404 response', async () => {
    const hidden = await aProject(db, { mode: 'private' });
    const { token } = await aUser(db);
    const messageOf = ({ body }: { body: { message: string } }, id: string) =>
      body.message.replace(id, 'ID');

    const [unknown, hiddenResponse] = [
      await get(at('nowhere'), { token }),
      await get(at(hidden), { token }),
    ];

    expect([unknown.status, hiddenResponse.status]).toEqual([404, 404]);
    expect(messageOf(unknown, 'nowhere')).toBe(messageOf(hiddenResponse, hidden));
  });

  test('roles are the distinct roles of the caller, directly or through groups, without root roles', async () => {
    const project = await aProject(db);
    const user = await aUser(db, { rootRole: 'Editor' });
    const custom = await aRole(db, { name: unique('Releaser') });
    const groupId = await aGroup(db, { members: [user.id] });
    await aGrant(db, { project, userId: user.id, role: 'Member' });
    await aGrant(db, { project, groupId, role: 'Member' });
    await aGrant(db, { project, groupId, role: custom });
    await aGrant(db, { project: await aProject(db), userId: user.id, role: 'Owner' });

    const { roles } = (await get(at(project), { token: user.token })).body;

    expect(roles).toEqual([
      { id: 5, name: 'Member', type: 'project' },
      { id: custom, name: expect.stringContaining('Releaser'), type: 'custom' },
    ]);
  });

  test('owners are users in the order of their grants, followed by groups', async () => {
    const project = await aProject(db);
    const [first, second] = [
      await aUser(db, { name: 'Zoe', email: 'zoe@example.com' }),
      await aUser(db),
    ];
    const groupId = await aGroup(db, { name: unique('Team') });
    await aGrant(db, { project, groupId, role: 'Owner' });
    await aGrant(db, { project, userId: first.id, role: 'Owner' });
    await aGrant(db, { project, userId: second.id, role: 'Owner' });
    await aGrant(db, { project, userId: admin.id, role: 'Member' });

    const { owners } = (await get(at(project))).body;

    expect(owners).toEqual([
      {
        ownerType: 'user',
        name: 'Zoe',
        email: 'zoe@example.com',
        imageUrl: imageUrlOf({ id: first.id, email: 'zoe@example.com', username: null }),
      },
      { ownerType: 'user', name: second.username, email: null, imageUrl: expect.any(String) },
      { ownerType: 'group', name: expect.stringContaining('Team') },
    ]);
  });

  test('the onboarding status contains the oldest active flag, and stays onboarded after an SDK has connected', async () => {
    const project = await aProject(db);
    const statusOf = async () => (await get(at(project))).body.onboardingStatus;

    const started = await statusOf();
    const newer = await aFlag(db, { project });
    const oldest = await aFlag(db, { project, createdAt: old });
    const firstFlag = await statusOf();
    const token = await anApiToken(db);
    const bucket = { start: 0, stop: Date.now(), toggles: { [oldest]: { yes: 1 } } };
    await post('/api/client/metrics', { appName: 'shop', bucket }, { token });
    await app.intake.flush();
    const onboarded = await statusOf();
    await post(`/api/admin/projects/${project}/archive`, { features: [newer, oldest] });
    await post(`/api/admin/projects/${project}/delete`, { features: [newer, oldest] });
    const still = await statusOf();

    expect(started).toEqual({ status: 'onboarding-started' });
    expect(firstFlag).toEqual({ status: 'first-flag-created', feature: oldest });
    expect([onboarded, still]).toEqual([{ status: 'onboarded' }, { status: 'onboarded' }]);
  });

  test('an SDK registration with a token of the project sets the status onboarded', async () => {
    const project = await aProject(db);
    const token = await anApiToken(db, { type: 'frontend', projects: [project] });

    const registration = { appName: 'shop', strategies: [], started: 0, interval: 0 };
    await post('/api/frontend/client/register', registration, { token });
    await app.intake.flush();

    expect((await get(at(project))).body.onboardingStatus).toEqual({ status: 'onboarded' });
  });

  test('contains the ten newest events of the project with a summary', async () => {
    const project = await aProject(db);
    for (let number = 1; number <= 12; number++) {
      await post(`/api/admin/projects/${project}/features`, { name: `${project}-${number}` });
    }
    await post('/api/admin/projects/default/features', { name: unique('elsewhere') });

    const { latestEvents } = (await get(at(project))).body;

    expect(latestEvents).toHaveLength(10);
    expect(latestEvents[0]).toEqual({
      id: expect.any(Number),
      summary: expect.stringContaining(`${project}-12`),
      createdBy: 'root',
      createdByImageUrl: imageUrlOf({ id: admin.id, username: 'root', email: null }),
      createdAt: expect.any(String),
    });
    expect(latestEvents[9].summary).toContain(`${project}-3`);
  });

  test('the number of statements is independent of the size of the project', async () => {
    const project = await aProject(db);
    const now = new Date().toISOString();
    const run = async () => {
      const { db: counted, count } = countStatements(db);
      await findProjectDashboard(counted, systemCaller, { project, now });
      return count();
    };

    const empty = await run();
    for (let number = 0; number < 30; number++) await aFlag(db, { project, createdAt: old });
    await inTransaction(db, async (tx) => {
      for (let number = 0; number < 30; number++) {
        recordEvent(tx, systemCaller, { type: 'project-updated', project });
      }
    });

    expect([empty, await run()]).toEqual([3, 3]);
  });
});

describe('GET /api/admin/personal-dashboard', () => {
  test('lists projects and flags of the caller, project owners and admins', async () => {
    const user = await aUser(db, { rootRole: 'Editor' });
    const [mine, liked] = [await aProject(db), await aProject(db)];
    const hidden = await aProject(db, { mode: 'private' });
    await aProject(db);
    await aGrant(db, { project: mine, userId: user.id, role: 'Owner' });
    await aGrant(db, { project: hidden, userId: admin.id, role: 'Owner' });
    const options = { token: user.token };
    await post(`/api/admin/projects/${liked}/favorites`, undefined, options);
    const created = await aFlag(db, { project: mine, createdByUserId: user.id, createdAt: old });
    const favorite = await aFlag(db, { project: liked });
    await post(`/api/admin/projects/${liked}/features/${favorite}/favorites`, undefined, options);
    await aFlag(db, { project: mine, createdByUserId: user.id, archivedAt: old });

    const { status, body } = await get('/api/admin/personal-dashboard', options);

    expect(status).toBe(200);
    expect(body.projects.map(({ id }: { id: string }) => id).sort()).toEqual(
      ['default', mine, liked].sort(),
    );
    expect(body.projects.find(({ id }: { id: string }) => id === mine)).toEqual({
      id: mine,
      name: mine,
      health: 0,
      memberCount: 1,
      featureCount: 1,
    });
    expect(body.flags).toEqual([
      { name: favorite, project: liked, type: 'release' },
      { name: created, project: mine, type: 'release' },
    ]);
    const owner = {
      ownerType: 'user',
      name: user.username,
      email: null,
      imageUrl: expect.any(String),
    };
    expect(body.projectOwners).toContainEqual(owner);
    expect(body.admins).toContainEqual({
      id: admin.id,
      username: 'root',
      imageUrl: expect.any(String),
    });
  });
});
