import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { handlingOf } from '../../platform/http/handling.ts';
import { patcherOf } from '../../platform/http/json-patch.ts';
import { routesFor, withHeaders } from '../../platform/http/routes.ts';
import { JsonPatch, versionFailure } from '../../platform/http/schema.ts';
import { entityTag, type FlagParams, flagKeyOf } from '../flags/rules.ts';
import { Variant } from '../strategies/schema.ts';
import {
  changeEnvironmentVariants,
  changeFlagVariants,
  readEnvironmentVariants,
  readFlagVariants,
  setVariantsOfEnvironments,
} from './commands.ts';
import type { EnvironmentVariants } from './rules.ts';
import { VariantList, VariantsOfEnvironments, VariantsResponse } from './schema.ts';

const patched = patcherOf(VariantList, [Variant]);
const view = (variants: Variant[]) => ({ version: 1, variants });

export const variantRoutes: FastifyPluginAsync = async (app) => {
  const { read, write, route } = routesFor(app, { tag: 'Features', schemas: [Variant] });

  route(
    'GET /api/admin/projects/:projectId/features/:featureName/environments/:environment/variants',
    {
      access: 'authenticated',
      operationId: 'getEnvironmentFeatureVariants',
      summary: 'Get the variants of a flag in an environment',
      description: 'The ETag is the version of the switch and the variants, for If-Match.',
      response: VariantsResponse,
      handler: async ({ params }, reply) =>
        tagged(reply, await readEnvironmentVariants(app.db, environmentKeyOf(params))),
    },
  );

  route(
    'PUT /api/admin/projects/:projectId/features/:featureName/environments/:environment/variants',
    {
      access: ['UPDATE_FEATURE_ENVIRONMENT_VARIANTS'],
      operationId: 'overwriteEnvironmentFeatureVariants',
      summary: 'Set the variants of a flag in an environment',
      description:
        'Variants with a variable weight share the rest of 1000 evenly. ' +
        'With If-Match, only in that version of the switch and the variants.',
      body: VariantList,
      response: VariantsResponse,
      failures: versionFailure,
      handler: async ({ caller, params, body, headers }, reply) => {
        const key = environmentKeyOf(params);
        const options = { ifMatch: headers['if-match'] };
        const changed = await app.inTransaction((tx) =>
          changeEnvironmentVariants(tx, caller, key, () => body, options),
        );
        return tagged(reply, changed);
      },
    },
  );

  route(
    'PATCH /api/admin/projects/:projectId/features/:featureName/environments/:environment/variants',
    {
      access: ['UPDATE_FEATURE_ENVIRONMENT_VARIANTS'],
      operationId: 'patchEnvironmentsFeatureVariants',
      summary: 'Update the variants of a flag in an environment with a JSON Patch',
      description:
        'The paths start at the list of variants: /0/weight, /-. ' +
        'With If-Match, only in that version of the switch and the variants.',
      body: JsonPatch,
      response: VariantsResponse,
      failures: versionFailure,
      handler: async (request, reply) => {
        const { caller, params, body, headers } = request;
        const key = environmentKeyOf(params);
        const patch = (before: Variant[]) => patched(before, body, handlingOf(request));
        const options = { ifMatch: headers['if-match'] };
        const changed = await app.inTransaction((tx) =>
          changeEnvironmentVariants(tx, caller, key, patch, options),
        );
        return tagged(reply, changed);
      },
    },
  );

  write('PUT /api/admin/projects/:projectId/features/:featureName/variants-batch', {
    access: 'authenticated',
    operationId: 'overwriteFeatureVariantsOnEnvironments',
    summary: 'Set the variants of a flag in several environments',
    description: 'Needs UPDATE_FEATURE_ENVIRONMENT_VARIANTS in each of them.',
    body: VariantsOfEnvironments,
    response: VariantsResponse,
    handler: async (tx, { caller, params, body }) =>
      view(await setVariantsOfEnvironments(tx, caller, flagKeyOf(params), body)),
  });

  read('GET /api/admin/projects/:projectId/features/:featureName/variants', {
    access: 'authenticated',
    operationId: 'getFeatureVariants',
    summary: 'Get the variants of a flag',
    description: 'Those of its first environment with variants. Get them by environment instead.',
    deprecated: true,
    response: VariantsResponse,
    handler: async (db, { params }) => view(await readFlagVariants(db, flagKeyOf(params))),
  });

  write('PUT /api/admin/projects/:projectId/features/:featureName/variants', {
    access: ['UPDATE_FEATURE_VARIANTS'],
    operationId: 'overwriteFeatureVariants',
    summary: 'Set the variants of a flag in all its environments',
    deprecated: true,
    body: VariantList,
    response: VariantsResponse,
    handler: async (tx, { caller, params, body }) =>
      view(await changeFlagVariants(tx, caller, flagKeyOf(params), () => body)),
  });

  write('PATCH /api/admin/projects/:projectId/features/:featureName/variants', {
    access: ['UPDATE_FEATURE_VARIANTS'],
    operationId: 'patchFeatureVariants',
    summary: 'Update the variants of a flag in all its environments with a JSON Patch',
    description: 'The patch must be applicable in each environment.',
    deprecated: true,
    body: JsonPatch,
    response: VariantsResponse,
    handler: async (tx, request) => {
      const { caller, params, body } = request;
      const patch = (before: Variant[]) => patched(before, body, handlingOf(request));
      return view(await changeFlagVariants(tx, caller, flagKeyOf(params), patch));
    },
  });
};

/** The ETag is the version, which clients send back in If-Match. */
const tagged = (reply: FastifyReply, { variants, version }: EnvironmentVariants) =>
  withHeaders(reply, { etag: entityTag(version) }, view(variants));

const environmentKeyOf = (params: FlagParams & { environment: string }) => ({
  ...flagKeyOf(params),
  environment: params.environment,
});
