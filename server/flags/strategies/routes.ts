import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Db } from '../../platform/db/open.ts';
import { found, named } from '../../platform/errors.ts';
import { handlingOf } from '../../platform/http/handling.ts';
import { patcherOf } from '../../platform/http/json-patch.ts';
import { routesFor, withHeaders } from '../../platform/http/routes.ts';
import { JsonPatch, ref, versionFailure } from '../../platform/http/schema.ts';
import { entityTag } from '../flags/rules.ts';
import {
  addStrategy,
  deleteStrategy,
  patchStrategy,
  setStrategyOrder,
  setStrategySegments,
  updateStrategy,
  validateConstraint,
} from './commands.ts';
import { findEnvironment, findStrategy, listStrategies } from './queries.ts';
import { etagOf, type StoredStrategy } from './rules.ts';
import {
  Constraint,
  FlagEnvironment,
  FlagNames,
  NewStrategy,
  PatchedStrategy,
  Strategy,
  StrategyOrder,
  StrategySegments,
  StrategyUpdate,
  StrategyVariant,
  SwitchQuery,
} from './schema.ts';
import { setEnabled, setEnabledOfAll } from './switches.ts';

const patched = patcherOf(PatchedStrategy, [Constraint, StrategyVariant]);

export const targetingRoutes: FastifyPluginAsync = async (app) => {
  const { read, write, route } = routesFor(app, {
    tag: 'Features',
    schemas: [Constraint, StrategyVariant, Strategy],
  });

  route('POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/on', {
    access: ['UPDATE_FEATURE_ENVIRONMENT'],
    operationId: 'toggleFeatureEnvironmentOn',
    summary: 'Switch a flag on in an environment',
    description:
      'If no strategy is enabled, adds the default one, which needs CREATE_FEATURE_STRATEGY. ' +
      'With If-Match, only in that version of the switch and the variants.',
    querystring: SwitchQuery,
    failures: versionFailure,
    handler: async ({ caller, params, query, headers }, reply) => {
      const input = { ...switchedOn(query), ifMatch: headers['if-match'] };
      const version = await app.inTransaction((tx) => setEnabled(tx, caller, keyOf(params), input));
      return withHeaders(reply, { etag: entityTag(version) }, null);
    },
  });

  route('POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/off', {
    access: ['UPDATE_FEATURE_ENVIRONMENT'],
    operationId: 'toggleFeatureEnvironmentOff',
    summary: 'Switch a flag off in an environment',
    description: 'With If-Match, only in that version of the switch and the variants.',
    failures: versionFailure,
    handler: async ({ caller, params, headers }, reply) => {
      const input = { enabled: false, ifMatch: headers['if-match'] };
      const version = await app.inTransaction((tx) => setEnabled(tx, caller, keyOf(params), input));
      return withHeaders(reply, { etag: entityTag(version) }, null);
    },
  });

  write('POST /api/admin/projects/:projectId/bulk_features/environments/:environment/on', {
    access: ['UPDATE_FEATURE_ENVIRONMENT'],
    operationId: 'bulkToggleFeaturesEnvironmentOn',
    summary: 'Switch several flags on in an environment',
    description: 'All flags or none.',
    querystring: SwitchQuery,
    body: FlagNames,
    handler: (tx, { caller, params, body, query }) =>
      setEnabledOfAll(tx, caller, keysOf(params, body), switchedOn(query)),
  });

  write('POST /api/admin/projects/:projectId/bulk_features/environments/:environment/off', {
    access: ['UPDATE_FEATURE_ENVIRONMENT'],
    operationId: 'bulkToggleFeaturesEnvironmentOff',
    summary: 'Switch several flags off in an environment',
    description: 'All flags or none.',
    body: FlagNames,
    handler: (tx, { caller, params, body }) =>
      setEnabledOfAll(tx, caller, keysOf(params, body), { enabled: false }),
  });

  route('GET /api/admin/projects/:projectId/features/:featureName/environments/:environment', {
    access: 'authenticated',
    operationId: 'getFeatureEnvironment',
    summary: 'Get the state and strategies of a flag in an environment',
    description: 'The ETag is the version of the switch and the variants, for If-Match.',
    response: FlagEnvironment,
    handler: async ({ params }, reply) => {
      const { enabled, version } = await readEnvironment(app.db, params);
      return withHeaders(
        reply,
        { etag: entityTag(version) },
        {
          name: params.featureName,
          environment: params.environment,
          enabled,
          strategies: await listStrategies(app.db, [params.featureName], [params.environment]),
        },
      );
    },
  });

  read(
    'GET /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies',
    {
      access: 'authenticated',
      operationId: 'getFeatureStrategies',
      summary: 'List the strategies of a flag in an environment',
      response: Type.Array(ref(Strategy)),
      handler: async (db, { params }) => {
        await readEnvironment(db, params);
        return listStrategies(db, [params.featureName], [params.environment]);
      },
    },
  );

  route(
    'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies',
    {
      access: ['CREATE_FEATURE_STRATEGY'],
      operationId: 'addFeatureStrategy',
      summary: 'Add a strategy to a flag in an environment',
      description: 'At most 30 per environment, each with at most 30 constraints and 5 segments.',
      body: NewStrategy,
      response: ref(Strategy),
      handler: async ({ caller, params, body }, reply) =>
        tagged(
          reply,
          await app.inTransaction((tx) => addStrategy(tx, caller, keyOf(params), body)),
        ),
    },
  );

  write(
    'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/set-sort-order',
    {
      access: ['UPDATE_FEATURE_STRATEGY'],
      operationId: 'setStrategySortOrder',
      summary: 'Set the order in which strategies are evaluated',
      body: StrategyOrder,
      handler: (tx, { caller, params, body }) => setStrategyOrder(tx, caller, keyOf(params), body),
    },
  );

  route(
    'GET /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
    {
      access: 'authenticated',
      operationId: 'getFeatureStrategy',
      summary: 'Get a strategy',
      description: 'The ETag is the version for If-Match.',
      response: ref(Strategy),
      handler: async ({ params }, reply) =>
        tagged(
          reply,
          found(await findStrategy(app.db, strategyKeyOf(params)), 'Strategy', params.strategyId),
        ),
    },
  );

  route(
    'PUT /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
    {
      access: ['UPDATE_FEATURE_STRATEGY'],
      operationId: 'updateFeatureStrategy',
      summary: 'Update a strategy',
      description:
        'Members left out keep their value. With If-Match, only that version is updated.',
      body: StrategyUpdate,
      response: ref(Strategy),
      failures: versionFailure,
      handler: async ({ caller, params, body, headers }, reply) => {
        const options = { ifMatch: headers['if-match'] };
        const strategy = await app.inTransaction((tx) =>
          updateStrategy(tx, caller, strategyKeyOf(params), body, options),
        );
        return tagged(reply, strategy);
      },
    },
  );

  route(
    'PATCH /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
    {
      access: ['UPDATE_FEATURE_STRATEGY'],
      operationId: 'patchFeatureStrategy',
      summary: 'Update a strategy with a JSON Patch',
      description: 'All operations or none. With If-Match, only that version is updated.',
      body: JsonPatch,
      response: ref(Strategy),
      failures: versionFailure,
      handler: async (request, reply) => {
        const { caller, params, body, headers } = request;
        const options = { ifMatch: headers['if-match'] };
        const patch = (before: Strategy) => patched(before, body, handlingOf(request));
        const strategy = await app.inTransaction((tx) =>
          patchStrategy(tx, caller, strategyKeyOf(params), patch, options),
        );
        return tagged(reply, strategy);
      },
    },
  );

  write(
    'DELETE /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
    {
      access: ['DELETE_FEATURE_STRATEGY'],
      operationId: 'deleteFeatureStrategy',
      summary: 'Delete a strategy',
      description: 'Deleting the last enabled strategy switches the flag off.',
      handler: (tx, { caller, params }) => deleteStrategy(tx, caller, strategyKeyOf(params)),
    },
  );

  write('POST /api/admin/segments/strategies', {
    access: 'authenticated',
    operationId: 'updateFeatureStrategySegments',
    summary: 'Set the segments of a strategy',
    description: 'Needs UPDATE_FEATURE_STRATEGY in the project and environment of the strategy.',
    tag: 'Segments',
    body: StrategySegments,
    status: 201,
    response: StrategySegments,
    handler: async (tx, { caller, body }) => {
      await setStrategySegments(tx, caller, body);
      return body;
    },
  });

  read('POST /api/admin/constraints/validate', {
    access: 'authenticated',
    operationId: 'validateConstraint',
    summary: 'Validate a constraint',
    body: ref(Constraint),
    status: 204,
    handler: (db, { body }) => validateConstraint(db, body),
  });
};

const readEnvironment = async (db: Db, params: Params) =>
  found(
    await findEnvironment(db, keyOf(params)),
    'Environment',
    params.environment,
    named('flag', params.featureName),
  );

type Params = { projectId: string; featureName: string; environment: string };

const scopeOf = ({ projectId, environment }: Omit<Params, 'featureName'>) => ({
  project: projectId,
  environment,
});

const keyOf = (params: Params) => ({ ...scopeOf(params), name: params.featureName });

const keysOf = (params: Omit<Params, 'featureName'>, { features }: Static<typeof FlagNames>) => ({
  ...scopeOf(params),
  names: features,
});

const switchedOn = ({ shouldActivateDisabledStrategies }: Static<typeof SwitchQuery>) => ({
  enabled: true,
  activateDisabled: shouldActivateDisabledStrategies,
});

const strategyKeyOf = (params: Params & { strategyId: string }) => ({
  ...keyOf(params),
  id: params.strategyId,
});

/** The ETag is the version, which clients send back in If-Match. */
const tagged = (reply: FastifyReply, strategy: StoredStrategy) =>
  withHeaders(reply, { etag: etagOf(strategy) }, strategy);
