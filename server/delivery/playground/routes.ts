import type { FastifyPluginAsync } from 'fastify';
import { Variant } from '../../flags/strategies/schema.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { explain, explainAll } from './explain.ts';
import {
  AdvancedFlagInEnvironment,
  AdvancedRequest,
  AdvancedResponse,
  PlaygroundFlag,
  PlaygroundRequest,
  PlaygroundResponse,
} from './schema.ts';

export const playgroundRoutes: FastifyPluginAsync = async (app) => {
  const shared = [
    Variant,
    PlaygroundRequest,
    PlaygroundFlag,
    AdvancedRequest,
    AdvancedFlagInEnvironment,
  ];
  const { read } = routesFor(app, { tag: 'Playground', schemas: shared });

  read('POST /api/admin/playground', {
    access: 'authenticated',
    operationId: 'getPlayground',
    summary: 'Evaluate flags for a context, with reasons',
    description: 'Each strategy, segment and constraint with its result and the value it compared.',
    body: ref(PlaygroundRequest),
    response: PlaygroundResponse,
    handler: (db, { body, caller }) => explain(db, caller, body),
  });

  read('POST /api/admin/playground/advanced', {
    access: 'authenticated',
    operationId: 'getAdvancedPlayground',
    summary: 'Evaluate flags in several environments for many contexts, with reasons',
    description:
      'A field may have several values, separated by commas; each combination is one context.',
    body: ref(AdvancedRequest),
    response: AdvancedResponse,
    handler: (db, { body, caller }) => explainAll(db, caller, body),
  });
};
