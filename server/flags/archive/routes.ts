import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { Empty, failures, ProjectParams } from '../../platform/http/schema.ts';
import { FlagParams } from '../flags/schema.ts';
import { archiveFlags, deleteFlags, forecastArchiving, reviveFlags } from './commands.ts';
import { listArchived } from './queries.ts';
import { ArchivedFlag, ArchivedFlags, ArchiveForecast, FlagBatch, NamedFlag } from './schema.ts';

export const archiveRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(ArchivedFlag);

  app.get(
    '/api/admin/archive/features',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getArchivedFeatures',
        summary: 'List archived flags',
        description: 'Of all projects the caller may see, the latest first.',
        tags: ['Archive'],
        response: { 200: ArchivedFlags, ...failures },
      },
    },
    async ({ caller }) => ({ version: 2, features: await listArchived(app.db, caller) }),
  );

  app.get(
    '/api/admin/archive/features/:projectId',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getArchivedFeaturesByProjectId',
        summary: 'List the archived flags of a project',
        tags: ['Archive'],
        params: ProjectParams,
        response: { 200: ArchivedFlags, ...failures },
      },
    },
    async ({ caller, params }) => ({
      version: 2,
      features: await listArchived(app.db, caller, params.projectId),
    }),
  );

  app.delete(
    '/api/admin/projects/:projectId/features/:featureName',
    {
      config: { access: ['DELETE_FEATURE'] },
      schema: {
        operationId: 'archiveFeature',
        summary: 'Archive a flag',
        description: 'Refused while live flags depend on it; ends its own dependency.',
        tags: ['Features'],
        params: FlagParams,
        response: { 202: Empty, ...failures },
      },
    },
    async ({ caller, params: { projectId, featureName } }, reply) => {
      await inTransaction(app.db, (tx) => archiveFlags(tx, caller, projectId, [featureName]));
      return reply.code(202).send(null);
    },
  );

  app.post(
    '/api/admin/projects/:projectId/archive',
    {
      config: { access: ['DELETE_FEATURE'] },
      schema: {
        operationId: 'archiveFeatures',
        summary: 'Archive flags',
        description: 'All of them or none. A flag goes only together with all that depend on it.',
        tags: ['Archive'],
        params: ProjectParams,
        body: FlagBatch,
        response: { 202: Empty, ...failures },
      },
    },
    async ({ caller, params, body }, reply) => {
      await inTransaction(app.db, (tx) =>
        archiveFlags(tx, caller, params.projectId, body.features),
      );
      return reply.code(202).send(null);
    },
  );

  app.post(
    '/api/admin/projects/:projectId/archive/validate',
    {
      config: { access: ['DELETE_FEATURE'] },
      schema: {
        operationId: 'validateArchiveFeatures',
        summary: 'What would archiving these flags do?',
        tags: ['Archive'],
        params: ProjectParams,
        body: FlagBatch,
        response: { 200: ArchiveForecast, ...failures },
      },
    },
    async ({ params, body }) => forecastArchiving(app.db, params.projectId, body.features),
  );

  app.post(
    '/api/admin/projects/:projectId/revive',
    {
      config: { access: ['UPDATE_FEATURE'] },
      schema: {
        operationId: 'reviveFeatures',
        summary: 'Take flags out of the archive',
        description: 'All of them or none. They come back switched off everywhere.',
        tags: ['Archive'],
        params: ProjectParams,
        body: FlagBatch,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params, body }) => {
      await inTransaction(app.db, (tx) => reviveFlags(tx, caller, params.projectId, body.features));
      return null;
    },
  );

  app.post(
    '/api/admin/projects/:projectId/delete',
    {
      config: { access: ['DELETE_FEATURE'] },
      schema: {
        operationId: 'deleteFeatures',
        summary: 'Delete archived flags for ever',
        description: 'Flags that are not archived are left alone.',
        tags: ['Archive'],
        params: ProjectParams,
        body: FlagBatch,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params, body }) => {
      await inTransaction(app.db, (tx) => deleteFlags(tx, caller, params.projectId, body.features));
      return null;
    },
  );

  app.post(
    '/api/admin/archive/revive/:featureName',
    {
      config: { access: ['UPDATE_FEATURE'] },
      schema: {
        operationId: 'reviveFeature',
        summary: 'Take a flag out of the archive',
        description: 'It comes back switched off everywhere.',
        tags: ['Archive'],
        params: NamedFlag,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, project, params: { featureName } }) => {
      await inTransaction(app.db, (tx) => reviveFlags(tx, caller, project, [featureName]));
      return null;
    },
  );

  app.delete(
    '/api/admin/archive/:featureName',
    {
      config: { access: ['DELETE_FEATURE'] },
      schema: {
        operationId: 'deleteFeature',
        summary: 'Delete an archived flag for ever',
        description: 'A flag that is not archived is left alone.',
        tags: ['Archive'],
        params: NamedFlag,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, project, params: { featureName } }) => {
      await inTransaction(app.db, (tx) => deleteFlags(tx, caller, project, [featureName]));
      return null;
    },
  );
};
