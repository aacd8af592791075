import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { Uuid } from '../../platform/http/schema.ts';
import { markSeen, readEntries, subscribe, unsubscribe } from './commands.ts';
import { parsePage } from './filters.ts';
import { EntriesQuery, SeenEntries, ViewEntries, ViewEntry } from './schema.ts';

export const viewSubscriptionRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Views', schemas: [ViewEntry] });
  const params = { id: Uuid };

  write('PUT /api/admin/views/:id/subscription', {
    access: 'authenticated',
    operationId: 'subscribeToView',
    summary: 'Subscribe to a view of flags',
    description:
      'From now on there is an entry for each flag that enters the view. A user has at most 50 ' +
      'subscriptions, and a view with subscriptions at most 10,000 flags.',
    params,
    status: 204,
    handler: (tx, { caller, params: { id } }) => subscribe(tx, caller, id),
  });

  write('DELETE /api/admin/views/:id/subscription', {
    access: 'authenticated',
    operationId: 'unsubscribeFromView',
    summary: 'End your subscription to a view',
    description: 'Its entries are deleted.',
    params,
    status: 204,
    handler: (tx, { caller, params: { id } }) => unsubscribe(tx, caller, id),
  });

  read('GET /api/admin/views/entries', {
    access: 'authenticated',
    operationId: 'listViewEntries',
    summary: 'List the flags that entered the views you are subscribed to',
    description:
      'Newest first, of views and flags that you may see today. The newest 1,000 entries of a user ' +
      'are stored.',
    querystring: EntriesQuery,
    response: ViewEntries,
    handler: (db, { caller, query }) => readEntries(db, caller, parsePage(query)),
  });

  write('POST /api/admin/views/entries/seen', {
    access: 'authenticated',
    operationId: 'markViewEntriesSeen',
    summary: 'Mark entries as seen',
    body: SeenEntries,
    status: 204,
    handler: (tx, { caller, body }) => markSeen(tx, caller, body.upTo),
  });
};
