import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { NewProjectEnvironment } from '../../projects/projects/schema.ts';
import {
  addProjectEnvironment,
  deleteEnvironment,
  deleteProject,
  removeProjectEnvironment,
} from './commands.ts';

/** Changes of projects and environments that also change their flags. */
export const projectChangeRoutes: FastifyPluginAsync = async (app) => {
  const { write } = routesFor(app, { tag: 'Projects' });

  write('DELETE /api/admin/projects/:projectId', {
    access: ['DELETE_PROJECT'],
    operationId: 'deleteProject',
    summary: 'Delete a project',
    description:
      'Also deletes its archived flags, its segments and the tokens of this project alone. ' +
      'Refused while it has active flags.',
    handler: (tx, { caller, params }) => deleteProject(tx, caller, params.projectId),
  });

  write('POST /api/admin/projects/:projectId/environments', {
    access: ['UPDATE_PROJECT'],
    operationId: 'addEnvironmentToProject',
    summary: 'Add an environment to a project',
    description: 'The flags of the project are off in the new environment.',
    body: NewProjectEnvironment,
    handler: (tx, { caller, params, body }) =>
      addProjectEnvironment(tx, caller, params.projectId, body),
  });

  write('DELETE /api/admin/projects/:projectId/environments/:environment', {
    access: ['UPDATE_PROJECT'],
    operationId: 'removeEnvironmentFromProject',
    summary: 'Remove an environment from a project',
    description:
      'Deletes the configuration of its flags in it. The last environment cannot be removed.',
    handler: (tx, { caller, params: { projectId, environment } }) =>
      removeProjectEnvironment(tx, caller, projectId, environment),
  });

  write('DELETE /api/admin/environments/:name', {
    access: ['ADMIN'],
    tag: 'Environments',
    operationId: 'removeEnvironment',
    summary: 'Delete an environment',
    description: 'Also deletes its API tokens and the configuration of all flags in it.',
    handler: (tx, { caller, params }) => deleteEnvironment(tx, caller, params.name),
  });
};
