import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { found } from '../../platform/errors.ts';
import { handlingOf } from '../../platform/http/handling.ts';
import { patcherOf } from '../../platform/http/json-patch.ts';
import { routesFor, withHeaders } from '../../platform/http/routes.ts';
import { JsonPatch, ref, versionFailure } from '../../platform/http/schema.ts';
import { parseMoment } from '../versions/filters.ts';
import {
  assertNameIsFree,
  createFlag,
  markStale,
  patchFlag,
  readEarlierFlag,
  updateFlag,
} from './commands.ts';
import { findFlag, listFlags } from './queries.ts';
import { assertNoVariants, entityTag, flagKeyOf, readTagFilter } from './rules.ts';
import {
  Flag,
  FlagEnvironmentSummary,
  FlagQuery,
  FlagSummaries,
  FlagSummary,
  FlagsQuery,
  FlagUpdate,
  flagSchemas,
  NewFlag,
  PatchedFlag,
  StaleMarks,
  WantedName,
} from './schema.ts';

const patched = patcherOf(PatchedFlag);

export const flagRoutes: FastifyPluginAsync = async (app) => {
  const { read, write, route } = routesFor(app, {
    tag: 'Features',
    schemas: [...flagSchemas, FlagEnvironmentSummary, FlagSummary],
  });

  read('GET /api/admin/projects/:projectId/features', {
    access: 'authenticated',
    standby: true,
    operationId: 'getFeatures',
    summary: 'List the flags of a project',
    description: 'Flags that are not archived, ordered by name.',
    querystring: FlagsQuery,
    response: FlagSummaries,
    handler: async (db, { caller, params, query }) => ({
      version: 2,
      features: await listFlags(db, caller, {
        project: params.projectId,
        tags: [...(query.tag ?? []), ...(query['tag[]'] ?? [])].map(readTagFilter),
        prefix: query.namePrefix ?? '',
      }),
    }),
  });

  route('POST /api/admin/projects/:projectId/features', {
    access: ['CREATE_FEATURE'],
    operationId: 'createFeature',
    summary: 'Create a flag',
    description: 'It is off in every environment of the project.',
    body: NewFlag,
    status: 201,
    response: ref(Flag),
    handler: async ({ caller, params, body }, reply) =>
      tagged(
        reply,
        await app.inTransaction((tx) => createFlag(tx, caller, params.projectId, body)),
      ),
  });

  route('GET /api/admin/projects/:projectId/features/:featureName', {
    access: 'authenticated',
    operationId: 'getFeature',
    summary: 'Get a flag',
    description:
      'With its configuration. An archived flag is not found, unless archived is true. ' +
      'The ETag is the version for If-Match. With at, the flag as it was, archived or not, without ' +
      'usage, lifecycle and ETag.',
    querystring: FlagQuery,
    response: ref(Flag),
    handler: async ({ caller, params, query }, reply) => {
      if (query.at !== undefined) {
        const at = parseMoment('at', query.at);
        return readEarlierFlag(app.db, caller, flagKeyOf(params), at);
      }
      const flag = await findFlag(app.db, caller, flagKeyOf(params));
      const shown = flag?.archived && !query.archived ? undefined : flag;
      return tagged(reply, found(shown, 'Flag', params.featureName));
    },
  });

  route('PUT /api/admin/projects/:projectId/features/:featureName', {
    access: ['UPDATE_FEATURE'],
    operationId: 'updateFeature',
    summary: 'Update a flag',
    description: 'Members left out keep their value. With If-Match, only that version is updated.',
    body: FlagUpdate,
    response: ref(Flag),
    failures: versionFailure,
    handler: async ({ caller, params, body, headers }, reply) => {
      const change = { update: body, ifMatch: headers['if-match'] };
      return tagged(
        reply,
        await app.inTransaction((tx) => updateFlag(tx, caller, flagKeyOf(params), change)),
      );
    },
  });

  route('PATCH /api/admin/projects/:projectId/features/:featureName', {
    access: ['UPDATE_FEATURE'],
    operationId: 'patchFeature',
    summary: 'Update a flag with a JSON Patch',
    description: 'All operations or none. With If-Match, only that version is updated.',
    body: JsonPatch,
    response: ref(Flag),
    failures: versionFailure,
    handler: async (request, reply) => {
      const { caller, params, body, headers } = request;
      assertNoVariants(body);
      const change = {
        patched: (document: unknown) => patched(document, body, handlingOf(request)),
        ifMatch: headers['if-match'],
      };
      return tagged(
        reply,
        await app.inTransaction((tx) => patchFlag(tx, caller, flagKeyOf(params), change)),
      );
    },
  });

  write('POST /api/admin/projects/:projectId/stale', {
    access: ['UPDATE_FEATURE'],
    operationId: 'staleFeatures',
    summary: 'Mark flags stale, or not stale',
    description: 'All flags or none.',
    body: StaleMarks,
    status: 202,
    handler: (tx, { caller, params, body }) => markStale(tx, caller, params.projectId, body),
  });

  read('POST /api/admin/features/validate', {
    access: 'authenticated',
    operationId: 'validateFeature',
    summary: 'Validate the name of a new flag',
    description:
      'With projectId, also against its naming pattern. Names of archived flags are taken.',
    body: WantedName,
    handler: (db, { caller, body }) => assertNameIsFree(db, caller, body),
  });
};

/** The ETag is the version, which clients send back in If-Match. */
const tagged = (reply: FastifyReply, { version, ...flag }: Flag & { version: number }) =>
  withHeaders(reply, { etag: entityTag(version) }, flag);
