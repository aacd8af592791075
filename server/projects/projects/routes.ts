import type { FastifyPluginAsync } from 'fastify';
import { found } from '../../platform/errors.ts';
import { routesFor, withHeaders } from '../../platform/http/routes.ts';
import { ref, versionFailure } from '../../platform/http/schema.ts';
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
  const { read, write, route } = routesFor(app, {
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
    handler: async (db, { caller, params: { projectId } }) => {
      const overview = found(await findOverview(db, caller, projectId), 'Project', projectId);
      const { etag: _, ...shown } = overview;
      return { ...shown, features: await listActiveFlags(db, projectId) };
    },
  });

  route('GET /api/admin/projects/:projectId/overview', {
    access: 'authenticated',
    standby: true,
    operationId: 'getProjectOverview',
    summary: 'Get the overview of a project',
    description: 'The ETag is the version of its settings, for If-Match.',
    response: ref(ProjectOverview),
    handler: (request, reply) => {
      const { caller, params } = request;
      return request.read(async (db) => {
        const overview = await findOverview(db, caller, params.projectId);
        const { etag, ...shown } = found(overview, 'Project', params.projectId);
        const more = await findTypesAndOnboarding(db, params.projectId);
        return withHeaders(reply, { etag }, { ...shown, ...more });
      });
    },
  });

  route('PUT /api/admin/projects/:projectId', {
    access: ['UPDATE_PROJECT'],
    operationId: 'updateProject',
    summary: 'Change a project',
    description:
      'Members left out keep their value. The naming rule is changed with the settings. ' +
      'With If-Match, only that version is updated.',
    body: ProjectUpdate,
    failures: versionFailure,
    handler: async ({ caller, params, body, headers }, reply) => {
      const change = { update: body, ifMatch: headers['if-match'] };
      const etag = await app.inTransaction((tx) =>
        updateProject(tx, caller, params.projectId, change),
      );
      void reply.header('etag', etag);
    },
  });

  route('PUT /api/admin/projects/:projectId/settings', {
    access: ['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE'],
    operationId: 'updateProjectSettings',
    summary: 'Change the settings of a project',
    description: 'Members left out keep their value. With If-Match, only that version is updated.',
    body: ProjectSettings,
    failures: versionFailure,
    handler: async ({ caller, params, body, headers }, reply) => {
      const change = { update: body, ifMatch: headers['if-match'] };
      const etag = await app.inTransaction((tx) =>
        updateSettings(tx, caller, params.projectId, change),
      );
      void reply.header('etag', etag);
    },
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
