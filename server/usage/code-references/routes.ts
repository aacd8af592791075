import type { FastifyPluginAsync } from 'fastify';
import { parseLimit, parseOffset } from '../../platform/http/paging.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { removeScans, replaceReferences, showReferences, showStaleFlags } from './commands.ts';
import { listScans } from './queries.ts';
import {
  BranchQuery,
  FlagReferences,
  NewScan,
  RepositoryName,
  SavedScan,
  Scans,
  StaleFlags,
  StaleQuery,
} from './schema.ts';

/** All references, with long paths and lines. */
const bodyLimit = 8 * 1024 * 1024;

export const codeReferenceRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Code References' });

  read('GET /api/admin/projects/:projectId/code-references', {
    access: 'authenticated',
    operationId: 'getCodeScans',
    summary: 'List the scanned repositories of a project',
    response: Scans,
    handler: async (db, { params }) => ({ scans: await listScans(db, params.projectId) }),
  });

  write('PUT /api/admin/projects/:projectId/code-references/:repository', {
    access: ['UPDATE_FEATURE'],
    operationId: 'replaceCodeReferences',
    summary: 'Set the places in a repository that refer to flags of the project',
    description:
      'Replaces those of the same branch. At most 10,000 per branch and 100 branches per project. ' +
      '`pennon scan` sends them.',
    params: { repository: RepositoryName },
    bodyLimit,
    body: NewScan,
    response: SavedScan,
    handler: (tx, { params: { projectId: project, repository }, body }) =>
      replaceReferences(tx, { project, repository }, body),
  });

  write('DELETE /api/admin/projects/:projectId/code-references/:repository', {
    access: ['UPDATE_FEATURE'],
    operationId: 'deleteCodeReferences',
    summary: 'Delete the references of a repository, or of one of its branches',
    params: { repository: RepositoryName },
    querystring: BranchQuery,
    handler: (tx, { params: { projectId: project, repository }, query }) =>
      removeScans(tx, { project, repository }, query.branch),
  });

  read('GET /api/admin/projects/:projectId/features/:featureName/code-references', {
    access: 'authenticated',
    operationId: 'getFeatureCodeReferences',
    summary: 'List the places in code that refer to a flag',
    response: FlagReferences,
    handler: (db, { params: { projectId, featureName } }) =>
      showReferences(db, projectId, featureName),
  });

  read('GET /api/admin/projects/:projectId/stale-features', {
    access: 'authenticated',
    operationId: 'getStaleFeatures',
    summary: 'List the stale flags of a project, with their last use and references in code',
    querystring: StaleQuery,
    response: StaleFlags,
    handler: (db, { params, query }) =>
      showStaleFlags(db, params.projectId, {
        offset: parseOffset(query.offset),
        limit: parseLimit(query.limit, 50),
      }),
  });
};
