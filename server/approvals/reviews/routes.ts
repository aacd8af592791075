import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { Id, versionFailure } from '../../platform/http/schema.ts';
import { comment, requestReviewers, showApprovers } from './commands.ts';
import { NewComment, NewReviewers, NewState, Reviewers } from './schema.ts';
import { changeState } from './transitions.ts';

export const changeRequestReviewRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Change Requests' });

  write('POST /api/admin/projects/:projectId/change-requests/:id/comments', {
    access: 'authenticated',
    operationId: 'addChangeRequestComment',
    summary: 'Comment on a change request',
    params: { id: Id },
    body: NewComment,
    status: 204,
    handler: (tx, { caller, params: { projectId: project, id }, body }) =>
      comment(tx, caller, { project, id }, body.text),
  });

  write('PUT /api/admin/projects/:projectId/change-requests/:id/approvers', {
    access: 'authenticated',
    operationId: 'setRequestedApprovers',
    summary: 'Request reviews of a change request',
    description: 'For its author or an Admin; replaces the requested reviewers.',
    params: { id: Id },
    body: NewReviewers,
    handler: (tx, { caller, params: { projectId: project, id }, body }) =>
      requestReviewers(tx, caller, { project, id }, body.reviewers),
  });

  read('GET /api/admin/projects/:projectId/change-requests/available-reviewers/:environment', {
    access: 'authenticated',
    operationId: 'getAvailableReviewers',
    summary: 'List the users who may approve changes in an environment',
    response: Reviewers,
    handler: async (db, { params: { projectId, environment } }) => ({
      reviewers: await showApprovers(db, projectId, environment),
    }),
  });

  write('PUT /api/admin/projects/:projectId/change-requests/:id/state', {
    // The environment is stored with the request, so the command checks the permission there.
    access: 'authenticated',
    operationId: 'updateChangeRequestState',
    summary: 'Send to review, approve, reject, cancel, schedule or apply a change request',
    description:
      'Approving and rejecting need APPROVE_CHANGE_REQUEST, applying and scheduling ' +
      'APPLY_CHANGE_REQUEST in the environment. Its author and those who wrote one of its ' +
      'changes approve it only if authorMayApprove is set. A transition that the state does not allow is ' +
      'a 409 that lists the allowed states and the number of missing approvals. Returns the ' +
      'resulting state: more approvals may be required. With If-Match, the state changes only ' +
      'if the request has the same changes as that version.',
    params: { id: Id },
    body: NewState,
    response: NewState,
    failures: versionFailure,
    handler: (tx, { caller, params: { projectId: project, id }, body, headers }) =>
      changeState(tx, caller, { project, id }, body, { ifMatch: headers['if-match'] }),
  });
};
