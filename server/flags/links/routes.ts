import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { Empty, failures } from '../../platform/http/schema.ts';
import { addLink, deleteLink, updateLink } from './commands.ts';
import { FlagParams, LinkParams, NewLink } from './schema.ts';

export const linkRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/api/admin/projects/:projectId/features/:featureName/link',
    {
      config: { access: ['UPDATE_FEATURE'] },
      schema: {
        operationId: 'createFeatureLink',
        summary: 'Add a link to a flag',
        description: 'At most 10.',
        tags: ['Features'],
        params: FlagParams,
        body: NewLink,
        response: { 204: Empty, ...failures },
      },
    },
    async ({ caller, params, body }, reply) => {
      const key = { project: params.projectId, name: params.featureName };
      await inTransaction(app.db, (tx) => addLink(tx, caller, key, body));
      return reply.code(204).send(null);
    },
  );

  app.put(
    '/api/admin/projects/:projectId/features/:featureName/link/:linkId',
    {
      config: { access: ['UPDATE_FEATURE'] },
      schema: {
        operationId: 'updateFeatureLink',
        summary: 'Change a link of a flag',
        description: 'A title left out stays; null takes it away.',
        tags: ['Features'],
        params: LinkParams,
        body: NewLink,
        response: { 204: Empty, ...failures },
      },
    },
    async ({ caller, params, body }, reply) => {
      const key = { project: params.projectId, name: params.featureName, id: params.linkId };
      await inTransaction(app.db, (tx) => updateLink(tx, caller, key, body));
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/api/admin/projects/:projectId/features/:featureName/link/:linkId',
    {
      config: { access: ['UPDATE_FEATURE'] },
      schema: {
        operationId: 'deleteFeatureLink',
        summary: 'Remove a link from a flag',
        tags: ['Features'],
        params: LinkParams,
        response: { 204: Empty, ...failures },
      },
    },
    async ({ caller, params }, reply) => {
      const key = { project: params.projectId, name: params.featureName, id: params.linkId };
      await inTransaction(app.db, (tx) => deleteLink(tx, caller, key));
      return reply.code(204).send(null);
    },
  );
};
