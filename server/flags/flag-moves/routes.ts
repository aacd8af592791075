import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { Empty, failures, ref } from '../../platform/http/schema.ts';
import { Flag, FlagParams, flagSchemas } from '../flags/schema.ts';
import { cloneFlag, moveFlag } from './commands.ts';
import { FlagClone, NewHome } from './schema.ts';

export const flagMoveRoutes: FastifyPluginAsyncTypebox = async (app) => {
  for (const schema of flagSchemas) app.addSchema(schema);

  app.post(
    '/api/admin/projects/:projectId/features/:featureName/clone',
    {
      config: { access: ['CREATE_FEATURE'] },
      schema: {
        operationId: 'cloneFeature',
        summary: 'Make a flag like another',
        description: 'With its strategies, variants, tags and parent; switched off everywhere.',
        tags: ['Features'],
        params: FlagParams,
        body: FlagClone,
        response: { 201: ref(Flag), ...failures },
      },
    },
    async ({ caller, params, body }, reply) => {
      const flag = await inTransaction(app.db, (tx) => cloneFlag(tx, caller, keyOf(params), body));
      return reply.code(201).send(flag);
    },
  );

  app.post(
    '/api/admin/projects/:projectId/features/:featureName/changeProject',
    {
      config: { access: ['MOVE_FEATURE_TOGGLE'] },
      schema: {
        operationId: 'changeProject',
        summary: 'Move a flag to another project',
        description: 'Needs the permission in both, and the same environments.',
        tags: ['Features'],
        params: FlagParams,
        body: NewHome,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params, body }) => {
      await inTransaction(app.db, (tx) => moveFlag(tx, caller, keyOf(params), body.newProjectId));
      return null;
    },
  );
};

const keyOf = ({ projectId, featureName }: { projectId: string; featureName: string }) => ({
  project: projectId,
  name: featureName,
});
