import { aGrant, aGroup, aUser } from '../../testing/a.ts';
import { type Example, membersOnly, permittedOnly, type World } from '../../testing/example.ts';

const memberRole = 5;

export const projectAccessExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/access',
    arrange: async ({ project }) => ({ params: { projectId: project } }),
    access: permittedOnly,
  },
  {
    method: 'POST',
    path: '/api/admin/projects/:projectId/access',
    arrange: async ({ db, project }) => ({
      params: { projectId: project },
      body: { roles: [memberRole], groups: [await aGroup(db)], users: [(await aUser(db)).id] },
    }),
    access: membersOnly,
    records: ['project-access-added'],
  },
  {
    method: 'PUT',
    path: '/api/admin/projects/:projectId/access',
    arrange: async (world) => ({
      params: { projectId: world.project },
      body: { roles: [...(await currentAccess(world)), await newMember(world)] },
    }),
    access: membersOnly,
    records: ['project-access-updated'],
  },
  {
    method: 'POST',
    path: '/api/admin/projects/:projectId/role/:roleId/access',
    arrange: async ({ db, project }) => ({
      params: { projectId: project, roleId: memberRole },
      body: { groups: [], users: [{ id: (await aUser(db)).id }] },
    }),
    access: membersOnly,
    records: ['project-access-added'],
  },
  {
    method: 'PUT',
    path: '/api/admin/projects/:projectId/users/:id/roles',
    arrange: async ({ db, project }) => ({
      params: { projectId: project, id: (await aUser(db)).id },
      body: { roles: [memberRole] },
    }),
    access: membersOnly,
    records: ['project-access-user-roles-updated'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/projects/:projectId/users/:id/roles',
    arrange: async ({ db, project }) => {
      const { id } = await aUser(db);
      await aGrant(db, { project, userId: id });
      return { params: { projectId: project, id } };
    },
    access: membersOnly,
    records: ['project-access-user-roles-deleted'],
  },
  {
    method: 'PUT',
    path: '/api/admin/projects/:projectId/groups/:id/roles',
    arrange: async ({ db, project }) => ({
      params: { projectId: project, id: await aGroup(db) },
      body: { roles: [memberRole] },
    }),
    access: membersOnly,
    records: ['project-access-group-roles-updated'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/projects/:projectId/groups/:id/roles',
    arrange: async ({ db, project }) => {
      const id = await aGroup(db);
      await aGrant(db, { project, groupId: id });
      return { params: { projectId: project, id } };
    },
    access: membersOnly,
    records: ['project-access-group-roles-deleted'],
  },
];

type WithRoles = { id: number; roles: number[] };

/** The current access, so that the example does not revoke roles of the test users. */
async function currentAccess({ get, project }: World) {
  const { body } = await get(`/api/admin/projects/${project}/access`);
  const users = body.users.flatMap(({ id, roles }: WithRoles) =>
    roles.map((role) => ({ id: role, users: [id], groups: [] })),
  );
  const groups = body.groups.flatMap(({ id, roles }: WithRoles) =>
    roles.map((role) => ({ id: role, users: [], groups: [id] })),
  );
  return [...users, ...groups];
}

const newMember = async ({ db }: World) => ({
  id: memberRole,
  users: [(await aUser(db)).id],
  groups: [],
});
