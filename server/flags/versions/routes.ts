import { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import { parseLimit } from '../../platform/http/paging.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { Id } from '../../platform/http/schema.ts';
import { flagKeyOf } from '../flags/rules.ts';
import { flagSchemas } from '../flags/schema.ts';
import { readProjectVersions, readVersion, readVersions, writeSnapshot } from './commands.ts';
import { parseCursor, parseMoment } from './filters.ts';
import {
  ProjectVersionList,
  SegmentInSnapshot,
  Snapshot,
  SnapshotQuery,
  VersionDetail,
  VersionList,
  VersionSummary,
  VersionsQuery,
} from './schema.ts';

const versionsPerPage = 50;

const pageOf = ({ limit, cursor }: { limit?: string; cursor?: string }) => ({
  before: parseCursor(cursor),
  limit: parseLimit(limit, versionsPerPage),
});

export const versionRoutes: FastifyPluginAsync = async (app) => {
  const { read, route } = routesFor(app, {
    tag: 'History',
    schemas: [...flagSchemas, VersionSummary, SegmentInSnapshot],
  });

  read('GET /api/admin/projects/:projectId/features/:featureName/versions', {
    access: 'authenticated',
    operationId: 'getFeatureVersions',
    summary: 'List the versions of a flag',
    description:
      'Newest first: one for each transaction that changed its configuration, with the event. ' +
      'Versions of a deleted flag are listed in the project that it was in. Versions of a time when ' +
      'the flag was in a project that the caller may not see are left out.',
    querystring: VersionsQuery,
    response: VersionList,
    handler: (db, { caller, params, query }) =>
      readVersions(db, caller, flagKeyOf(params), pageOf(query)),
  });

  read('GET /api/admin/projects/:projectId/features/:featureName/versions/:eventId', {
    access: 'authenticated',
    operationId: 'getFeatureVersion',
    summary: 'Get a version of a flag',
    description: 'The flag as the transaction of the event left it.',
    params: { eventId: Id },
    response: VersionDetail,
    handler: (db, { caller, params }) => readVersion(db, caller, flagKeyOf(params), params.eventId),
  });

  read('GET /api/admin/projects/:projectId/versions', {
    access: 'authenticated',
    operationId: 'getProjectVersions',
    summary: 'List the versions of the settings of a project',
    description: 'Newest first. Flags have versions of their own.',
    querystring: VersionsQuery,
    response: ProjectVersionList,
    handler: (db, { params, query }) => readProjectVersions(db, params.projectId, pageOf(query)),
  });

  route('GET /api/admin/projects/:projectId/snapshot', {
    access: 'authenticated',
    operationId: 'getProjectSnapshot',
    summary: 'Get a whole project as it was',
    description:
      'Its settings, all flags that were in it, and the segments that they used, written as a stream. ' +
      'Without at, as it is.',
    querystring: SnapshotQuery,
    response: Snapshot,
    handler: async ({ caller, params, query }, reply) => {
      const at = query.at === undefined ? undefined : parseMoment('at', query.at);
      const texts = writeSnapshot(app.db, caller, params.projectId, at);
      // Errors before the first part have their own status.
      const first = await texts.next();
      const all = async function* () {
        yield String(first.value);
        yield* texts;
      };
      void reply.type('application/json; charset=utf-8');
      return Readable.from(all(), { objectMode: false });
    },
  });
};
