import { describe, expect, test } from 'vitest';
import { imageUrlOf } from '../../identity/users/rules.ts';
import { aFlag, aGrant, aGroup, anApiToken, aProject, aUser, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, admin } = await testApp();

const path = '/api/admin/projects';
const longAgo = '2020-01-01T00:00:00.000Z';

/** The listed projects, by id. */
async function listed(query = '', token?: string) {
  const { body } = await get(`${path}${query}`, token === undefined ? {} : { token });
  return new Map(body.projects.map((project: { id: string }) => [project.id, project]));
}

describe('GET /api/admin/projects', () => {
  test('an item contains the flag counts, members and owners of the project', async () => {
    const email = `${unique('ada')}@example.com`;
    const owner = await aUser(db, { name: 'Ada', email });
    const second = await aUser(db);
    const groupName = unique('team');
    const group = await aGroup(db, { name: groupName, members: [owner.id, second.id] });
    const project = await aProject(db, { name: 'Shop' });
    await aGrant(db, { project, role: 'Owner', groupId: group });
    await aGrant(db, { project, role: 'Owner', userId: second.id });
    await aGrant(db, { project, role: 'Owner', userId: owner.id });
    await aGrant(db, { project, role: 'Member', userId: owner.id });
    await aFlag(db, { project });
    await aFlag(db, { project, stale: true, createdAt: longAgo });
    await aFlag(db, { project, createdAt: longAgo });
    await aFlag(db, { project, type: 'kill-switch', createdAt: longAgo });
    await aFlag(db, { project, stale: true, archivedAt: longAgo });

    const projects = await listed();

    expect(projects.get(project)).toEqual({
      id: project,
      name: 'Shop',
      description: null,
      mode: 'open',
      defaultStickiness: 'default',
      health: 50,
      favorite: false,
      featureCount: 4,
      staleFeatureCount: 1,
      potentiallyStaleFeatureCount: 1,
      memberCount: 2,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      archivedAt: null,
      owners: [
        {
          ownerType: 'user',
          name: second.username,
          imageUrl: imageUrlOf({ ...second, email: null }),
          email: null,
        },
        { ownerType: 'user', name: 'Ada', imageUrl: imageUrlOf({ ...owner, email }), email },
        { ownerType: 'group', name: groupName },
      ],
    });
  });

  test('a project without owners is owned by the system, and without flags its health is 100', async () => {
    const project = await aProject(db);

    expect((await listed()).get(project)).toMatchObject({
      health: 100,
      featureCount: 0,
      memberCount: 0,
      owners: [{ ownerType: 'system' }],
    });
  });

  test('a deleted user is neither owner nor member', async () => {
    const project = await aProject(db);
    const deleted = await aUser(db);
    await aGrant(db, { project, role: 'Owner', userId: deleted.id });
    await db
      .updateTable('users')
      .set({ deleted_at: longAgo })
      .where('id', '=', deleted.id)
      .execute();

    expect((await listed()).get(project)).toMatchObject({
      memberCount: 0,
      owners: [{ ownerType: 'system' }],
    });
  });

  test('a flag is potentially stale once it is older than its type’s lifetime', async () => {
    const project = await aProject(db);
    const daysAgo = (days: number, ms: number) =>
      new Date(Date.now() - days * 86_400_000 - ms).toISOString();
    await aFlag(db, { project, type: 'operational', createdAt: daysAgo(7, 60_000) });
    await aFlag(db, { project, type: 'operational', createdAt: daysAgo(7, -60_000) });

    expect((await listed()).get(project)).toMatchObject({ potentiallyStaleFeatureCount: 1 });
  });

  test('archived projects are listed only with archived=true, without the live ones', async () => {
    const live = await aProject(db);
    const archived = await aProject(db, { archivedAt: longAgo });

    const [normal, archivedOnly, liveOnly] = [
      await listed(),
      await listed('?archived=true'),
      await listed('?archived=false'),
    ];

    expect([normal.has(live), normal.has(archived)]).toEqual([true, false]);
    expect([archivedOnly.has(live), archivedOnly.has(archived)]).toEqual([false, true]);
    expect([liveOnly.has(live), liveOnly.has(archived)]).toEqual([true, false]);
    expect((await get(`${path}?archived=maybe`)).body.details[0].path).toBe('/query/archived');
  });

  test('projects are sorted by name, then by id', async () => {
    const name = unique('same');
    await aProject(db, { name, id: `${name}-2` });
    await aProject(db, { name: `${name}a`, id: `${name}-0` });
    await aProject(db, { name, id: `${name}-1` });

    const ids = [...(await listed()).keys()] as string[];

    expect(ids.filter((id) => id.startsWith(name))).toEqual([
      `${name}-1`,
      `${name}-2`,
      `${name}-0`,
    ]);
  });
});

describe('a private project', () => {
  test('is hidden from Viewers without a role in it in every read', async () => {
    const project = await aProject(db, { mode: 'private' });
    const viewer = await aUser(db);

    expect((await listed('', viewer.token)).has(project)).toBe(false);
    for (const url of [`${path}/${project}`, `${path}/${project}/overview`]) {
      const hidden = await get(url, { token: viewer.token });
      const unknown = await get(url.replace(project, 'moon'), { token: viewer.token });
      expect(hidden.status).toBe(404);
      expect(hidden.body.message).toBe(unknown.body.message.replace('moon', project));
    }
  });

  test('is visible to Editors, members, members of a group with a role, and admin tokens', async () => {
    const project = await aProject(db, { mode: 'private' });
    const editor = await aUser(db, { rootRole: 'Editor' });
    const member = await aUser(db);
    const grouped = await aUser(db);
    await aGrant(db, { project, userId: member.id });
    await aGrant(db, { project, groupId: await aGroup(db, { members: [grouped.id] }) });
    const adminToken = await anApiToken(db, { type: 'admin' });

    for (const token of [editor.token, member.token, grouped.token, adminToken]) {
      expect((await listed('', token)).has(project)).toBe(true);
      expect((await get(`${path}/${project}/overview`, { token })).status).toBe(200);
    }
  });

  test('an open or protected project is visible to all Viewers', async () => {
    const [open, protectedProject] = [
      await aProject(db),
      await aProject(db, { mode: 'protected' }),
    ];
    const { token } = await aUser(db);

    const projects = await listed('', token);

    expect([projects.has(open), projects.has(protectedProject)]).toEqual([true, true]);
  });
});

describe('GET /api/admin/projects/:projectId and its overview', () => {
  test('the overview counts flags by type and contains the oldest active flag', async () => {
    const project = await aProject(db);
    await aGrant(db, { project, userId: admin.id });
    await aFlag(db, { project, name: unique('a') });
    const oldest = await aFlag(db, { project, name: unique('b'), createdAt: longAgo });
    await aFlag(db, { project, type: 'experiment' });
    await aFlag(db, { project, createdAt: '2019-01-01T00:00:00.000Z', archivedAt: longAgo });

    const { body } = await get(`${path}/${project}/overview`);

    expect(body).toEqual({
      version: 1,
      name: project,
      description: null,
      mode: 'open',
      defaultStickiness: 'default',
      featureLimit: null,
      members: 1,
      health: 67,
      favorite: false,
      environments: [
        { environment: 'development', changeRequestsEnabled: false },
        { environment: 'production', changeRequestsEnabled: false },
      ],
      featureTypeCounts: [
        { type: 'experiment', count: 1 },
        { type: 'release', count: 2 },
      ],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      archivedAt: null,
      onboardingStatus: { status: 'first-flag-created', feature: oldest },
    });
  });

  test('a project without flags has the onboarding status onboarding-started', async () => {
    const { body } = await get(`${path}/${await aProject(db)}/overview`);

    expect(body.onboardingStatus).toEqual({ status: 'onboarding-started' });
  });

  test('the deprecated overview contains the active flags', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project, createdAt: longAgo });
    await aFlag(db, { project, archivedAt: longAgo });

    const { body } = await get(`${path}/${project}`);

    expect(body).toMatchObject({ version: 1, name: project });
    expect(body.features).toEqual([
      {
        name: flag,
        type: 'release',
        description: null,
        project,
        stale: false,
        impressionData: false,
        createdAt: longAgo,
        archived: false,
      },
    ]);
  });

  test('an archived project can still be read', async () => {
    const project = await aProject(db, { archivedAt: longAgo });

    expect((await get(`${path}/${project}/overview`)).body.archivedAt).toBe(longAgo);
  });
});
