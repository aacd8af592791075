import type { FastifyPluginAsync } from 'fastify';
import { found } from '../../platform/errors.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { ProjectParams, ref } from '../../platform/http/schema.ts';
import {
  assertNameIsFree,
  createEnvironment,
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

export const environmentRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Environments', schemas: [Environment] });

  read('GET /api/admin/environments', {
    access: 'authenticated',
    operationId: 'getAllEnvironments',
    summary: 'List environments',
    description: 'In their sort order, then by name.',
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
    params: NameParams,
    response: ref(Environment),
    handler: async (db, { caller, params }) =>
      found(await findEnvironment(db, caller, params.name), 'Environment', params.name),
  });

  read('GET /api/admin/environments/project/:projectId', {
    access: 'authenticated',
    operationId: 'getProjectEnvironments',
    summary: 'List the environments as a project sees them',
    description: 'All of them; `visible` tells which ones the project uses.',
    params: ProjectParams,
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
    description: 'Projects created later start with it; existing ones take it up themselves.',
    body: NewEnvironment,
    echo: Environment,
    status: 201,
    response: ref(Environment),
    handler: (tx, { caller, body }) => createEnvironment(tx, caller, body),
  });

  read('POST /api/admin/environments/validate', {
    access: 'authenticated',
    operationId: 'validateEnvironmentName',
    summary: 'Is this name good for a new environment?',
    body: WantedName,
    handler: (db, { body }) => assertNameIsFree(db, body.name),
  });

  write('PUT /api/admin/environments/update/:name', {
    access: ['ADMIN'],
    operationId: 'updateEnvironment',
    summary: 'Change an environment',
    description: 'Members left out keep their value. The name cannot be changed.',
    params: NameParams,
    body: EnvironmentPatch,
    echo: Environment,
    response: ref(Environment),
    handler: (tx, { caller, params, body }) => updateEnvironment(tx, caller, params.name, body),
  });

  write('PUT /api/admin/environments/sort-order', {
    access: ['ADMIN'],
    operationId: 'updateSortOrder',
    summary: 'Reorder environments',
    description: 'One member an environment: its name and its new place.',
    body: SortOrders,
    handler: (tx, { caller, body }) => setSortOrders(tx, caller, body),
  });

  write('POST /api/admin/environments/:name/on', {
    access: ['ADMIN'],
    operationId: 'toggleEnvironmentOn',
    summary: 'Enable an environment',
    description: 'New projects start with the enabled ones.',
    params: NameParams,
    status: 204,
    handler: (tx, { caller, params }) =>
      updateEnvironment(tx, caller, params.name, { enabled: true }),
  });

  write('POST /api/admin/environments/:name/off', {
    access: ['ADMIN'],
    operationId: 'toggleEnvironmentOff',
    summary: 'Disable an environment',
    description: 'New projects start with the enabled ones.',
    params: NameParams,
    status: 204,
    handler: (tx, { caller, params }) =>
      updateEnvironment(tx, caller, params.name, { enabled: false }),
  });
};
