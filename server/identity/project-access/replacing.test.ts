import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  aGrant,
  aGroup,
  aProject,
  aRole,
  aUser,
  eventsSince,
  lastEventId,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, post, put, admin } = await testApp();

const [owner, member] = [4, 5];

const accessOf = (project: string) => `/api/admin/projects/${project}/access`;

describe('PUT /api/admin/projects/:projectId/access', () => {
  test('replaces the list; users who remain retain addedAt', async () => {
    const project = await aProject(db);
    const [retained, removed] = [await aUser(db), await aUser(db)];
    const group = await aGroup(db);
    await aGrant(db, { project, userId: retained.id, role: 'Owner' });
    await aGrant(db, { project, userId: removed.id, role: 'Member' });
    const [unchanged] = (await get(accessOf(project))).body.users;
    const before = await lastEventId(db);

    const { status } = await put(accessOf(project), {
      roles: [
        { id: member, users: [], groups: [group] },
        { id: owner, users: [retained.id], groups: [] },
      ],
    });

    const { body } = await get(accessOf(project));
    expect(status).toBe(200);
    expect(body.users).toEqual([unchanged]);
    expect(await eventsSince(db, before)).toMatchObject([
      {
        type: 'project-access-updated',
        project,
        data: {
          roles: [
            { id: owner, users: [retained.id], groups: [] },
            { id: member, users: [], groups: [group] },
          ],
        },
        preData: {
          roles: [
            { id: owner, users: [retained.id], groups: [] },
            { id: member, users: [removed.id], groups: [] },
          ],
        },
      },
    ]);
  });

  test('the same list in another order is not recorded', async () => {
    const project = await aProject(db);
    const [first, second] = [await aUser(db), await aUser(db)];
    await post(accessOf(project), {
      roles: [owner, member],
      groups: [],
      users: [first.id, second.id],
    });
    const before = await lastEventId(db);

    await put(accessOf(project), {
      roles: [
        { id: member, users: [second.id, first.id], groups: [] },
        { id: owner, users: [first.id], groups: [] },
        { id: owner, users: [second.id, second.id], groups: [] },
      ],
    });

    expect(await eventsSince(db, before)).toEqual([]);
  });

  test('the last owner can be removed, because admins can always grant roles', async () => {
    const project = await aProject(db);
    const { id, token } = await aUser(db);
    await aGrant(db, { project, userId: id, role: 'Owner' });

    expect((await put(accessOf(project), { roles: [] }, { token })).status).toBe(200);

    expect((await put(accessOf(project), { roles: [] }, { token })).status).toBe(403);
    const again = { roles: [owner], groups: [], users: [id] };
    expect((await post(accessOf(project), again)).status).toBe(200);
  });

  test.each([
    ['a root role', { id: 3, users: [], groups: [] }],
    ['an unknown user', { id: 5, users: [999_999], groups: [] }],
    ['an unknown group', { id: 5, users: [], groups: [999_999] }],
  ])('%s is refused and nothing changes', async (_, role) => {
    const project = await aProject(db);
    await aGrant(db, { project, userId: admin.id });

    const { status, body } = await put(accessOf(project), { roles: [role] });

    expect(status).toBe(400);
    expect(body).toMatchObject({ name: 'BadDataError', details: [{ path: '/body/roles' }] });
    expect((await get(accessOf(project))).body.users).toHaveLength(1);
  });

  test('GET returns what PUT stored, and each event starts from the state of the previous one', async () => {
    const project = await aProject(db);
    const users = [await aUser(db), await aUser(db), await aUser(db)].map(({ id }) => id);
    const groups = [await aGroup(db), await aGroup(db)];
    const roles = [owner, member, await aRole(db), await aRole(db)];
    const entry = fc.record({
      id: fc.constantFrom(...roles),
      users: fc.subarray(users),
      groups: fc.subarray(groups),
    });
    const before = await lastEventId(db);

    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 6 }), async (list) => {
        expect((await put(accessOf(project), { roles: list })).status).toBe(200);

        expect(pairsRead((await get(accessOf(project))).body)).toEqual(pairsPut(list));
      }),
      { numRuns: 60 },
    );

    const events = await eventsSince(db, before);
    expect(events.length).toBeGreaterThan(10);
    expect(events.map(({ preData }) => preData)).toEqual([
      { roles: [] },
      ...events.slice(0, -1).map(({ data }) => data),
    ]);
  });

  type Entry = { id: number; users: number[]; groups: number[] };
  type Holder = { id: number; roles: number[] };

  /** All grants as text, sorted, without duplicates. */
  const pairsPut = (list: Entry[]) =>
    sorted(
      list.flatMap(({ id, users, groups }) => [
        ...users.map((user) => `user ${user} role ${id}`),
        ...groups.map((group) => `group ${group} role ${id}`),
      ]),
    );

  const pairsRead = ({ users, groups }: { users: Holder[]; groups: Holder[] }) => [
    ...sorted([
      ...users.flatMap(({ id, roles }) => roles.map((role) => `user ${id} role ${role}`)),
      ...groups.flatMap(({ id, roles }) => roles.map((role) => `group ${id} role ${role}`)),
    ]),
  ];

  const sorted = (texts: string[]) => [...new Set(texts)].sort();

  test('each of several concurrent updates records the state after the previous one', async () => {
    const project = await aProject(db);
    const users = [await aUser(db), await aUser(db), await aUser(db)].map(({ id }) => id);
    const before = await lastEventId(db);

    await Promise.all(
      users.map((id) =>
        put(accessOf(project), { roles: [{ id: owner, users: [id], groups: [] }] }),
      ),
    );

    const events = await eventsSince(db, before);
    expect(events).toHaveLength(3);
    expect(events.map(({ preData }) => preData)).toEqual([
      { roles: [] },
      ...events.slice(0, -1).map(({ data }) => data),
    ]);
    expect((await get(accessOf(project))).body.users).toHaveLength(1);
  });
});
