import type { FastifyPluginAsync } from 'fastify';
import { found } from '../../platform/errors.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { findProof } from './queries.ts';
import { viewProof } from './rules.ts';
import { AuditProof, EventId } from './schema.ts';

export const auditRoutes: FastifyPluginAsync = async (app) => {
  const { read } = routesFor(app, { tag: 'Events', schemas: [AuditProof] });

  read('GET /api/admin/audit/proof/:eventId', {
    access: ['ADMIN'],
    operationId: 'getAuditProof',
    summary: 'Get the proof that an event is unchanged',
    description:
      'The content of the event, the hash of the previous event and the hash of both. ' +
      '`pennon audit verify` recomputes the hashes of all events.',
    params: { eventId: EventId },
    response: ref(AuditProof),
    handler: async (db, { params: { eventId } }) =>
      viewProof(found(await findProof(db, eventId), 'Event', eventId)),
  });
};
