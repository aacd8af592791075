import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { Empty, failures, IdParams, ref } from '../../platform/http/schema.ts';
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
  TokenParams,
} from './schema.ts';

export const serviceAccountRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(Role);
  app.addSchema(PersonalToken);
  app.addSchema(ServiceAccount);

  app.get(
    '/api/admin/service-account',
    {
      config: { access: ['ADMIN'] },
      schema: {
        operationId: 'getServiceAccounts',
        summary: 'List service accounts with their tokens',
        tags: ['Service accounts'],
        response: { 200: ServiceAccounts, ...failures },
      },
    },
    async () => showServiceAccounts(app.db),
  );

  app.post(
    '/api/admin/service-account',
    {
      config: { access: ['ADMIN'], echo: ServiceAccount },
      schema: {
        operationId: 'createServiceAccount',
        summary: 'Create a service account',
        description: 'It cannot log in; it calls with tokens of its own.',
        tags: ['Service accounts'],
        body: NewServiceAccount,
        response: { 201: ref(ServiceAccount), ...failures },
      },
    },
    async ({ caller, body }, reply) => {
      const account = await inTransaction(app.db, (tx) => createServiceAccount(tx, caller, body));
      return reply.code(201).send(account);
    },
  );

  app.put(
    '/api/admin/service-account/:id',
    {
      config: { access: ['ADMIN'], echo: ServiceAccount },
      schema: {
        operationId: 'updateServiceAccount',
        summary: 'Change the name or the role of a service account',
        tags: ['Service accounts'],
        params: IdParams,
        body: ServiceAccountPatch,
        response: { 200: ref(ServiceAccount), ...failures },
      },
    },
    async ({ caller, params, body }) =>
      inTransaction(app.db, (tx) => updateServiceAccount(tx, caller, params.id, body)),
  );

  app.delete(
    '/api/admin/service-account/:id',
    {
      config: { access: ['ADMIN'] },
      schema: {
        operationId: 'deleteServiceAccount',
        summary: 'Delete a service account and its tokens',
        tags: ['Service accounts'],
        params: IdParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      await inTransaction(app.db, (tx) => deleteServiceAccount(tx, caller, params.id));
      return null;
    },
  );

  app.get(
    '/api/admin/service-account/:id/token',
    {
      config: { access: ['ADMIN'] },
      schema: {
        operationId: 'getServiceAccountTokens',
        summary: 'List the tokens of a service account',
        tags: ['Service accounts'],
        params: IdParams,
        response: { 200: PersonalTokens, ...failures },
      },
    },
    async ({ params }) => ({ pats: await listAccountTokens(app.db, params.id) }),
  );

  app.post(
    '/api/admin/service-account/:id/token',
    {
      config: { access: ['ADMIN'], echo: PersonalToken },
      schema: {
        operationId: 'createServiceAccountToken',
        summary: 'Create a token for a service account',
        description: 'Without expiresAt it lives for ever. The answer shows the secret, this once.',
        tags: ['Service accounts'],
        params: IdParams,
        body: NewServiceAccountToken,
        response: { 201: ref(PersonalToken), ...failures },
      },
    },
    async ({ caller, params, body }, reply) => {
      const token = await inTransaction(app.db, (tx) =>
        createAccountToken(tx, caller, params.id, body),
      );
      return reply.code(201).send(token);
    },
  );

  app.delete(
    '/api/admin/service-account/:id/token/:tokenId',
    {
      config: { access: ['ADMIN'] },
      schema: {
        operationId: 'deleteServiceAccountToken',
        summary: 'Delete a token of a service account',
        tags: ['Service accounts'],
        params: TokenParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      await inTransaction(app.db, (tx) => deleteAccountToken(tx, caller, params));
      return null;
    },
  );
};
