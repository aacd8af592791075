import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { Empty, failures } from '../../platform/http/schema.ts';
import { PlaceParams, RequestParams } from '../change-requests/schema.ts';
import { comment, requestReviewers, showApprovers } from './commands.ts';
import { NewComment, NewReviewers, NewState, Reviewers } from './schema.ts';
import { changeState } from './transitions.ts';

const tags = ['Change Requests'];

export const changeRequestReviewRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/api/admin/projects/:projectId/change-requests/:id/comments',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'addChangeRequestComment',
        summary: 'Comment on a change request',
        tags,
        params: RequestParams,
        body: NewComment,
        response: { 204: Empty, ...failures },
      },
    },
    async ({ caller, params: { projectId: project, id }, body }, reply) => {
      await inTransaction(app.db, (tx) => comment(tx, caller, { project, id }, body.text));
      return reply.code(204).send(null);
    },
  );

  app.put(
    '/api/admin/projects/:projectId/change-requests/:id/approvers',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'setRequestedApprovers',
        summary: 'Ask people to review a change request',
        description: 'For its author or an Admin; these people and nobody else.',
        tags,
        params: RequestParams,
        body: NewReviewers,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params: { projectId: project, id }, body }) => {
      await inTransaction(app.db, (tx) =>
        requestReviewers(tx, caller, { project, id }, body.reviewers),
      );
      return null;
    },
  );

  app.get(
    '/api/admin/projects/:projectId/change-requests/available-reviewers/:environment',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getAvailableReviewers',
        summary: 'List who may approve changes in an environment',
        tags,
        params: PlaceParams,
        response: { 200: Reviewers, ...failures },
      },
    },
    async ({ params: { projectId, environment } }) => ({
      reviewers: await showApprovers(app.db, projectId, environment),
    }),
  );

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
        tags,
        params: RequestParams,
        body: NewState,
        response: { 200: NewState, ...failures },
      },
    },
    async ({ caller, params: { projectId: project, id }, body }) =>
      inTransaction(app.db, (tx) => changeState(tx, caller, { project, id }, body)),
  );
};
