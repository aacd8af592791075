import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { notFound } from '../../platform/errors.ts';
import { Empty, failures, IdParams, ref } from '../../platform/http/schema.ts';
import { createGroup, deleteGroup, updateGroup } from './commands.ts';
import { findGroup, listGroups } from './queries.ts';
import { Group, GroupPatch, Groups, NewGroup } from './schema.ts';

export const groupRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(Group);

  app.get(
    '/api/admin/groups',
    {
      config: { access: ['ADMIN'] },
      schema: {
        operationId: 'getGroups',
        summary: 'List groups and their members',
        tags: ['Groups'],
        response: { 200: Groups, ...failures },
      },
    },
    async () => ({ groups: await listGroups(app.db) }),
  );

  app.get(
    '/api/admin/groups/:id',
    {
      config: { access: ['ADMIN'] },
      schema: {
        operationId: 'getGroup',
        summary: 'Read a group and its members',
        tags: ['Groups'],
        params: IdParams,
        response: { 200: ref(Group), ...failures },
      },
    },
    async ({ params }) => {
      const group = await findGroup(app.db, params.id);
      if (!group) throw notFound(`Group ${params.id}`);
      return group;
    },
  );

  app.post(
    '/api/admin/groups',
    {
      config: { access: ['ADMIN'], echo: Group },
      schema: {
        operationId: 'createGroup',
        summary: 'Create a group',
        description: 'Members hold every role of their groups, from their next request on.',
        tags: ['Groups'],
        body: NewGroup,
        response: { 201: ref(Group), ...failures },
      },
    },
    async ({ caller, body }, reply) => {
      const group = await inTransaction(app.db, (tx) => createGroup(tx, caller, body));
      return reply.code(201).send(group);
    },
  );

  app.put(
    '/api/admin/groups/:id',
    {
      config: { access: ['ADMIN'], echo: Group },
      schema: {
        operationId: 'updateGroup',
        summary: 'Change a group',
        description: 'What is left out stays as it is; users, when given, replaces all members.',
        tags: ['Groups'],
        params: IdParams,
        body: GroupPatch,
        response: { 200: ref(Group), ...failures },
      },
    },
    async ({ caller, params, body }) =>
      inTransaction(app.db, (tx) => updateGroup(tx, caller, params.id, body)),
  );

  app.delete(
    '/api/admin/groups/:id',
    {
      config: { access: ['ADMIN'] },
      schema: {
        operationId: 'deleteGroup',
        summary: 'Delete a group',
        description: 'The roles it holds in projects go with it.',
        tags: ['Groups'],
        params: IdParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      await inTransaction(app.db, (tx) => deleteGroup(tx, caller, params.id));
      return null;
    },
  );
};
