import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { inTransaction } from '../../events/record.ts';
import { notFound } from '../../platform/errors.ts';
import { Empty, failures, ProjectParams, ref } from '../../platform/http/schema.ts';
import {
  addEnvironment,
  archiveProject,
  assertIdIsFree,
  createProject,
  deleteProject,
  removeEnvironment,
  reviveProject,
  updateProject,
  updateSettings,
} from './commands.ts';
import { findOverview, findProgress, listLiveFlags, listProjects } from './queries.ts';
import {
  CreatedProject,
  NewProject,
  NewProjectEnvironment,
  Project,
  ProjectEcho,
  ProjectOverview,
  ProjectSettings,
  Projects,
  ProjectsQuery,
  ProjectUpdate,
  ProjectWithFlags,
  WantedId,
} from './schema.ts';

export const projectRoutes: FastifyPluginAsyncTypebox = async (app) => {
  for (const schema of [Project, ProjectOverview, ProjectWithFlags, CreatedProject]) {
    app.addSchema(schema);
  }

  app.get(
    '/api/admin/projects',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getProjects',
        summary: 'List projects',
        description: 'Those the caller may see, by name.',
        tags: ['Projects'],
        querystring: ProjectsQuery,
        response: { 200: Projects, ...failures },
      },
    },
    async ({ caller, query }) => ({
      version: 1,
      projects: await listProjects(app.db, caller, query.archived ?? false),
    }),
  );

  app.post(
    '/api/admin/projects',
    {
      config: { access: ['CREATE_PROJECT'], echo: ProjectEcho },
      schema: {
        operationId: 'createProject',
        summary: 'Create a project',
        description: 'The caller becomes its Owner. Without an id, one is made from the name.',
        tags: ['Projects'],
        body: NewProject,
        response: { 201: ref(CreatedProject), ...failures },
      },
    },
    async ({ caller, body }, reply) => {
      const project = await inTransaction(app.db, (tx) => createProject(tx, caller, body));
      return reply.code(201).send(project);
    },
  );

  app.post(
    '/api/admin/projects/validate',
    {
      config: { access: ['CREATE_PROJECT'] },
      schema: {
        operationId: 'validateProject',
        summary: 'Is this id good for a new project?',
        tags: ['Projects'],
        body: WantedId,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ body }) => {
      await assertIdIsFree(app.db, body.id);
      return null;
    },
  );

  app.get(
    '/api/admin/projects/:projectId',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getDeprecatedProjectOverview',
        summary: 'Get a project with its flags',
        description: 'Use the overview and the flag search instead.',
        deprecated: true,
        tags: ['Projects'],
        params: ProjectParams,
        response: { 200: ref(ProjectWithFlags), ...failures },
      },
    },
    async ({ caller, params: { projectId } }) => {
      const overview = await findOverview(app.db, caller, projectId);
      if (!overview) throw notFound(`Project ${projectId}`);
      return { ...overview, features: await listLiveFlags(app.db, projectId) };
    },
  );

  app.get(
    '/api/admin/projects/:projectId/overview',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getProjectOverview',
        summary: 'Get the overview of a project',
        tags: ['Projects'],
        params: ProjectParams,
        response: { 200: ref(ProjectOverview), ...failures },
      },
    },
    async ({ caller, params: { projectId } }) => {
      const overview = await findOverview(app.db, caller, projectId);
      if (!overview) throw notFound(`Project ${projectId}`);
      return { ...overview, ...(await findProgress(app.db, projectId)) };
    },
  );

  app.put(
    '/api/admin/projects/:projectId',
    {
      config: { access: ['UPDATE_PROJECT'], echo: ProjectEcho },
      schema: {
        operationId: 'updateProject',
        summary: 'Change a project',
        description: 'Members left out keep their value; the naming rule is a setting.',
        tags: ['Projects'],
        params: ProjectParams,
        body: ProjectUpdate,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params, body }) => {
      await inTransaction(app.db, (tx) => updateProject(tx, caller, params.projectId, body));
      return null;
    },
  );

  app.put(
    '/api/admin/projects/:projectId/settings',
    {
      config: { access: ['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE'], echo: ProjectEcho },
      schema: {
        operationId: 'updateProjectSettings',
        summary: 'Change the settings of a project',
        description: 'Members left out keep their value.',
        tags: ['Projects'],
        params: ProjectParams,
        body: ProjectSettings,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params, body }) => {
      await inTransaction(app.db, (tx) => updateSettings(tx, caller, params.projectId, body));
      return null;
    },
  );

  app.post(
    '/api/admin/projects/archive/:projectId',
    {
      config: { access: ['DELETE_PROJECT'] },
      schema: {
        operationId: 'archiveProject',
        summary: 'Archive a project',
        description: 'Refused while it has active flags.',
        tags: ['Projects'],
        params: ProjectParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      await inTransaction(app.db, (tx) => archiveProject(tx, caller, params.projectId));
      return null;
    },
  );

  app.post(
    '/api/admin/projects/revive/:projectId',
    {
      config: { access: ['DELETE_PROJECT'] },
      schema: {
        operationId: 'reviveProject',
        summary: 'Revive an archived project',
        tags: ['Projects'],
        params: ProjectParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      await inTransaction(app.db, (tx) => reviveProject(tx, caller, params.projectId));
      return null;
    },
  );

  app.delete(
    '/api/admin/projects/:projectId',
    {
      config: { access: ['DELETE_PROJECT'] },
      schema: {
        operationId: 'deleteProject',
        summary: 'Delete a project',
        description:
          'With its archived flags, segments and own tokens. Refused while it has active flags.',
        tags: ['Projects'],
        params: ProjectParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      await inTransaction(app.db, (tx) => deleteProject(tx, caller, params.projectId));
      return null;
    },
  );

  app.post(
    '/api/admin/projects/:projectId/environments',
    {
      config: { access: ['UPDATE_PROJECT'] },
      schema: {
        operationId: 'addEnvironmentToProject',
        summary: 'Add an environment to a project',
        description: 'The flags of the project start there switched off.',
        tags: ['Projects'],
        params: ProjectParams,
        body: NewProjectEnvironment,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params, body }) => {
      await inTransaction(app.db, (tx) => addEnvironment(tx, caller, params.projectId, body));
      return null;
    },
  );

  app.delete(
    '/api/admin/projects/:projectId/environments/:environment',
    {
      config: { access: ['UPDATE_PROJECT'] },
      schema: {
        operationId: 'removeEnvironmentFromProject',
        summary: 'Remove an environment from a project',
        description: 'The configuration of its flags there is lost. The last one stays.',
        tags: ['Projects'],
        params: Type.Object({ ...ProjectParams.properties, environment: Type.String() }),
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params: { projectId, environment } }) => {
      await inTransaction(app.db, (tx) => removeEnvironment(tx, caller, projectId, environment));
      return null;
    },
  );
};
