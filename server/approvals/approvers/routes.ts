import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { Id } from '../../platform/http/schema.ts';
import { approversOfEnvironment, approversOfRequest } from './find.ts';
import { EnvironmentApprovers, RequestApprovers } from './schema.ts';

export const changeRequestApproverRoutes: FastifyPluginAsync = async (app) => {
  const { read } = routesFor(app, { tag: 'Change Requests' });

  read('GET /api/admin/projects/:projectId/environments/:environment/change-requests/approvers', {
    access: ['UPDATE_PROJECT', 'PROJECT_CHANGE_REQUEST_READ', 'PROJECT_CHANGE_REQUEST_WRITE'],
    operationId: 'getEnvironmentApprovers',
    summary: 'List the users and groups who may approve changes in an environment',
    response: EnvironmentApprovers,
    handler: (db, { params: { projectId: project, environment } }) =>
      approversOfEnvironment(db, { project, environment }),
  });

  read('GET /api/admin/projects/:projectId/change-requests/:id/approvers', {
    access: 'authenticated',
    operationId: 'getChangeRequestApprovers',
    summary: 'List the users who may approve a change request',
    description:
      'In every environment that it takes effect in, without its author and those who wrote one ' +
      'of its changes, unless authors may approve their own requests; and whether the caller can ' +
      'approve it now, or why not.',
    params: { id: Id },
    response: RequestApprovers,
    handler: (db, { caller, params: { projectId: project, id } }) =>
      approversOfRequest(db, caller, { project, id }),
  });
};
