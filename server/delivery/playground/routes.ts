import type { FastifyPluginAsync } from 'fastify';
import { flagKeyOf } from '../../flags/flags/rules.ts';
import { Variant } from '../../flags/strategies/schema.ts';
import { parseMoment } from '../../flags/versions/filters.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { explain, explainAll, explainFlag } from './explain.ts';
import { createRespond } from './response.ts';
import { responseBytesMax } from './rules.ts';
import {
  AdvancedFlagInEnvironment,
  AdvancedRequest,
  AdvancedResponse,
  FlagEvaluation,
  FlagEvaluationQuery,
  FlagEvaluationRequest,
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
  const { read, route } = routesFor(app, { tag: 'Playground', schemas: shared });
  const respond = createRespond({
    max: 4,
    perOwnerMax: 2,
    reserved: 1,
    bytesMax: responseBytesMax,
    readMs: 120_000,
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

  read('POST /api/admin/projects/:projectId/features/:featureName/evaluate', {
    access: 'authenticated',
    operationId: 'evaluateFeature',
    summary: 'Evaluate one flag for a context, with reasons',
    description:
      'As the flag is and, with at, also as it was: with its segments and parents of that moment, and ' +
      'with its time for constraints by date.',
    querystring: FlagEvaluationQuery,
    body: FlagEvaluationRequest,
    response: FlagEvaluation,
    handler: (db, { caller, params, query, body }) =>
      explainFlag(db, caller, flagKeyOf(params), {
        ...body,
        at: query.at === undefined ? undefined : parseMoment('at', query.at),
      }),
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
