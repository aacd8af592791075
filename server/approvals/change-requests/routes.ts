import type { FastifyPluginAsync } from 'fastify';
import { handlingOf } from '../../platform/http/handling.ts';
import { routesFor, withHeaders } from '../../platform/http/routes.ts';
import { Id, ref, versionFailure } from '../../platform/http/schema.ts';
import { sendCached } from '../../platform/http/sending.ts';
import {
  addChanges,
  countForCaller,
  discardChange,
  discardRequest,
  editChange,
  search,
  setTitle,
  showWithVersion,
} from './commands.ts';
import { createPendingLists } from './pending.ts';
import { countRequests, listOwnPending, listRequests } from './queries.ts';
import { renderRequests } from './rendering.ts';
import {
  ChangeRequest,
  ChangeRequests,
  Counts,
  changeRequestSchemas,
  FoundRequests,
  NewChange,
  NewChanges,
  NewTitle,
  RequestSearch,
  Total,
} from './schema.ts';

export const changeRequestRoutes: FastifyPluginAsync = async (app) => {
  const { read, write, route } = routesFor(app, {
    tag: 'Change Requests',
    schemas: changeRequestSchemas,
  });
  const pendingList = createPendingLists(app.caches);

  write('POST /api/admin/projects/:projectId/environments/:environment/change-requests', {
    access: 'authenticated',
    operationId: 'addChange',
    summary: 'Propose changes',
    description:
      'Adds one change or a list of changes to your pending request for the environment, or ' +
      'creates one. Payloads are those of the direct calls, and are validated in the same way. ' +
      'In protected and private projects only members may propose.',
    body: NewChanges,
    response: ref(ChangeRequest),
    handler: (tx, request) => {
      const { projectId: project, environment } = request.params;
      const scope = { project, environment };
      return addChanges(tx, request.caller, scope, request.body, handlingOf(request));
    },
  });

  read('GET /api/admin/projects/:projectId/change-requests', {
    access: 'authenticated',
    standby: true,
    operationId: 'getChangeRequestsForProject',
    summary: 'List the change requests of a project',
    description: 'The newest 300, without the drafts of other users.',
    response: ChangeRequests,
    handler: async (db, { caller, params }) =>
      renderRequests(db, await listRequests(db, caller, params.projectId)),
  });

  read('GET /api/admin/projects/:projectId/change-requests/pending', {
    access: 'authenticated',
    operationId: 'getPendingChangeRequestsForUser',
    summary: 'List your own pending change requests',
    description: 'Draft, In review or Approved; at most one per environment.',
    response: ChangeRequests,
    handler: async (db, { caller, params }) =>
      renderRequests(db, await listOwnPending(db, caller, params.projectId)),
  });

  route('GET /api/admin/projects/:projectId/change-requests/pending/:featureName', {
    access: 'authenticated',
    operationId: 'getPendingChangeRequestsForFeature',
    summary: 'List the pending change requests for a flag',
    description: 'Draft, In review or Approved, by all authors; oldest first.',
    response: ChangeRequests,
    handler: async (request, reply) => {
      const { projectId, featureName } = request.params;
      return sendCached(reply, await pendingList(request, projectId, featureName));
    },
  });

  read('GET /api/admin/projects/:projectId/change-requests/count', {
    access: 'authenticated',
    operationId: 'getChangeRequestsCount',
    summary: 'Count the change requests of a project by state',
    description: 'Without the drafts of other users.',
    response: Counts,
    handler: (db, { caller, params }) => countRequests(db, caller, params.projectId),
  });

  read('GET /api/admin/projects/:projectId/change-requests/actionable', {
    access: 'authenticated',
    operationId: 'getActionableChangeRequests',
    summary: 'Count the change requests you can act on',
    description: 'Those you can approve, schedule or apply.',
    response: Total,
    handler: async (db, { caller, params }) => ({
      total: await countForCaller(db, caller, params.projectId),
    }),
  });

  route('GET /api/admin/projects/:projectId/change-requests/:id', {
    access: 'authenticated',
    operationId: 'getChangeRequest',
    summary: 'Get a change request',
    description:
      'The ETag is the version of its changes, for If-Match when its state or a change in it ' +
      'changes.',
    params: { id: Id },
    response: ref(ChangeRequest),
    handler: async ({ params: { projectId: project, id } }, reply) => {
      const { request, etag } = await showWithVersion(app.db, { project, id });
      return withHeaders(reply, { etag }, request);
    },
  });

  write('DELETE /api/admin/projects/:projectId/change-requests/:id', {
    access: 'authenticated',
    operationId: 'deleteChangeRequest',
    summary: 'Discard a draft',
    params: { id: Id },
    handler: (tx, { caller, params: { projectId: project, id } }) =>
      discardRequest(tx, caller, { project, id }),
  });

  write('PUT /api/admin/projects/:projectId/change-requests/:id/title', {
    access: 'authenticated',
    operationId: 'updateChangeRequestTitle',
    summary: 'Set the title of a change request',
    params: { id: Id },
    body: NewTitle,
    status: 204,
    handler: (tx, { caller, params: { projectId: project, id }, body }) =>
      setTitle(tx, caller, { project, id }, body),
  });

  route('PUT /api/admin/projects/:projectId/change-requests/:id/changes/:changeId', {
    access: 'authenticated',
    operationId: 'editChange',
    summary: 'Replace a change',
    description:
      'For the author or an Admin, until the request is scheduled or closed. Approvals are ' +
      'void, and the change is recorded against the current state, which resolves conflicts. ' +
      'With If-Match, only if the request has the changes of that version.',
    params: { id: Id, changeId: Id },
    body: NewChange,
    response: ref(ChangeRequest),
    failures: versionFailure,
    handler: async (request, reply) => {
      const { caller, params, body: wanted, headers } = request;
      const edit = { wanted, handling: handlingOf(request), ifMatch: headers['if-match'] };
      const edited = await app.inTransaction((tx) =>
        editChange(tx, caller, changeKeyOf(params), edit),
      );
      return withHeaders(reply, { etag: edited.etag }, edited.request);
    },
  });

  write('DELETE /api/admin/projects/:projectId/change-requests/:id/changes/:changeId', {
    access: 'authenticated',
    operationId: 'discardChange',
    summary: 'Remove a change from a change request',
    description:
      'Not the last one. Approvals are void. With If-Match, only if the request has the changes ' +
      'of that version.',
    params: { id: Id, changeId: Id },
    failures: versionFailure,
    handler: (tx, { caller, params, headers }) =>
      discardChange(tx, caller, changeKeyOf(params), { ifMatch: headers['if-match'] }),
  });

  read('GET /api/admin/search/change-requests', {
    access: 'authenticated',
    standby: true,
    operationId: 'searchChangeRequests',
    summary: 'Search change requests of all projects',
    description:
      'Of the projects the caller may see, newest first, without the drafts of other users. ' +
      'What needs my review: needsMyReview=true.',
    querystring: RequestSearch,
    response: FoundRequests,
    handler: (db, { caller, query }) => search(db, caller, query),
  });
};

const changeKeyOf = (params: { projectId: string; id: number; changeId: number }) => ({
  project: params.projectId,
  id: params.id,
  changeId: params.changeId,
});
