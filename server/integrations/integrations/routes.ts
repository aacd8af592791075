import type { FastifyPluginAsync } from 'fastify';
import { found } from '../../platform/errors.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { Id, ref } from '../../platform/http/schema.ts';
import { describeKinds } from '../kinds/schema.ts';
import {
  createIntegration,
  deleteIntegration,
  resumeIntegration,
  rotateSigningSecret,
  updateIntegration,
} from './commands.ts';
import { findIntegration, listIntegrations } from './queries.ts';
import { type IntegrationScope, keyOf, scopeOf, scopes, viewIntegration } from './rules.ts';
import {
  CreatedIntegration,
  Integration,
  Integrations,
  IntegrationUpdate,
  NewIntegration,
  Resumption,
  RotatedSecret,
} from './schema.ts';

export const integrationRoutes: FastifyPluginAsync = async (app) => {
  const routes = routesFor(app, { tag: 'Integrations', schemas: [Integration] });
  for (const scope of scopes) {
    registerReads(app, routes, scope);
    registerWrites(app, routes, scope);
    registerActions(app, routes, scope);
  }
};

type App = Parameters<FastifyPluginAsync>[0];
type Routes = ReturnType<typeof routesFor>;

const params = { id: Id };

function registerReads(
  { sendMail }: App,
  { read }: Routes,
  { path, title, tag, ...access }: IntegrationScope,
): void {
  read(`GET ${path}`, {
    access: access.read,
    operationId: `list${title}s`,
    summary: 'List integrations and the kinds that can be created',
    tag,
    response: Integrations,
    handler: async (db, { params: given }) => ({
      integrations: (await listIntegrations(db, scopeOf(given).project)).map(viewIntegration),
      kinds: describeKinds({ mail: sendMail !== undefined }),
    }),
  });

  read(`GET ${path}/:id`, {
    access: access.read,
    operationId: `get${title}`,
    summary: 'Get an integration',
    tag,
    params,
    response: ref(Integration),
    handler: async (db, { params: given }) => {
      const key = keyOf(given);
      return viewIntegration(found(await findIntegration(db, key), 'Integration', key.id));
    },
  });
}

function registerWrites(
  { encryption, sendMail }: App,
  { write }: Routes,
  { path, title, tag, ...access }: IntegrationScope,
): void {
  write(`POST ${path}`, {
    access: access.create,
    operationId: `create${title}`,
    summary: 'Create an integration',
    description: 'It gets every matching event that is recorded from now on.',
    tag,
    body: NewIntegration,
    status: 201,
    response: CreatedIntegration,
    handler: async (tx, { caller, params: given, body }) => {
      const input = { ...body, encryption, mail: sendMail !== undefined };
      const created = await createIntegration(tx, caller, scopeOf(given), input);
      return { ...viewIntegration(created.stored), signingSecret: created.signingSecret };
    },
  });

  write(`PUT ${path}/:id`, {
    access: access.update,
    operationId: `update${title}`,
    summary: 'Replace the settings of an integration',
    description: 'Retries at once if it was failing or parked.',
    tag,
    params,
    body: IntegrationUpdate,
    response: ref(Integration),
    handler: async (tx, { caller, params: given, body }) =>
      viewIntegration(await updateIntegration(tx, caller, keyOf(given), { ...body, encryption })),
  });

  write(`DELETE ${path}/:id`, {
    access: access.remove,
    operationId: `delete${title}`,
    summary: 'Delete an integration',
    tag,
    params,
    handler: (tx, { caller, params: given }) => deleteIntegration(tx, caller, keyOf(given)),
  });
}

function registerActions(
  { encryption }: App,
  { write }: Routes,
  { path, title, tag, ...access }: IntegrationScope,
): void {
  write(`POST ${path}/:id/resume`, {
    access: access.update,
    operationId: `resume${title}`,
    summary: 'Retry at once, or send again from an event on',
    tag,
    params,
    body: Resumption,
    response: ref(Integration),
    handler: async (tx, { caller, params: given, body }) =>
      viewIntegration(await resumeIntegration(tx, caller, keyOf(given), body)),
  });

  write(`POST ${path}/:id/rotate-secret`, {
    access: access.update,
    operationId: `rotate${title}Secret`,
    summary: 'Replace the signing secret',
    description: 'For a day, requests are signed with the former secret too.',
    tag,
    params,
    response: RotatedSecret,
    handler: (tx, { caller, params: given }) =>
      rotateSigningSecret(tx, caller, keyOf(given), { encryption, now: Date.now() }),
  });
}
