import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { inTransaction } from '../../events/record.ts';
import { notFound } from '../../platform/errors.ts';
import { patcherOf } from '../../platform/http/json-patch.ts';
import { Empty, failures, JsonPatch, ref, versionFailure } from '../../platform/http/schema.ts';
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
  EnvironmentParams,
  FlagEnvironment,
  FlagNames,
  NewStrategy,
  PatchedStrategy,
  ProjectEnvironmentParams,
  Strategy,
  StrategyOrder,
  StrategyParams,
  StrategySegments,
  StrategyUpdate,
  StrategyVariant,
  SwitchQuery,
} from './schema.ts';
import { setEnabled, setEnabledOfAll } from './switches.ts';

const tags = ['Features'];
const patched = patcherOf(PatchedStrategy, [Constraint, StrategyVariant]);

export const targetingRoutes: FastifyPluginAsyncTypebox = async (app) => {
  for (const schema of [Constraint, StrategyVariant, Strategy]) app.addSchema(schema);

  app.post(
    '/api/admin/projects/:projectId/features/:featureName/environments/:environment/on',
    {
      config: { access: ['UPDATE_FEATURE_ENVIRONMENT'] },
      schema: {
        operationId: 'toggleFeatureEnvironmentOn',
        summary: 'Switch a flag on in an environment',
        description:
          'A flag with no enabled strategy gets the default one, which needs CREATE_FEATURE_STRATEGY.',
        tags,
        params: EnvironmentParams,
        querystring: SwitchQuery,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params, query: { shouldActivateDisabledStrategies } }) => {
      const input = { enabled: true, activateDisabled: shouldActivateDisabledStrategies };
      await inTransaction(app.db, (tx) => setEnabled(tx, caller, keyOf(params), input));
      return null;
    },
  );

  app.post(
    '/api/admin/projects/:projectId/features/:featureName/environments/:environment/off',
    {
      config: { access: ['UPDATE_FEATURE_ENVIRONMENT'] },
      schema: {
        operationId: 'toggleFeatureEnvironmentOff',
        summary: 'Switch a flag off in an environment',
        tags,
        params: EnvironmentParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      await inTransaction(app.db, (tx) =>
        setEnabled(tx, caller, keyOf(params), { enabled: false }),
      );
      return null;
    },
  );

  app.post(
    '/api/admin/projects/:projectId/bulk_features/environments/:environment/on',
    {
      config: { access: ['UPDATE_FEATURE_ENVIRONMENT'] },
      schema: {
        operationId: 'bulkToggleFeaturesEnvironmentOn',
        summary: 'Switch several flags on in an environment',
        description: 'All of them or none.',
        tags,
        params: ProjectEnvironmentParams,
        querystring: SwitchQuery,
        body: FlagNames,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params, body, query: { shouldActivateDisabledStrategies } }) => {
      const input = { enabled: true, activateDisabled: shouldActivateDisabledStrategies };
      const place = { ...placeOf(params), names: body.features };
      await inTransaction(app.db, (tx) => setEnabledOfAll(tx, caller, place, input));
      return null;
    },
  );

  app.post(
    '/api/admin/projects/:projectId/bulk_features/environments/:environment/off',
    {
      config: { access: ['UPDATE_FEATURE_ENVIRONMENT'] },
      schema: {
        operationId: 'bulkToggleFeaturesEnvironmentOff',
        summary: 'Switch several flags off in an environment',
        description: 'All of them or none.',
        tags,
        params: ProjectEnvironmentParams,
        body: FlagNames,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params, body }) => {
      const place = { ...placeOf(params), names: body.features };
      await inTransaction(app.db, (tx) => setEnabledOfAll(tx, caller, place, { enabled: false }));
      return null;
    },
  );

  app.get(
    '/api/admin/projects/:projectId/features/:featureName/environments/:environment',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getFeatureEnvironment',
        summary: 'Get what a flag does in an environment',
        tags,
        params: EnvironmentParams,
        response: { 200: FlagEnvironment, ...failures },
      },
    },
    async ({ params }) => {
      const { enabled } = await readEnvironment(params);
      const { featureName: name, environment } = params;
      return { name, environment, enabled, strategies: await readStrategies(params) };
    },
  );

  app.get(
    '/api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getFeatureStrategies',
        summary: 'List the strategies of a flag in an environment',
        tags,
        params: EnvironmentParams,
        response: { 200: Type.Array(ref(Strategy)), ...failures },
      },
    },
    async ({ params }) => {
      await readEnvironment(params);
      return readStrategies(params);
    },
  );

  app.post(
    '/api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies',
    {
      config: { access: ['CREATE_FEATURE_STRATEGY'], echo: Strategy },
      schema: {
        operationId: 'addFeatureStrategy',
        summary: 'Add a strategy to a flag in an environment',
        description: 'At most 30; each with at most 30 constraints and 5 segments.',
        tags,
        params: EnvironmentParams,
        body: NewStrategy,
        response: { 200: ref(Strategy), ...failures },
      },
    },
    async ({ caller, params, body }, reply) => {
      const strategy = await inTransaction(app.db, (tx) =>
        addStrategy(tx, caller, keyOf(params), body),
      );
      return tagged(reply, strategy);
    },
  );

  app.post(
    '/api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/set-sort-order',
    {
      config: { access: ['UPDATE_FEATURE_STRATEGY'] },
      schema: {
        operationId: 'setStrategySortOrder',
        summary: 'Set the order in which strategies are evaluated',
        tags,
        params: EnvironmentParams,
        body: StrategyOrder,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params, body }) => {
      await inTransaction(app.db, (tx) => setStrategyOrder(tx, caller, keyOf(params), body));
      return null;
    },
  );

  app.get(
    '/api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getFeatureStrategy',
        summary: 'Get a strategy',
        description: 'The ETag is for If-Match.',
        tags,
        params: StrategyParams,
        response: { 200: ref(Strategy), ...failures },
      },
    },
    async ({ params }, reply) => {
      const strategy = await findStrategy(app.db, strategyKeyOf(params));
      if (!strategy) throw notFound(`Strategy ${params.strategyId}`);
      return tagged(reply, strategy);
    },
  );

  app.put(
    '/api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
    {
      config: { access: ['UPDATE_FEATURE_STRATEGY'], echo: Strategy },
      schema: {
        operationId: 'updateFeatureStrategy',
        summary: 'Change a strategy',
        description: 'Members left out keep their value. With If-Match, only that version.',
        tags,
        params: StrategyParams,
        body: StrategyUpdate,
        response: { 200: ref(Strategy), ...failures, ...versionFailure },
      },
    },
    async ({ caller, params, body, headers }, reply) => {
      const options = { ifMatch: headers['if-match'] };
      const strategy = await inTransaction(app.db, (tx) =>
        updateStrategy(tx, caller, strategyKeyOf(params), body, options),
      );
      return tagged(reply, strategy);
    },
  );

  app.patch(
    '/api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
    {
      config: { access: ['UPDATE_FEATURE_STRATEGY'] },
      schema: {
        operationId: 'patchFeatureStrategy',
        summary: 'Change a strategy by JSON Patch',
        description: 'All operations or none. With If-Match, only that version.',
        tags,
        params: StrategyParams,
        body: JsonPatch,
        response: { 200: ref(Strategy), ...failures, ...versionFailure },
      },
    },
    async ({ caller, params, body, headers }, reply) => {
      const options = { ifMatch: headers['if-match'] };
      const patch = (before: Strategy) => patched(before, body);
      const strategy = await inTransaction(app.db, (tx) =>
        patchStrategy(tx, caller, strategyKeyOf(params), patch, options),
      );
      return tagged(reply, strategy);
    },
  );

  app.delete(
    '/api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
    {
      config: { access: ['DELETE_FEATURE_STRATEGY'] },
      schema: {
        operationId: 'deleteFeatureStrategy',
        summary: 'Remove a strategy',
        description: 'With the last enabled one the flag is switched off.',
        tags,
        params: StrategyParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      await inTransaction(app.db, (tx) => deleteStrategy(tx, caller, strategyKeyOf(params)));
      return null;
    },
  );

  app.post(
    '/api/admin/segments/strategies',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'updateFeatureStrategySegments',
        summary: 'Set the segments of a strategy',
        description: 'Needs UPDATE_FEATURE_STRATEGY where the strategy is.',
        tags: ['Segments'],
        body: StrategySegments,
        response: { 201: StrategySegments, ...failures },
      },
    },
    async ({ caller, body }, reply) => {
      await inTransaction(app.db, (tx) => setStrategySegments(tx, caller, body));
      return reply.code(201).send(body);
    },
  );

  app.post(
    '/api/admin/constraints/validate',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'validateConstraint',
        summary: 'Ask whether a constraint is valid',
        tags,
        body: ref(Constraint),
        response: { 204: Empty, ...failures },
      },
    },
    async ({ body }, reply) => {
      await validateConstraint(app.db, body);
      return reply.code(204).send(null);
    },
  );

  async function readEnvironment(params: Params) {
    const state = await findEnvironment(app.db, keyOf(params));
    if (state) return state;
    throw notFound(`Flag ${params.featureName} in environment ${params.environment}`);
  }

  const readStrategies = ({ featureName, environment }: Params) =>
    listStrategies(app.db, [featureName], [environment]);
};

type Params = { projectId: string; featureName: string; environment: string };

const placeOf = ({ projectId, environment }: Omit<Params, 'featureName'>) => ({
  project: projectId,
  environment,
});

const keyOf = (params: Params) => ({ ...placeOf(params), name: params.featureName });

const strategyKeyOf = (params: Params & { strategyId: string }) => ({
  ...keyOf(params),
  id: params.strategyId,
});

/** The version goes into the header, for If-Match to send back. */
function tagged<R extends FastifyReply>(reply: R, strategy: StoredStrategy) {
  return reply.header('etag', etagOf(strategy)).send(strategy);
}
