import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { failures } from '../../platform/http/schema.ts';
import { RequestParams } from '../change-requests/schema.ts';
import { changeState } from './commands.ts';
import { NewState } from './schema.ts';

export const changeRequestStateRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.put(
    '/api/admin/projects/:projectId/change-requests/:id/state',
    {
      // The environment is stored with the request, so the command asks for the permission there.
      config: { access: 'authenticated' },
      schema: {
        operationId: 'updateChangeRequestState',
        summary: 'Send to review, approve, reject, cancel, schedule or apply a change request',
        description:
          'Approving and rejecting need APPROVE_CHANGE_REQUEST, applying and scheduling ' +
          'APPLY_CHANGE_REQUEST in the environment. A transition that the state does not allow is ' +
          'a 409 that says what it allows. Answers the state it is in now: an approval may not be ' +
          'the last one needed.',
        tags: ['Change Requests'],
        params: RequestParams,
        body: NewState,
        response: { 200: NewState, ...failures },
      },
    },
    async ({ caller, params: { projectId: project, id }, body }) =>
      inTransaction(app.db, (tx) => changeState(tx, caller, { project, id }, body)),
  );
};
