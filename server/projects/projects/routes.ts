import type { FastifyPluginAsync } from 'fastify';
import { found } from '../../platform/errors.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import {
  archiveProject,
  assertIdIsFree,
  createProject,
  reviveProject,
  updateProject,
  updateSettings,
} from './commands.ts';
import { findOverview, findTypesAndOnboarding, listActiveFlags, listProjects } from './queries.ts';
import {
  CreatedProject,
  NewProject,
  Project,
  ProjectIdInput,
  ProjectOverview,
  ProjectSettings,
  Projects,
  ProjectsQuery,
  ProjectUpdate,
  ProjectWithFlags,
} from './schema.ts';

export const projectRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, {
    tag: 'Projects',
    schemas: [Project, ProjectOverview, ProjectWithFlags, CreatedProject],
  });

  read('GET /api/admin/projects', {
    access: 'authenticated',
    standby: true,
    operationId: 'getProjects',
    summary: 'List projects',
    description: 'Projects the caller may see, sorted by name.',
    querystring: ProjectsQuery,
    response: Projects,
    handler: async (db, { caller, query }) => ({
      version: 1,
      projects: await listProjects(db, caller, query.archived ?? false),
    }),
  });

  write('POST /api/admin/projects', {
    access: ['CREATE_PROJECT'],
    operationId: 'createProject',
    summary: 'Create a project',
    description: 'The caller becomes its Owner. An omitted id is derived from the name.',
    body: NewProject,
    status: 201,
    response: ref(CreatedProject),
    handler: (tx, { caller, body }) => createProject(tx, caller, body),
  });

  read('POST /api/admin/projects/validate', {
    access: ['CREATE_PROJECT'],
    operationId: 'validateProject',
    summary: 'Validate a project id',
    body: ProjectIdInput,
    handler: (db, { body }) => assertIdIsFree(db, body.id),
  });

  read('GET /api/admin/projects/:projectId', {
    access: 'authenticated',
    operationId: 'getDeprecatedProjectOverview',
    summary: 'Get a project with its flags',
    description: 'Use the overview and the flag search instead.',
    deprecated: true,
    response: ref(ProjectWithFlags),
    handler: async (db, { caller, params: { projectId } }) => ({
      ...found(await findOverview(db, caller, projectId), 'Project', projectId),
      features: await listActiveFlags(db, projectId),
    }),
  });

  read('GET /api/admin/projects/:projectId/overview', {
    access: 'authenticated',
    standby: true,
    operationId: 'getProjectOverview',
    summary: 'Get the overview of a project',
    response: ref(ProjectOverview),
    handler: async (db, { caller, params: { projectId } }) => ({
      ...found(await findOverview(db, caller, projectId), 'Project', projectId),
      ...(await findTypesAndOnboarding(db, projectId)),
    }),
  });

  write('PUT /api/admin/projects/:projectId', {
    access: ['UPDATE_PROJECT'],
    operationId: 'updateProject',
    summary: 'Change a project',
    description: 'Members left out keep their value. The naming rule is changed with the settings.',
    body: ProjectUpdate,
    handler: (tx, { caller, params, body }) => updateProject(tx, caller, params.projectId, body),
  });

  write('PUT /api/admin/projects/:projectId/settings', {
    access: ['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE'],
    operationId: 'updateProjectSettings',
    summary: 'Change the settings of a project',
    description: 'Members left out keep their value.',
    body: ProjectSettings,
    handler: (tx, { caller, params, body }) => updateSettings(tx, caller, params.projectId, body),
  });

  write('POST /api/admin/projects/archive/:projectId', {
    access: ['DELETE_PROJECT'],
    operationId: 'archiveProject',
    summary: 'Archive a project',
    description: 'Refused while it has active flags.',
    handler: (tx, { caller, params }) => archiveProject(tx, caller, params.projectId),
  });

  write('POST /api/admin/projects/revive/:projectId', {
    access: ['DELETE_PROJECT'],
    operationId: 'reviveProject',
    summary: 'Revive an archived project',
    handler: (tx, { caller, params }) => reviveProject(tx, caller, params.projectId),
  });
};
