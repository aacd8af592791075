import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { Empty, failures, ProjectParams, ref } from '../../platform/http/schema.ts';
import { sendCached } from '../../platform/http/sending.ts';
import {
  addChanges,
  countForCaller,
  discardChange,
  discardRequest,
  editChange,
  search,
  setTitle,
  showRequest,
} from './commands.ts';
import { createPendingLists } from './pending.ts';
import { countRequests, listOwnPending, listRequests } from './queries.ts';
import { renderRequests } from './rendering.ts';
import {
  ChangeParams,
  ChangeRequest,
  ChangeRequests,
  Counts,
  changeRequestSchemas,
  FlagParams,
  FoundRequests,
  NewChange,
  NewChanges,
  PlaceParams,
  RequestParams,
  RequestSearch,
  Title,
  Total,
} from './schema.ts';

const tags = ['Change Requests'];

export const changeRequestRoutes: FastifyPluginAsyncTypebox = async (app) => {
  for (const schema of changeRequestSchemas) app.addSchema(schema);
  const pendingList = createPendingLists(app.db, app.caches);

  app.post(
    '/api/admin/projects/:projectId/environments/:environment/change-requests',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'addChange',
        summary: 'Propose changes',
        description:
          'One change or a list of them, into your pending request for the environment; the first ' +
          'opens one. Payloads are those of the calls that make the change directly, and are ' +
          'checked in the same way. In protected and private projects only members may propose.',
        tags,
        params: PlaceParams,
        body: NewChanges,
        response: { 200: ref(ChangeRequest), ...failures },
      },
    },
    async ({ caller, params: { projectId: project, environment }, body }) =>
      inTransaction(app.db, (tx) => addChanges(tx, caller, { project, environment }, body)),
  );

  app.get(
    '/api/admin/projects/:projectId/change-requests',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getChangeRequestsForProject',
        summary: 'List the change requests of a project',
        description: 'The newest 300, without the drafts of others.',
        tags,
        params: ProjectParams,
        response: { 200: ChangeRequests, ...failures },
      },
    },
    async ({ caller, params }) =>
      renderRequests(app.db, await listRequests(app.db, caller, params.projectId)),
  );

  app.get(
    '/api/admin/projects/:projectId/change-requests/pending',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getPendingChangeRequestsForUser',
        summary: 'List your own pending change requests',
        description: 'Draft, In review or Approved; at most one an environment.',
        tags,
        params: ProjectParams,
        response: { 200: ChangeRequests, ...failures },
      },
    },
    async ({ caller, params }) =>
      renderRequests(app.db, await listOwnPending(app.db, caller, params.projectId)),
  );

  app.get(
    '/api/admin/projects/:projectId/change-requests/pending/:featureName',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getPendingChangeRequestsForFeature',
        summary: 'List the pending change requests for a flag',
        description: 'Draft, In review or Approved, whoever wrote them; oldest first.',
        tags,
        params: FlagParams,
        response: { 200: ChangeRequests, ...failures },
      },
    },
    async ({ dataVersion, params: { projectId, featureName } }, reply) =>
      sendCached(reply, await pendingList(dataVersion, projectId, featureName)),
  );

  app.get(
    '/api/admin/projects/:projectId/change-requests/count',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getChangeRequestsCount',
        summary: 'Count the change requests of a project by state',
        description: 'Without the drafts of others.',
        tags,
        params: ProjectParams,
        response: { 200: Counts, ...failures },
      },
    },
    async ({ caller, params }) => countRequests(app.db, caller, params.projectId),
  );

  app.get(
    '/api/admin/projects/:projectId/change-requests/actionable',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getActionableChangeRequests',
        summary: 'Count the change requests that wait for you',
        description: 'Those you could approve, schedule or apply.',
        tags,
        params: ProjectParams,
        response: { 200: Total, ...failures },
      },
    },
    async ({ caller, params }) => ({
      total: await countForCaller(app.db, caller, params.projectId),
    }),
  );

  app.get(
    '/api/admin/projects/:projectId/change-requests/:id',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getChangeRequest',
        summary: 'Get a change request',
        tags,
        params: RequestParams,
        response: { 200: ref(ChangeRequest), ...failures },
      },
    },
    async ({ params: { projectId: project, id } }) => showRequest(app.db, { project, id }),
  );

  app.delete(
    '/api/admin/projects/:projectId/change-requests/:id',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'deleteChangeRequest',
        summary: 'Discard a draft',
        tags,
        params: RequestParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params: { projectId: project, id } }) => {
      await inTransaction(app.db, (tx) => discardRequest(tx, caller, { project, id }));
      return null;
    },
  );

  app.put(
    '/api/admin/projects/:projectId/change-requests/:id/title',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'updateChangeRequestTitle',
        summary: 'Give a change request a title',
        tags,
        params: RequestParams,
        body: Title,
        response: { 204: Empty, ...failures },
      },
    },
    async ({ caller, params: { projectId: project, id }, body }, reply) => {
      await inTransaction(app.db, (tx) => setTitle(tx, caller, { project, id }, body.title));
      return reply.code(204).send(null);
    },
  );

  app.put(
    '/api/admin/projects/:projectId/change-requests/:id/changes/:changeId',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'editChange',
        summary: 'Put another change in the place of one',
        description:
          'For the author or an Admin, until the request is scheduled or closed. Approvals are ' +
          'void, and the change is recorded against what is there now: so conflicts end.',
        tags,
        params: ChangeParams,
        body: NewChange,
        response: { 200: ref(ChangeRequest), ...failures },
      },
    },
    async ({ caller, params: { projectId: project, id, changeId }, body }) =>
      inTransaction(app.db, (tx) => editChange(tx, caller, { project, id, changeId }, body)),
  );

  app.delete(
    '/api/admin/projects/:projectId/change-requests/:id/changes/:changeId',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'discardChange',
        summary: 'Take a change out of a change request',
        description: 'Not the last one. Approvals are void.',
        tags,
        params: ChangeParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params: { projectId: project, id, changeId } }) => {
      await inTransaction(app.db, (tx) => discardChange(tx, caller, { project, id, changeId }));
      return null;
    },
  );

  app.get(
    '/api/admin/search/change-requests',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'searchChangeRequests',
        summary: 'Search change requests of all projects',
        description:
          'Of the projects the caller may see, the newest first, without the drafts of others. ' +
          'What needs my review: requestedApproverId=IS:<my id>&state=IS:open.',
        tags,
        querystring: RequestSearch,
        response: { 200: FoundRequests, ...failures },
      },
    },
    async ({ caller, query }) => search(app.db, caller, query),
  );
};
