import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { Id, ref } from '../../platform/http/schema.ts';
import { assertHasTokens, createOwnToken, deleteOwnToken } from './commands.ts';
import { listPersonalTokens } from './queries.ts';
import { NewPersonalToken, PersonalToken, PersonalTokens } from './schema.ts';

export const personalTokenRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, {
    tag: 'Personal access tokens',
    schemas: [PersonalToken],
  });

  read('GET /api/admin/user/tokens', {
    access: 'authenticated',
    operationId: 'getPats',
    summary: 'List your personal tokens',
    response: PersonalTokens,
    handler: async (db, { caller }) => {
      assertHasTokens(caller);
      return { pats: await listPersonalTokens(db, caller.id) };
    },
  });

  write('POST /api/admin/user/tokens', {
    access: 'authenticated',
    operationId: 'createPat',
    summary: 'Create a personal token',
    description: 'It has all your permissions. Only this response contains the secret.',
    body: NewPersonalToken,
    status: 201,
    response: ref(PersonalToken),
    handler: (tx, { caller, body }) => createOwnToken(tx, caller, body),
  });

  write('DELETE /api/admin/user/tokens/:id', {
    access: 'authenticated',
    operationId: 'deletePat',
    summary: 'Delete one of your personal tokens',
    description: 'Takes effect on the next request.',
    params: { id: Id },
    handler: (tx, { caller, params }) => deleteOwnToken(tx, caller, params.id),
  });
};
