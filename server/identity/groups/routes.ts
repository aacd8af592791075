import type { FastifyPluginAsync } from 'fastify';
import { found } from '../../platform/errors.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { Id, ref } from '../../platform/http/schema.ts';
import { createGroup, deleteGroup, updateGroup } from './commands.ts';
import { findGroup, listGroups } from './queries.ts';
import { Group, GroupPatch, Groups, NewGroup } from './schema.ts';

export const groupRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Groups', schemas: [Group] });

  read('GET /api/admin/groups', {
    access: ['ADMIN'],
    operationId: 'getGroups',
    summary: 'List groups and their members',
    response: Groups,
    handler: async (db) => ({ groups: await listGroups(db) }),
  });

  read('GET /api/admin/groups/:id', {
    access: ['ADMIN'],
    operationId: 'getGroup',
    summary: 'Read a group and its members',
    params: { id: Id },
    response: ref(Group),
    handler: async (db, { params }) => found(await findGroup(db, params.id), 'Group', params.id),
  });

  write('POST /api/admin/groups', {
    access: ['ADMIN'],
    operationId: 'createGroup',
    summary: 'Create a group',
    description: 'Members have all roles of their groups, from their next request on.',
    body: NewGroup,
    status: 201,
    response: ref(Group),
    handler: (tx, { caller, body }) => createGroup(tx, caller, body),
  });

  write('PUT /api/admin/groups/:id', {
    access: ['ADMIN'],
    operationId: 'updateGroup',
    summary: 'Update a group',
    description: 'Omitted properties are unchanged; users replaces all members.',
    params: { id: Id },
    body: GroupPatch,
    response: ref(Group),
    handler: (tx, { caller, params, body }) => updateGroup(tx, caller, params.id, body),
  });

  write('DELETE /api/admin/groups/:id', {
    access: ['ADMIN'],
    operationId: 'deleteGroup',
    summary: 'Delete a group',
    description: 'Revokes its roles in projects.',
    params: { id: Id },
    handler: (tx, { caller, params }) => deleteGroup(tx, caller, params.id),
  });
};
