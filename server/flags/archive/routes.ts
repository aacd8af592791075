import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Caller } from '../../platform/caller.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { archiveFlags, deleteFlags, findArchiveImpact, reviveFlags } from './commands.ts';
import { listArchived, listReferencedFlags } from './queries.ts';
import { warningOf } from './rules.ts';
import { ArchivedFlag, ArchivedFlags, ArchiveImpact, FlagBatch } from './schema.ts';

const warns = 'The header Pennon-Warning names flags that scanned code refers to.';

export const archiveRoutes: FastifyPluginAsync = async (app) => {
  const { read, write, route } = routesFor(app, { tag: 'Archive', schemas: [ArchivedFlag] });

  /** Warns of the flags that code still refers to. */
  async function removeWith(
    remove: typeof archiveFlags,
    { caller, project, names }: { caller: Caller; project: string; names: readonly string[] },
    reply: FastifyReply,
  ): Promise<void> {
    const referenced = await app.inTransaction(async (tx) => {
      const found = await listReferencedFlags(tx, project, names);
      await remove(tx, caller, project, names);
      return found;
    });
    if (referenced.length > 0) void reply.header('pennon-warning', warningOf(referenced));
  }

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

  route('DELETE /api/admin/projects/:projectId/features/:featureName', {
    access: ['DELETE_FEATURE'],
    operationId: 'archiveFeature',
    summary: 'Archive a flag',
    description: `Refused while active flags depend on it. Removes its own dependency. ${warns}`,
    tag: 'Features',
    status: 202,
    handler: ({ caller, params: { projectId: project, featureName } }, reply) =>
      removeWith(archiveFlags, { caller, project, names: [featureName] }, reply),
  });

  route('POST /api/admin/projects/:projectId/archive', {
    access: ['DELETE_FEATURE'],
    operationId: 'archiveFeatures',
    summary: 'Archive flags',
    description: `All flags or none. A parent can only be archived together with all its children. ${warns}`,
    body: FlagBatch,
    status: 202,
    handler: ({ caller, params: { projectId: project }, body }, reply) =>
      removeWith(archiveFlags, { caller, project, names: body.features }, reply),
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

  route('POST /api/admin/projects/:projectId/delete', {
    access: ['DELETE_FEATURE'],
    operationId: 'deleteFeatures',
    summary: 'Delete archived flags permanently',
    description: `Flags that are not archived are unchanged. ${warns}`,
    body: FlagBatch,
    handler: ({ caller, params: { projectId: project }, body }, reply) =>
      removeWith(deleteFlags, { caller, project, names: body.features }, reply),
  });

  write('POST /api/admin/archive/revive/:featureName', {
    access: ['UPDATE_FEATURE'],
    operationId: 'reviveFeature',
    summary: 'Revive an archived flag',
    description: 'A revived flag is off in every environment.',
    handler: (tx, { caller, project, params: { featureName } }) =>
      reviveFlags(tx, caller, project, [featureName]),
  });

  route('DELETE /api/admin/archive/:featureName', {
    access: ['DELETE_FEATURE'],
    operationId: 'deleteFeature',
    summary: 'Delete an archived flag permanently',
    description: `A flag that is not archived is unchanged. ${warns}`,
    handler: ({ caller, project, params: { featureName } }, reply) =>
      removeWith(deleteFlags, { caller, project, names: [featureName] }, reply),
  });
};
