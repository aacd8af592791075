import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { changeSetting } from './commands.ts';
import { listSettings } from './queries.ts';
import { NewSetting, Settings } from './schema.ts';

export const changeRequestSettingRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Change Requests' });

  read('GET /api/admin/projects/:projectId/change-requests/config', {
    access: 'authenticated',
    operationId: 'getProjectChangeRequestConfig',
    summary: 'List the change request settings of a project',
    response: Settings,
    handler: (db, { params }) => listSettings(db, params.projectId),
  });

  write('PUT /api/admin/projects/:projectId/environments/:environment/change-requests/config', {
    access: ['UPDATE_PROJECT', 'PROJECT_CHANGE_REQUEST_WRITE'],
    operationId: 'updateProjectChangeRequestConfig',
    summary: 'Enable or disable change requests in an environment',
    description: '1 to 10 required approvals. Where enabled, direct writes return 403.',
    body: NewSetting,
    handler: (tx, { caller, params: { projectId: project, environment }, body }) =>
      changeSetting(tx, caller, { project, environment }, body),
  });
};
