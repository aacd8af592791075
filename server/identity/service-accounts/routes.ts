import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { Id, ref } from '../../platform/http/schema.ts';
import { Role } from '../access/schema.ts';
import {
  NewServiceAccountToken,
  PersonalToken,
  PersonalTokens,
} from '../personal-tokens/schema.ts';
import {
  createAccountToken,
  createServiceAccount,
  deleteAccountToken,
  deleteServiceAccount,
  listAccountTokens,
  showServiceAccounts,
  updateServiceAccount,
} from './commands.ts';
import {
  NewServiceAccount,
  ServiceAccount,
  ServiceAccountPatch,
  ServiceAccounts,
} from './schema.ts';

export const serviceAccountRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, {
    tag: 'Service accounts',
    schemas: [Role, PersonalToken, ServiceAccount],
  });

  read('GET /api/admin/service-account', {
    access: ['ADMIN'],
    operationId: 'getServiceAccounts',
    summary: 'List service accounts with their tokens',
    response: ServiceAccounts,
    handler: (db) => showServiceAccounts(db),
  });

  write('POST /api/admin/service-account', {
    access: ['ADMIN'],
    operationId: 'createServiceAccount',
    summary: 'Create a service account',
    description: 'It cannot log in; it authenticates with its own tokens.',
    body: NewServiceAccount,
    status: 201,
    response: ref(ServiceAccount),
    handler: (tx, { caller, body }) => createServiceAccount(tx, caller, body),
  });

  write('PUT /api/admin/service-account/:id', {
    access: ['ADMIN'],
    operationId: 'updateServiceAccount',
    summary: 'Update the name or the role of a service account',
    params: { id: Id },
    body: ServiceAccountPatch,
    response: ref(ServiceAccount),
    handler: (tx, { caller, params, body }) => updateServiceAccount(tx, caller, params.id, body),
  });

  write('DELETE /api/admin/service-account/:id', {
    access: ['ADMIN'],
    operationId: 'deleteServiceAccount',
    summary: 'Delete a service account and its tokens',
    params: { id: Id },
    handler: (tx, { caller, params }) => deleteServiceAccount(tx, caller, params.id),
  });

  read('GET /api/admin/service-account/:id/token', {
    access: ['ADMIN'],
    operationId: 'getServiceAccountTokens',
    summary: 'List the tokens of a service account',
    params: { id: Id },
    response: PersonalTokens,
    handler: async (db, { params }) => ({ pats: await listAccountTokens(db, params.id) }),
  });

  write('POST /api/admin/service-account/:id/token', {
    access: ['ADMIN'],
    operationId: 'createServiceAccountToken',
    summary: 'Create a token for a service account',
    description:
      'Without expiresAt the token does not expire. Only this response contains the secret.',
    params: { id: Id },
    body: NewServiceAccountToken,
    status: 201,
    response: ref(PersonalToken),
    handler: (tx, { caller, params, body }) => createAccountToken(tx, caller, params.id, body),
  });

  write('DELETE /api/admin/service-account/:id/token/:tokenId', {
    access: ['ADMIN'],
    operationId: 'deleteServiceAccountToken',
    summary: 'Delete a token of a service account',
    params: { id: Id, tokenId: Id },
    handler: (tx, { caller, params }) => deleteAccountToken(tx, caller, params),
  });
};
