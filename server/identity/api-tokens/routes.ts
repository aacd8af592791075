import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import {
  createApiToken,
  createProjectToken,
  deleteApiToken,
  deleteProjectToken,
  updateApiToken,
  viewToken,
} from './commands.ts';
import { listProjectTokens, listReadableTokens } from './queries.ts';
import { ApiToken, ApiTokenExpiry, ApiTokens, NewApiToken } from './schema.ts';

export const tokenRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'API tokens', schemas: [ApiToken] });

  read('GET /api/admin/api-tokens', {
    access: ['READ_CLIENT_API_TOKEN', 'READ_FRONTEND_API_TOKEN'],
    operationId: 'getAllApiTokens',
    summary: 'List API tokens',
    description: 'Tokens of the types the caller may read, with placeholders instead of secrets.',
    response: ApiTokens,
    handler: async (db, { caller }) => ({
      tokens: (await listReadableTokens(db, caller)).map(viewToken),
    }),
  });

  read('GET /api/admin/api-tokens/:name', {
    access: ['READ_CLIENT_API_TOKEN', 'READ_FRONTEND_API_TOKEN'],
    operationId: 'getApiTokensByName',
    summary: 'List API tokens by name',
    response: ApiTokens,
    handler: async (db, { caller, params }) => ({
      tokens: (await listReadableTokens(db, caller, params.name)).map(viewToken),
    }),
  });

  write('POST /api/admin/api-tokens', {
    access: ['CREATE_CLIENT_API_TOKEN', 'CREATE_FRONTEND_API_TOKEN'],
    operationId: 'createApiToken',
    summary: 'Create an API token',
    description: 'Only this response contains the secret. Admin tokens need the permission ADMIN.',
    body: NewApiToken,
    status: 201,
    response: ref(ApiToken),
    handler: (tx, { caller, body }) => createApiToken(tx, caller, body),
  });

  write('PUT /api/admin/api-tokens/:token', {
    access: ['UPDATE_CLIENT_API_TOKEN', 'UPDATE_FRONTEND_API_TOKEN'],
    operationId: 'updateApiToken',
    summary: 'Update the expiry of an API token',
    description: 'The token is identified by its text or by the placeholder in lists.',
    body: ApiTokenExpiry,
    handler: (tx, { caller, params, body }) =>
      updateApiToken(tx, caller, params.token, body.expiresAt),
  });

  write('DELETE /api/admin/api-tokens/:token', {
    access: ['DELETE_CLIENT_API_TOKEN', 'DELETE_FRONTEND_API_TOKEN'],
    operationId: 'deleteApiToken',
    summary: 'Delete an API token',
    description: 'Takes effect on the next request. The response is 200 for an unknown token too.',
    handler: (tx, { caller, params }) => deleteApiToken(tx, caller, params.token),
  });

  read('GET /api/admin/projects/:projectId/api-tokens', {
    access: ['READ_PROJECT_API_TOKEN'],
    operationId: 'getProjectApiTokens',
    summary: 'List the API tokens of a project',
    tag: 'Projects',
    response: ApiTokens,
    handler: async (db, { caller, params }) => ({
      tokens: (await listProjectTokens(db, caller, params.projectId)).map(viewToken),
    }),
  });

  write('POST /api/admin/projects/:projectId/api-tokens', {
    access: ['CREATE_PROJECT_API_TOKEN'],
    operationId: 'createProjectApiToken',
    summary: 'Create an API token for a project',
    description: 'A client or frontend token for this project only.',
    tag: 'Projects',
    body: NewApiToken,
    status: 201,
    response: ref(ApiToken),
    handler: (tx, { caller, params, body }) =>
      createProjectToken(tx, caller, params.projectId, body),
  });

  write('DELETE /api/admin/projects/:projectId/api-tokens/:token', {
    access: ['DELETE_PROJECT_API_TOKEN'],
    operationId: 'deleteProjectApiToken',
    summary: 'Delete an API token of a project',
    tag: 'Projects',
    handler: (tx, { caller, params }) =>
      deleteProjectToken(tx, caller, params.projectId, params.token),
  });
};
