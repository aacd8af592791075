import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { Empty, failures, IdParams, ref } from '../../platform/http/schema.ts';
import { assertHasTokens, createOwnToken, deleteOwnToken } from './commands.ts';
import { listPersonalTokens } from './queries.ts';
import { NewPersonalToken, PersonalToken, PersonalTokens } from './schema.ts';

export const personalTokenRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(PersonalToken);

  app.get(
    '/api/admin/user/tokens',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getPats',
        summary: 'List your personal tokens',
        tags: ['Personal access tokens'],
        response: { 200: PersonalTokens, ...failures },
      },
    },
    async ({ caller }) => {
      assertHasTokens(caller);
      return { pats: await listPersonalTokens(app.db, caller.id) };
    },
  );

  app.post(
    '/api/admin/user/tokens',
    {
      config: { access: 'authenticated', echo: PersonalToken },
      schema: {
        operationId: 'createPat',
        summary: 'Create a personal token',
        description: 'It can do what you can. The answer shows the secret, this once.',
        tags: ['Personal access tokens'],
        body: NewPersonalToken,
        response: { 201: ref(PersonalToken), ...failures },
      },
    },
    async ({ caller, body }, reply) => {
      const token = await inTransaction(app.db, (tx) => createOwnToken(tx, caller, body));
      return reply.code(201).send(token);
    },
  );

  app.delete(
    '/api/admin/user/tokens/:id',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'deletePat',
        summary: 'Delete one of your personal tokens',
        description: 'Takes effect on the next request.',
        tags: ['Personal access tokens'],
        params: IdParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      await inTransaction(app.db, (tx) => deleteOwnToken(tx, caller, params.id));
      return null;
    },
  );
};
