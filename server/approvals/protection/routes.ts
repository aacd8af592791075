import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { Empty, failures, ProjectParams } from '../../platform/http/schema.ts';
import { PlaceParams } from '../change-requests/schema.ts';
import { changeSetting } from './commands.ts';
import { listSettings } from './queries.ts';
import { NewSetting, Settings } from './schema.ts';

const tags = ['Change Requests'];

export const changeRequestSettingRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/api/admin/projects/:projectId/change-requests/config',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getProjectChangeRequestConfig',
        summary: 'Where do changes in the project need a change request?',
        tags,
        params: ProjectParams,
        response: { 200: Settings, ...failures },
      },
    },
    async ({ params }) => listSettings(app.db, params.projectId),
  );

  app.put(
    '/api/admin/projects/:projectId/environments/:environment/change-requests/config',
    {
      config: { access: ['UPDATE_PROJECT', 'PROJECT_CHANGE_REQUEST_WRITE'] },
      schema: {
        operationId: 'updateProjectChangeRequestConfig',
        summary: 'Demand change requests in an environment, or stop to',
        description: '1 to 10 approvals. Where they are on, direct writes answer 403.',
        tags,
        params: PlaceParams,
        body: NewSetting,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params: { projectId: project, environment }, body }) => {
      await inTransaction(app.db, (tx) =>
        changeSetting(tx, caller, { project, environment }, body),
      );
      return null;
    },
  );
};
