import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { notFound } from '../../platform/errors.ts';
import { Empty, failures, ProjectParams, ref } from '../../platform/http/schema.ts';
import {
  assertNameIsFree,
  createEnvironment,
  deleteEnvironment,
  setSortOrders,
  updateEnvironment,
} from './commands.ts';
import { findEnvironment, listEnvironments, listProjectEnvironments } from './queries.ts';
import {
  Environment,
  EnvironmentPatch,
  Environments,
  NameParams,
  NewEnvironment,
  ProjectEnvironments,
  SortOrders,
  WantedName,
} from './schema.ts';

export const environmentRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(Environment);

  app.get(
    '/api/admin/environments',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getAllEnvironments',
        summary: 'List environments',
        description: 'In their sort order, then by name.',
        tags: ['Environments'],
        response: { 200: Environments, ...failures },
      },
    },
    async ({ caller }) => ({
      version: 1,
      environments: await listEnvironments(app.db, caller),
    }),
  );

  app.get(
    '/api/admin/environments/:name',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getEnvironment',
        summary: 'Get an environment',
        tags: ['Environments'],
        params: NameParams,
        response: { 200: ref(Environment), ...failures },
      },
    },
    async ({ caller, params }) => {
      const environment = await findEnvironment(app.db, caller, params.name);
      if (!environment) throw notFound(`Environment ${params.name}`);
      return environment;
    },
  );

  app.get(
    '/api/admin/environments/project/:projectId',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getProjectEnvironments',
        summary: 'List the environments as a project sees them',
        description: 'All of them; `visible` tells which ones the project uses.',
        tags: ['Environments'],
        params: ProjectParams,
        response: { 200: ProjectEnvironments, ...failures },
      },
    },
    async ({ params }) => ({
      version: 1,
      environments: await listProjectEnvironments(app.db, params.projectId),
    }),
  );

  app.post(
    '/api/admin/environments',
    {
      config: { access: ['ADMIN'], echo: Environment },
      schema: {
        operationId: 'createEnvironment',
        summary: 'Create an environment',
        description: 'Projects created later start with it; existing ones take it up themselves.',
        tags: ['Environments'],
        body: NewEnvironment,
        response: { 201: ref(Environment), ...failures },
      },
    },
    async ({ caller, body }, reply) => {
      const environment = await inTransaction(app.db, (tx) => createEnvironment(tx, caller, body));
      return reply.code(201).send(environment);
    },
  );

  app.post(
    '/api/admin/environments/validate',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'validateEnvironmentName',
        summary: 'Is this name good for a new environment?',
        tags: ['Environments'],
        body: WantedName,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ body }) => {
      await assertNameIsFree(app.db, body.name);
      return null;
    },
  );

  app.put(
    '/api/admin/environments/update/:name',
    {
      config: { access: ['ADMIN'], echo: Environment },
      schema: {
        operationId: 'updateEnvironment',
        summary: 'Change an environment',
        description: 'Members left out keep their value. The name cannot be changed.',
        tags: ['Environments'],
        params: NameParams,
        body: EnvironmentPatch,
        response: { 200: ref(Environment), ...failures },
      },
    },
    async ({ caller, params, body }) =>
      inTransaction(app.db, (tx) => updateEnvironment(tx, caller, params.name, body)),
  );

  app.delete(
    '/api/admin/environments/:name',
    {
      config: { access: ['ADMIN'] },
      schema: {
        operationId: 'removeEnvironment',
        summary: 'Delete an environment',
        description: 'With its API tokens and the configuration of every flag in it.',
        tags: ['Environments'],
        params: NameParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      await inTransaction(app.db, (tx) => deleteEnvironment(tx, caller, params.name));
      return null;
    },
  );

  app.put(
    '/api/admin/environments/sort-order',
    {
      config: { access: ['ADMIN'] },
      schema: {
        operationId: 'updateSortOrder',
        summary: 'Reorder environments',
        description: 'One member an environment: its name and its new place.',
        tags: ['Environments'],
        body: SortOrders,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, body }) => {
      await inTransaction(app.db, (tx) => setSortOrders(tx, caller, body));
      return null;
    },
  );

  for (const [path, operationId, enabled] of [
    ['/api/admin/environments/:name/on', 'toggleEnvironmentOn', true],
    ['/api/admin/environments/:name/off', 'toggleEnvironmentOff', false],
  ] as const) {
    app.post(
      path,
      {
        config: { access: ['ADMIN'] },
        schema: {
          operationId,
          summary: enabled ? 'Enable an environment' : 'Disable an environment',
          description: 'New projects start with the enabled ones.',
          tags: ['Environments'],
          params: NameParams,
          response: { 204: Empty, ...failures },
        },
      },
      async ({ caller, params }, reply) => {
        await inTransaction(app.db, (tx) =>
          updateEnvironment(tx, caller, params.name, { enabled }),
        );
        return reply.code(204).send(null);
      },
    );
  }
};
