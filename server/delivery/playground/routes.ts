import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Variant } from '../../flags/strategies/schema.ts';
import { failures, ref } from '../../platform/http/schema.ts';
import { explain, explainAll } from './explain.ts';
import {
  AdvancedAnswer,
  AdvancedFlagInEnvironment,
  AdvancedQuestion,
  PlaygroundAnswer,
  PlaygroundFlag,
  PlaygroundQuestion,
} from './schema.ts';

export const playgroundRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const shared = [
    Variant,
    PlaygroundQuestion,
    PlaygroundFlag,
    AdvancedQuestion,
    AdvancedFlagInEnvironment,
  ];
  for (const schema of shared) app.addSchema(schema);

  app.post(
    '/api/admin/playground',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getPlayground',
        summary: 'What flags would say to a context, and why',
        description:
          'Each strategy, segment and constraint with its result, and the value it looked at.',
        tags: ['Playground'],
        body: ref(PlaygroundQuestion),
        response: { 200: PlaygroundAnswer, ...failures },
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
        summary: 'What flags would say in several environments to many contexts, and why',
        description:
          'A field may hold several values between commas; each combination is one context.',
        tags: ['Playground'],
        body: ref(AdvancedQuestion),
        response: { 200: AdvancedAnswer, ...failures },
      },
    },
    async ({ body, caller }) => explainAll(app.db, caller, body),
  );
};
