import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { inTransaction } from '../../events/record.ts';
import { notFound } from '../../platform/errors.ts';
import { patcherOf } from '../../platform/http/json-patch.ts';
import {
  Empty,
  failures,
  JsonPatch,
  ProjectParams,
  ref,
  versionFailure,
} from '../../platform/http/schema.ts';
import { assertNameIsFree, createFlag, markStale, patchFlag, updateFlag } from './commands.ts';
import { findFlag, listFlags } from './queries.ts';
import { assertNoVariants, entityTag, readTagFilter } from './rules.ts';
import {
  Flag,
  FlagEnvironmentSummary,
  FlagParams,
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

export const flagRoutes: FastifyPluginAsyncTypebox = async (app) => {
  for (const schema of [...flagSchemas, FlagEnvironmentSummary, FlagSummary]) {
    app.addSchema(schema);
  }

  app.get(
    '/api/admin/projects/:projectId/features',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getFeatures',
        summary: 'List the flags of a project',
        description: 'Those that are not archived, by name.',
        tags: ['Features'],
        params: ProjectParams,
        querystring: FlagsQuery,
        response: { 200: FlagSummaries, ...failures },
      },
    },
    async ({ caller, params, query: { tag = [], 'tag[]': more = [], namePrefix = '' } }) => ({
      version: 2,
      features: await listFlags(app.db, caller, {
        project: params.projectId,
        tags: [...tag, ...more].map(readTagFilter),
        prefix: namePrefix,
      }),
    }),
  );

  app.post(
    '/api/admin/projects/:projectId/features',
    {
      config: { access: ['CREATE_FEATURE'], echo: Flag },
      schema: {
        operationId: 'createFeature',
        summary: 'Create a flag',
        description: 'It starts switched off in every environment of the project.',
        tags: ['Features'],
        params: ProjectParams,
        body: NewFlag,
        response: { 201: ref(Flag), ...failures },
      },
    },
    async ({ caller, params, body }, reply) => {
      const flag = await inTransaction(app.db, (tx) =>
        createFlag(tx, caller, params.projectId, body),
      );
      return tagged(reply.code(201), flag);
    },
  );

  app.get(
    '/api/admin/projects/:projectId/features/:featureName',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getFeature',
        summary: 'Get a flag',
        description: 'With all that is configured, archived or not. The ETag is for If-Match.',
        tags: ['Features'],
        params: FlagParams,
        querystring: FlagQuery,
        response: { 200: ref(Flag), ...failures },
      },
    },
    async ({ caller, params }, reply) => {
      const flag = await findFlag(app.db, caller, keyOf(params));
      if (!flag) throw notFound(`Flag ${params.featureName}`);
      return tagged(reply, flag);
    },
  );

  app.put(
    '/api/admin/projects/:projectId/features/:featureName',
    {
      config: { access: ['UPDATE_FEATURE'], echo: Flag },
      schema: {
        operationId: 'updateFeature',
        summary: 'Change a flag',
        description: 'Members left out keep their value. With If-Match, only that version.',
        tags: ['Features'],
        params: FlagParams,
        body: FlagUpdate,
        response: { 200: ref(Flag), ...failures, ...versionFailure },
      },
    },
    async ({ caller, params, body, headers }, reply) => {
      const change = { update: body, ifMatch: headers['if-match'] };
      const flag = await inTransaction(app.db, (tx) =>
        updateFlag(tx, caller, keyOf(params), change),
      );
      return tagged(reply, flag);
    },
  );

  app.patch(
    '/api/admin/projects/:projectId/features/:featureName',
    {
      config: { access: ['UPDATE_FEATURE'] },
      schema: {
        operationId: 'patchFeature',
        summary: 'Change members of a flag by JSON Patch',
        description: 'All operations or none. With If-Match, only that version.',
        tags: ['Features'],
        params: FlagParams,
        body: JsonPatch,
        response: { 200: ref(Flag), ...failures, ...versionFailure },
      },
    },
    async ({ caller, params, body, headers }, reply) => {
      assertNoVariants(body);
      const flag = await inTransaction(app.db, (tx) =>
        patchFlag(tx, caller, keyOf(params), {
          patched: (document) => patched(document, body),
          ifMatch: headers['if-match'],
        }),
      );
      return tagged(reply, flag);
    },
  );

  app.post(
    '/api/admin/projects/:projectId/stale',
    {
      config: { access: ['UPDATE_FEATURE'] },
      schema: {
        operationId: 'staleFeatures',
        summary: 'Mark flags stale, or not stale',
        description: 'All of them or none.',
        tags: ['Features'],
        params: ProjectParams,
        body: StaleMarks,
        response: { 202: Empty, ...failures },
      },
    },
    async ({ caller, params, body }, reply) => {
      await inTransaction(app.db, (tx) => markStale(tx, caller, params.projectId, body));
      return reply.code(202).send(null);
    },
  );

  app.post(
    '/api/admin/features/validate',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'validateFeature',
        summary: 'Is this name good for a new flag?',
        description: 'In the project, if one is named. Archived flags keep their names.',
        tags: ['Features'],
        body: WantedName,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, body }) => {
      await assertNameIsFree(app.db, caller, body);
      return null;
    },
  );
};

const keyOf = ({ projectId, featureName }: { projectId: string; featureName: string }) => ({
  project: projectId,
  name: featureName,
});

/** The version goes into the header, for If-Match to send back. */
function tagged<R extends FastifyReply>(
  reply: R,
  { version, ...flag }: Flag & { version: number },
) {
  return reply.header('etag', entityTag(version)).send(flag);
}
