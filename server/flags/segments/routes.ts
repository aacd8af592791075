import type { FastifyPluginAsync } from 'fastify';
import { found } from '../../platform/errors.ts';
import { routesFor, withHeaders } from '../../platform/http/routes.ts';
import { Id, ref, versionFailure } from '../../platform/http/schema.ts';
import { entityTag } from '../flags/rules.ts';
import { Constraint } from '../strategies/schema.ts';
import { assertNameIsFree, createSegment, deleteSegment, updateSegment } from './commands.ts';
import {
  findSegment,
  listSegments,
  listSegmentsOfStrategy,
  listStrategiesUsing,
} from './queries.ts';
import { NewSegment, Segment, SegmentNameInput, Segments, StrategyUses } from './schema.ts';

export const segmentRoutes: FastifyPluginAsync = async (app) => {
  const { read, write, route } = routesFor(app, {
    tag: 'Segments',
    schemas: [Constraint, Segment],
  });

  read('GET /api/admin/segments', {
    access: 'authenticated',
    operationId: 'getSegments',
    summary: 'List segments',
    description:
      'Segments for all projects and segments of projects the caller may see, sorted by name.',
    response: Segments,
    handler: async (db, { caller }) => ({ segments: await listSegments(db, caller) }),
  });

  route('POST /api/admin/segments', {
    // The body names the project, so the command checks CREATE_SEGMENT or UPDATE_PROJECT_SEGMENT.
    access: 'authenticated',
    operationId: 'createSegment',
    summary: 'Create a segment',
    description:
      'Requires CREATE_SEGMENT, or UPDATE_PROJECT_SEGMENT in the project of the segment.',
    body: NewSegment,
    status: 201,
    response: ref(Segment),
    handler: async ({ caller, body }, reply) => {
      const segment = await app.inTransaction((tx) => createSegment(tx, caller, body));
      return withHeaders(reply, { location: `segments/${segment.id}` }, segment);
    },
  });

  read('POST /api/admin/segments/validate', {
    access: 'authenticated',
    operationId: 'validateSegment',
    summary: 'Validate a segment name',
    body: SegmentNameInput,
    status: 204,
    handler: (db, { body }) => assertNameIsFree(db, body.name),
  });

  route('GET /api/admin/segments/:id', {
    access: 'authenticated',
    operationId: 'getSegment',
    summary: 'Get a segment',
    params: { id: Id },
    response: ref(Segment),
    handler: async ({ caller, params: { id } }, reply) => {
      const segment = found(await findSegment(app.db, caller, id), 'Segment', id);
      return withHeaders(reply, { etag: entityTag(segment.version) }, segment);
    },
  });

  route('PUT /api/admin/segments/:id', {
    // Depends on the stored project: the command checks UPDATE_SEGMENT or UPDATE_PROJECT_SEGMENT.
    access: 'authenticated',
    operationId: 'updateSegment',
    summary: 'Change a segment',
    description:
      'Requires UPDATE_SEGMENT, or UPDATE_PROJECT_SEGMENT in the current and in the new project. ' +
      'An omitted description or project is unchanged; null removes it. Refused if a project is ' +
      'set while strategies of active flags of other projects use the segment. ' +
      'With If-Match, only that version is changed.',
    params: { id: Id },
    body: NewSegment,
    status: 204,
    failures: versionFailure,
    handler: async ({ caller, params, body, headers }, reply) => {
      const change = { input: body, ifMatch: headers['if-match'] };
      const version = await app.inTransaction((tx) => updateSegment(tx, caller, params.id, change));
      return withHeaders(reply, { etag: entityTag(version) }, null);
    },
  });

  write('DELETE /api/admin/segments/:id', {
    // Depends on the stored project: the command checks DELETE_SEGMENT or UPDATE_PROJECT_SEGMENT.
    access: 'authenticated',
    operationId: 'removeSegment',
    summary: 'Delete a segment',
    description:
      'Requires DELETE_SEGMENT, or UPDATE_PROJECT_SEGMENT in its project. Refused while ' +
      'strategies of active flags use it; those of archived flags get its constraints instead. ' +
      'Succeeds if it does not exist.',
    params: { id: Id },
    status: 204,
    handler: (tx, { caller, params }) => deleteSegment(tx, caller, params.id),
  });

  read('GET /api/admin/segments/:id/strategies', {
    access: 'authenticated',
    operationId: 'getStrategiesBySegmentId',
    summary: 'List the strategies that use a segment',
    description: 'Of active flags in projects the caller may see.',
    params: { id: Id },
    response: StrategyUses,
    handler: async (db, { caller, params: { id } }) => {
      found(await findSegment(db, caller, id), 'Segment', id);
      return { strategies: await listStrategiesUsing(db, caller, id) };
    },
  });

  read('GET /api/admin/segments/strategies/:strategyId', {
    access: 'authenticated',
    operationId: 'getSegmentsByStrategyId',
    summary: 'List the segments of a strategy',
    response: Segments,
    handler: async (db, { caller, params: { strategyId } }) => ({
      segments: found(await listSegmentsOfStrategy(db, caller, strategyId), 'Strategy', strategyId),
    }),
  });
};
