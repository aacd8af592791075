import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { notFound } from '../../platform/errors.ts';
import { failures, ref } from '../../platform/http/schema.ts';
import { findProof } from './queries.ts';
import { viewProof } from './rules.ts';
import { AuditProof, EventIdParams } from './schema.ts';

export const auditRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(AuditProof);

  app.get(
    '/api/admin/audit/proof/:eventId',
    {
      config: { access: ['ADMIN'] },
      schema: {
        operationId: 'getAuditProof',
        summary: 'What proves that an event is as it was written',
        description:
          'The content of the event, the hash of the event before it and its own hash, which ' +
          'anybody can compute anew. `pennon audit verify` does so for the whole log.',
        tags: ['Events'],
        params: EventIdParams,
        response: { 200: ref(AuditProof), ...failures },
      },
    },
    async ({ params: { eventId } }) => {
      const proof = await findProof(app.db, eventId);
      if (!proof) throw notFound(`Event ${eventId}`);
      return viewProof(proof);
    },
  );
};
