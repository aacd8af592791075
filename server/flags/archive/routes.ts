import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { archiveFlags, deleteFlags, findArchiveImpact, reviveFlags } from './commands.ts';
import { listArchived } from './queries.ts';
import { ArchivedFlag, ArchivedFlags, ArchiveImpact, FlagBatch } from './schema.ts';

export const archiveRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Archive', schemas: [ArchivedFlag] });

  read('GET /api/admin/archive/features', {
    access: 'authenticated',
    standby: true,
    operationId: 'getArchivedFeatures',
    summary: 'List archived flags',
    description: 'Of all projects the caller may see, most recently archived first.',
    response: ArchivedFlags,
    handler: async (db, { caller }) => ({ version: 2, features: await listArchived(db, caller) }),
  });

  read('GET /api/admin/archive/features/:projectId', {
    access: 'authenticated',
    standby: true,
    operationId: 'getArchivedFeaturesByProjectId',
    summary: 'List the archived flags of a project',
    response: ArchivedFlags,
    handler: async (db, { caller, params }) => ({
      version: 2,
      features: await listArchived(db, caller, params.projectId),
    }),
  });

  write('DELETE /api/admin/projects/:projectId/features/:featureName', {
    access: ['DELETE_FEATURE'],
    operationId: 'archiveFeature',
    summary: 'Archive a flag',
    description: 'Refused while active flags depend on it. Removes its own dependency.',
    tag: 'Features',
    status: 202,
    handler: (tx, { caller, params: { projectId, featureName } }) =>
      archiveFlags(tx, caller, projectId, [featureName]),
  });

  write('POST /api/admin/projects/:projectId/archive', {
    access: ['DELETE_FEATURE'],
    operationId: 'archiveFeatures',
    summary: 'Archive flags',
    description: 'All flags or none. A parent can only be archived together with all its children.',
    body: FlagBatch,
    status: 202,
    handler: (tx, { caller, params, body }) =>
      archiveFlags(tx, caller, params.projectId, body.features),
  });

  read('POST /api/admin/projects/:projectId/archive/validate', {
    access: ['DELETE_FEATURE'],
    operationId: 'validateArchiveFeatures',
    summary: 'Preview the impact of archiving flags',
    body: FlagBatch,
    response: ArchiveImpact,
    handler: (db, { params, body }) => findArchiveImpact(db, params.projectId, body.features),
  });

  write('POST /api/admin/projects/:projectId/revive', {
    access: ['UPDATE_FEATURE'],
    operationId: 'reviveFeatures',
    summary: 'Revive archived flags',
    description: 'All flags or none. Revived flags are off in every environment.',
    body: FlagBatch,
    handler: (tx, { caller, params, body }) =>
      reviveFlags(tx, caller, params.projectId, body.features),
  });

  write('POST /api/admin/projects/:projectId/delete', {
    access: ['DELETE_FEATURE'],
    operationId: 'deleteFeatures',
    summary: 'Delete archived flags permanently',
    description: 'Flags that are not archived are unchanged.',
    body: FlagBatch,
    handler: (tx, { caller, params, body }) =>
      deleteFlags(tx, caller, params.projectId, body.features),
  });

  write('POST /api/admin/archive/revive/:featureName', {
    access: ['UPDATE_FEATURE'],
    operationId: 'reviveFeature',
    summary: 'Revive an archived flag',
    description: 'A revived flag is off in every environment.',
    handler: (tx, { caller, project, params: { featureName } }) =>
      reviveFlags(tx, caller, project, [featureName]),
  });

  write('DELETE /api/admin/archive/:featureName', {
    access: ['DELETE_FEATURE'],
    operationId: 'deleteFeature',
    summary: 'Delete an archived flag permanently',
    description: 'A flag that is not archived is unchanged.',
    handler: (tx, { caller, project, params: { featureName } }) =>
      deleteFlags(tx, caller, project, [featureName]),
  });
};
