import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { patcherOf } from '../../platform/http/json-patch.ts';
import { failures, JsonPatch } from '../../platform/http/schema.ts';
import { Variant } from '../strategies/schema.ts';
import {
  changeEnvironmentVariants,
  changeFlagVariants,
  readEnvironmentVariants,
  readFlagVariants,
  setVariantsOfEnvironments,
} from './commands.ts';
import {
  EnvironmentParams,
  FlagParams,
  VariantList,
  VariantsAnswer,
  VariantsOfEnvironments,
} from './schema.ts';

const tags = ['Features'];
const patched = patcherOf(VariantList, [Variant]);
const answer = (variants: Variant[]) => ({ version: 1, variants });

export const variantRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(Variant);

  app.get(
    '/api/admin/projects/:projectId/features/:featureName/environments/:environment/variants',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getEnvironmentFeatureVariants',
        summary: 'Get the variants of a flag in an environment',
        tags,
        params: EnvironmentParams,
        response: { 200: VariantsAnswer, ...failures },
      },
    },
    async ({ params }) => answer(await readEnvironmentVariants(app.db, environmentKeyOf(params))),
  );

  app.put(
    '/api/admin/projects/:projectId/features/:featureName/environments/:environment/variants',
    {
      config: { access: ['UPDATE_FEATURE_ENVIRONMENT_VARIANTS'] },
      schema: {
        operationId: 'overwriteEnvironmentFeatureVariants',
        summary: 'Set the variants of a flag in an environment',
        description: 'Variable weights share what the fixed ones leave of 1000.',
        tags,
        params: EnvironmentParams,
        body: VariantList,
        response: { 200: VariantsAnswer, ...failures },
      },
    },
    async ({ caller, params, body }) =>
      answer(
        await inTransaction(app.db, (tx) =>
          changeEnvironmentVariants(tx, caller, environmentKeyOf(params), () => body),
        ),
      ),
  );

  app.patch(
    '/api/admin/projects/:projectId/features/:featureName/environments/:environment/variants',
    {
      config: { access: ['UPDATE_FEATURE_ENVIRONMENT_VARIANTS'] },
      schema: {
        operationId: 'patchEnvironmentsFeatureVariants',
        summary: 'Change the variants of a flag in an environment by JSON Patch',
        description: 'The patch is for the list of variants: /0/weight, /-.',
        tags,
        params: EnvironmentParams,
        body: JsonPatch,
        response: { 200: VariantsAnswer, ...failures },
      },
    },
    async ({ caller, params, body }) =>
      answer(
        await inTransaction(app.db, (tx) =>
          changeEnvironmentVariants(tx, caller, environmentKeyOf(params), (before) =>
            patched(before, body),
          ),
        ),
      ),
  );

  app.put(
    '/api/admin/projects/:projectId/features/:featureName/variants-batch',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'overwriteFeatureVariantsOnEnvironments',
        summary: 'Set the variants of a flag in several environments',
        description: 'Needs UPDATE_FEATURE_ENVIRONMENT_VARIANTS for each of them.',
        tags,
        params: FlagParams,
        body: VariantsOfEnvironments,
        response: { 200: VariantsAnswer, ...failures },
      },
    },
    async ({ caller, params, body }) =>
      answer(
        await inTransaction(app.db, (tx) =>
          setVariantsOfEnvironments(tx, caller, keyOf(params), body),
        ),
      ),
  );

  app.get(
    '/api/admin/projects/:projectId/features/:featureName/variants',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getFeatureVariants',
        summary: 'Get the variants of a flag',
        description: 'Those of its first environment that has any; ask for an environment instead.',
        deprecated: true,
        tags,
        params: FlagParams,
        response: { 200: VariantsAnswer, ...failures },
      },
    },
    async ({ params }) => answer(await readFlagVariants(app.db, keyOf(params))),
  );

  app.put(
    '/api/admin/projects/:projectId/features/:featureName/variants',
    {
      config: { access: ['UPDATE_FEATURE_VARIANTS'] },
      schema: {
        operationId: 'overwriteFeatureVariants',
        summary: 'Set the variants of a flag in all its environments',
        deprecated: true,
        tags,
        params: FlagParams,
        body: VariantList,
        response: { 200: VariantsAnswer, ...failures },
      },
    },
    async ({ caller, params, body }) =>
      answer(
        await inTransaction(app.db, (tx) =>
          changeFlagVariants(tx, caller, keyOf(params), () => body),
        ),
      ),
  );

  app.patch(
    '/api/admin/projects/:projectId/features/:featureName/variants',
    {
      config: { access: ['UPDATE_FEATURE_VARIANTS'] },
      schema: {
        operationId: 'patchFeatureVariants',
        summary: 'Change the variants of a flag in all its environments by JSON Patch',
        description: 'In each environment the patch must fit the variants there.',
        deprecated: true,
        tags,
        params: FlagParams,
        body: JsonPatch,
        response: { 200: VariantsAnswer, ...failures },
      },
    },
    async ({ caller, params, body }) =>
      answer(
        await inTransaction(app.db, (tx) =>
          changeFlagVariants(tx, caller, keyOf(params), (before) => patched(before, body)),
        ),
      ),
  );
};

type Params = { projectId: string; featureName: string };

const keyOf = ({ projectId, featureName }: Params) => ({ project: projectId, name: featureName });

const environmentKeyOf = (params: Params & { environment: string }) => ({
  ...keyOf(params),
  environment: params.environment,
});
