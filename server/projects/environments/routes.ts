import type { FastifyPluginAsync } from 'fastify';
import { found } from '../../platform/errors.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import {
  assertNameIsFree,
  createEnvironment,
  setSortOrders,
  updateEnvironment,
} from './commands.ts';
import { findEnvironment, listEnvironments, listProjectEnvironments } from './queries.ts';
import {
  Environment,
  EnvironmentNameInput,
  EnvironmentPatch,
  Environments,
  NewEnvironment,
  ProjectEnvironments,
  SortOrders,
} from './schema.ts';

export const environmentRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Environments', schemas: [Environment] });

  read('GET /api/admin/environments', {
    access: 'authenticated',
    operationId: 'getAllEnvironments',
    summary: 'List environments',
    description: 'Sorted by sort order, then by name.',
    response: Environments,
    handler: async (db, { caller }) => ({
      version: 1,
      environments: await listEnvironments(db, caller),
    }),
  });

  read('GET /api/admin/environments/:name', {
    access: 'authenticated',
    operationId: 'getEnvironment',
    summary: 'Get an environment',
    response: ref(Environment),
    handler: async (db, { caller, params }) =>
      found(await findEnvironment(db, caller, params.name), 'Environment', params.name),
  });

  read('GET /api/admin/environments/project/:projectId', {
    access: 'authenticated',
    operationId: 'getProjectEnvironments',
    summary: 'List the environments for a project',
    description: 'All environments; `visible` is true for those of the project.',
    response: ProjectEnvironments,
    handler: async (db, { params }) => ({
      version: 1,
      environments: await listProjectEnvironments(db, params.projectId),
    }),
  });

  write('POST /api/admin/environments', {
    access: ['ADMIN'],
    operationId: 'createEnvironment',
    summary: 'Create an environment',
    description: 'New projects have it by default. It is not added to existing projects.',
    body: NewEnvironment,
    status: 201,
    response: ref(Environment),
    handler: (tx, { caller, body }) => createEnvironment(tx, caller, body),
  });

  read('POST /api/admin/environments/validate', {
    access: 'authenticated',
    operationId: 'validateEnvironmentName',
    summary: 'Validate an environment name',
    body: EnvironmentNameInput,
    handler: (db, { body }) => assertNameIsFree(db, body.name),
  });

  write('PUT /api/admin/environments/update/:name', {
    access: ['ADMIN'],
    operationId: 'updateEnvironment',
    summary: 'Change an environment',
    description: 'Members left out keep their value. The name cannot be changed.',
    body: EnvironmentPatch,
    response: ref(Environment),
    handler: (tx, { caller, params, body }) => updateEnvironment(tx, caller, params.name, body),
  });

  write('PUT /api/admin/environments/sort-order', {
    access: ['ADMIN'],
    operationId: 'updateSortOrder',
    summary: 'Reorder environments',
    description: 'Maps names of environments to their new sort order.',
    body: SortOrders,
    handler: (tx, { caller, body }) => setSortOrders(tx, caller, body),
  });

  write('POST /api/admin/environments/:name/on', {
    access: ['ADMIN'],
    operationId: 'toggleEnvironmentOn',
    summary: 'Enable an environment',
    description: 'By default, new projects have all enabled environments.',
    status: 204,
    handler: (tx, { caller, params }) =>
      updateEnvironment(tx, caller, params.name, { enabled: true }),
  });

  write('POST /api/admin/environments/:name/off', {
    access: ['ADMIN'],
    operationId: 'toggleEnvironmentOff',
    summary: 'Disable an environment',
    description: 'By default, new projects have all enabled environments.',
    status: 204,
    handler: (tx, { caller, params }) =>
      updateEnvironment(tx, caller, params.name, { enabled: false }),
  });
};
