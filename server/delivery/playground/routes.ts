import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Variant } from '../../flags/strategies/schema.ts';
import { failures, ref } from '../../platform/http/schema.ts';
import { explain, explainAll } from './explain.ts';
import {
  AdvancedFlagInEnvironment,
  AdvancedRequest,
  AdvancedResponse,
  PlaygroundFlag,
  PlaygroundRequest,
  PlaygroundResponse,
} from './schema.ts';

export const playgroundRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const shared = [
    Variant,
    PlaygroundRequest,
    PlaygroundFlag,
    AdvancedRequest,
    AdvancedFlagInEnvironment,
  ];
  for (const schema of shared) app.addSchema(schema);

  app.post(
    '/api/admin/playground',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getPlayground',
        summary: 'Evaluates flags for a context, with reasons',
        description:
          'Each strategy, segment and constraint with its result and the value it compared.',
        tags: ['Playground'],
        body: ref(PlaygroundRequest),
        response: { 200: PlaygroundResponse, ...failures },
      },
    },
    async ({ body, caller }) => explain(app.db, caller, body),
  );
  app.post(
    '/api/admin/playground/advanced',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getAdvancedPlayground',
        summary: 'Evaluates flags in several environments for many contexts, with reasons',
        description:
          'A field may have several values, separated by commas; each combination is one context.',
        tags: ['Playground'],
        body: ref(AdvancedRequest),
        response: { 200: AdvancedResponse, ...failures },
      },
    },
    async ({ body, caller }) => explainAll(app.db, caller, body),
  );
};
