import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { inTransaction } from '../../events/record.ts';
import { Empty, failures, ProjectParams, ref } from '../../platform/http/schema.ts';
import {
  createApiToken,
  createProjectToken,
  deleteApiToken,
  deleteProjectToken,
  updateApiToken,
  viewToken,
} from './commands.ts';
import { listProjectTokens, listReadableTokens } from './queries.ts';
import { ApiToken, ApiTokenExpiry, ApiTokens, NewApiToken, TokenParams } from './schema.ts';

export const tokenRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(ApiToken);

  app.get(
    '/api/admin/api-tokens',
    {
      config: { access: ['READ_CLIENT_API_TOKEN', 'READ_FRONTEND_API_TOKEN'] },
      schema: {
        operationId: 'getAllApiTokens',
        summary: 'List API tokens',
        description: 'Tokens of the kinds the caller may read, secrets replaced by stand-ins.',
        tags: ['API tokens'],
        response: { 200: ApiTokens, ...failures },
      },
    },
    async ({ caller }) => ({
      tokens: (await listReadableTokens(app.db, caller)).map(viewToken),
    }),
  );

  app.get(
    '/api/admin/api-tokens/:name',
    {
      config: { access: ['READ_CLIENT_API_TOKEN', 'READ_FRONTEND_API_TOKEN'] },
      schema: {
        operationId: 'getApiTokensByName',
        summary: 'List API tokens of one name',
        tags: ['API tokens'],
        params: Type.Object({ name: Type.String() }),
        response: { 200: ApiTokens, ...failures },
      },
    },
    async ({ caller, params }) => ({
      tokens: (await listReadableTokens(app.db, caller, params.name)).map(viewToken),
    }),
  );

  app.post(
    '/api/admin/api-tokens',
    {
      config: {
        access: ['CREATE_CLIENT_API_TOKEN', 'CREATE_FRONTEND_API_TOKEN'],
        echo: ApiToken,
      },
      schema: {
        operationId: 'createApiToken',
        summary: 'Create an API token',
        description:
          'The answer shows the secret, this once. Admin tokens need the ADMIN permission.',
        tags: ['API tokens'],
        body: NewApiToken,
        response: { 201: ref(ApiToken), ...failures },
      },
    },
    async ({ caller, body }, reply) => {
      const token = await inTransaction(app.db, (tx) => createApiToken(tx, caller, body));
      return reply.code(201).send(token);
    },
  );

  app.put(
    '/api/admin/api-tokens/:token',
    {
      config: {
        access: ['UPDATE_CLIENT_API_TOKEN', 'UPDATE_FRONTEND_API_TOKEN'],
        echo: ApiToken,
      },
      schema: {
        operationId: 'updateApiToken',
        summary: 'Change when an API token expires',
        description: 'The token is named by its text or by the stand-in that lists show.',
        tags: ['API tokens'],
        params: TokenParams,
        body: ApiTokenExpiry,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params, body }) => {
      await inTransaction(app.db, (tx) => updateApiToken(tx, caller, params.token, body.expiresAt));
      return null;
    },
  );

  app.delete(
    '/api/admin/api-tokens/:token',
    {
      config: { access: ['DELETE_CLIENT_API_TOKEN', 'DELETE_FRONTEND_API_TOKEN'] },
      schema: {
        operationId: 'deleteApiToken',
        summary: 'Delete an API token',
        description: 'Takes effect on the next request. An unknown token is a success too.',
        tags: ['API tokens'],
        params: TokenParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      await inTransaction(app.db, (tx) => deleteApiToken(tx, caller, params.token));
      return null;
    },
  );

  app.get(
    '/api/admin/projects/:projectId/api-tokens',
    {
      config: { access: ['READ_PROJECT_API_TOKEN'] },
      schema: {
        operationId: 'getProjectApiTokens',
        summary: 'List the API tokens of a project',
        tags: ['Projects'],
        params: ProjectParams,
        response: { 200: ApiTokens, ...failures },
      },
    },
    async ({ caller, params }) => ({
      tokens: (await listProjectTokens(app.db, caller, params.projectId)).map(viewToken),
    }),
  );

  app.post(
    '/api/admin/projects/:projectId/api-tokens',
    {
      config: { access: ['CREATE_PROJECT_API_TOKEN'], echo: ApiToken },
      schema: {
        operationId: 'createProjectApiToken',
        summary: 'Create an API token for a project',
        description: 'A client or frontend token for this project alone.',
        tags: ['Projects'],
        params: ProjectParams,
        body: NewApiToken,
        response: { 201: ref(ApiToken), ...failures },
      },
    },
    async ({ caller, params, body }, reply) => {
      const token = await inTransaction(app.db, (tx) =>
        createProjectToken(tx, caller, params.projectId, body),
      );
      return reply.code(201).send(token);
    },
  );

  app.delete(
    '/api/admin/projects/:projectId/api-tokens/:token',
    {
      config: { access: ['DELETE_PROJECT_API_TOKEN'] },
      schema: {
        operationId: 'deleteProjectApiToken',
        summary: 'Delete an API token of a project',
        tags: ['Projects'],
        params: Type.Object({ ...ProjectParams.properties, ...TokenParams.properties }),
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      await inTransaction(app.db, (tx) =>
        deleteProjectToken(tx, caller, params.projectId, params.token),
      );
      return null;
    },
  );
};
