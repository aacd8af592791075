import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../platform/http/routes.ts';
import { markRead } from './commands.ts';
import { findInbox } from './find.ts';
import { Inbox, InboxItem, ReadPosition } from './schema.ts';

export const inboxRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Inbox', schemas: [InboxItem] });

  read('GET /api/admin/inbox', {
    access: 'authenticated',
    operationId: 'getInbox',
    summary: 'List what waits for you',
    description:
      'Change requests to review, comments that mention you, failed and suspended schedules, parked ' +
      'integrations, and flags of yours that became stale, as far as you may see them today.',
    response: Inbox,
    handler: (db, { caller }) => findInbox(db, caller),
  });

  write('POST /api/admin/inbox/read', {
    access: 'authenticated',
    operationId: 'markInboxRead',
    summary: 'Mark items as read',
    body: ReadPosition,
    status: 204,
    handler: (tx, { caller, body }) => markRead(tx, caller, body.position),
  });
};
