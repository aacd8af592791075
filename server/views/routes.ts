import type { FastifyPluginAsync } from 'fastify';
import { found } from '../platform/errors.ts';
import { routesFor } from '../platform/http/routes.ts';
import { ref, Uuid } from '../platform/http/schema.ts';
import { createSharedView, createView, deleteView, updateView } from './commands.ts';
import { completeQuery } from './completions.ts';
import { createViewCounts } from './counts.ts';
import { findSubscription, findView, listViews } from './queries.ts';
import { sharingPermissions } from './rules.ts';
import {
  CompletionQuery,
  Completions,
  CountedView,
  NewView,
  View,
  ViewListQuery,
  Views,
  ViewUpdate,
} from './schema.ts';

export const viewRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Views', schemas: [View] });
  const countMatches = createViewCounts(app.caches);
  const params = { id: Uuid };

  read('GET /api/admin/views', {
    access: 'authenticated',
    operationId: 'listViews',
    summary: 'List saved views',
    description:
      'Your own views, then those that are shared in the projects that you may see, by name.',
    querystring: ViewListQuery,
    response: Views,
    handler: async (db, { caller, query }) => ({ views: await listViews(db, caller, query) }),
  });

  read('GET /api/admin/search/completions', {
    access: 'authenticated',
    operationId: 'completeQuery',
    summary: 'Complete a word of a query',
    description:
      'Keys of the query language, and values that the caller may see: projects, environments, ' +
      'types, segments and the like.',
    querystring: CompletionQuery,
    response: Completions,
    handler: (db, { caller, query: { kind = 'flags', q, cursor } }) => {
      const text = [...q].slice(0, cursor === undefined ? undefined : Number(cursor)).join('');
      return completeQuery(db, caller, { kind, text });
    },
  });

  write('POST /api/admin/views', {
    access: 'authenticated',
    operationId: 'createView',
    summary: 'Save a view for yourself',
    description: 'A user has at most 100 views.',
    body: NewView,
    status: 201,
    response: ref(View),
    handler: (tx, { caller, body }) => createView(tx, caller, body),
  });

  write('POST /api/admin/projects/:projectId/views', {
    access: sharingPermissions,
    operationId: 'createSharedView',
    summary: 'Share a view in a project',
    description:
      'All users who may see the project see the view; what it finds is what each of them may ' +
      'see. A project has at most 100 views.',
    body: NewView,
    status: 201,
    response: ref(View),
    handler: (tx, { caller, params: { projectId }, body }) =>
      createSharedView(tx, caller, projectId, body),
  });

  read('GET /api/admin/views/:id', {
    access: 'authenticated',
    operationId: 'getView',
    summary: 'Get a saved view and the number of its matches',
    params,
    response: CountedView,
    handler: async (db, request) => {
      const { id } = request.params;
      const view = found(await findView(db, request.caller, id), 'View', id);
      const subscription = await findSubscription(db, request.caller, id);
      return { ...view, subscription, count: await countMatches(db, request, view) };
    },
  });

  write('PUT /api/admin/views/:id', {
    access: 'authenticated',
    operationId: 'updateView',
    summary: 'Replace the settings of a saved view',
    description:
      'A shared view needs one of the permissions UPDATE_PROJECT and PROJECT_SETTINGS_WRITE.',
    params,
    body: ViewUpdate,
    response: ref(View),
    handler: (tx, { caller, params: { id }, body }) => updateView(tx, caller, id, body),
  });

  write('DELETE /api/admin/views/:id', {
    access: 'authenticated',
    operationId: 'deleteView',
    summary: 'Delete a saved view',
    description:
      'A shared view needs one of the permissions UPDATE_PROJECT and PROJECT_SETTINGS_WRITE.',
    params,
    status: 204,
    handler: (tx, { caller, params: { id } }) => deleteView(tx, caller, id),
  });
};
