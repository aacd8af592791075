import type { FastifyPluginAsync } from 'fastify';
import { Variant } from '../../flags/strategies/schema.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { explain, explainAll } from './explain.ts';
import { createRespond } from './response.ts';
import { responseBytesMax } from './rules.ts';
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
  const { route } = routesFor(app, { tag: 'Playground', schemas: shared });
  const respond = createRespond({
    ...{ max: 4, perOwnerMax: 2, reserved: 1 },
    ...{ bytesMax: responseBytesMax, readMs: 120_000 },
  });

  route('POST /api/admin/playground', {
    access: 'authenticated',
    operationId: 'getPlayground',
    summary: 'Evaluate flags for a context, with reasons',
    description:
      'Each strategy, segment and constraint with its result and the value it compared. A ' +
      'response larger than 32 MB is refused with 400.',
    duringMaintenance: true,
    body: ref(PlaygroundRequest),
    response: PlaygroundResponse,
    handler: (request, reply) =>
      respond(request, reply, explain(app.db, request.caller, request.body)),
  });

  route('POST /api/admin/playground/advanced', {
    access: 'authenticated',
    operationId: 'getAdvancedPlayground',
    summary: 'Evaluate flags in several environments for many contexts, with reasons',
    description:
      'A field may have several values, separated by commas; each combination is one context. ' +
      'More than 15,000 evaluations or a response larger than 32 MB are refused with 400.',
    duringMaintenance: true,
    body: ref(AdvancedRequest),
    response: AdvancedResponse,
    handler: (request, reply) =>
      respond(request, reply, explainAll(app.db, request.caller, request.body)),
  });
};
