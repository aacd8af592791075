import type { FastifyPluginAsync } from 'fastify';
import { found } from '../../platform/errors.ts';
import { routesFor, withHeaders } from '../../platform/http/routes.ts';
import { IdParams, ref } from '../../platform/http/schema.ts';
import { Constraint } from '../strategies/schema.ts';
import { assertNameIsFree, createSegment, deleteSegment, updateSegment } from './commands.ts';
import {
  findSegment,
  listSegments,
  listSegmentsOfStrategy,
  listStrategiesUsing,
} from './queries.ts';
import {
  NewSegment,
  Segment,
  Segments,
  StrategyParams,
  StrategyUses,
  WantedSegmentName,
} from './schema.ts';

export const segmentRoutes: FastifyPluginAsync = async (app) => {
  const { read, write, route } = routesFor(app, {
    tag: 'Segments',
    schemas: [Constraint, Segment],
  });

  read('GET /api/admin/segments', {
    access: 'authenticated',
    operationId: 'getSegments',
    summary: 'List segments',
    description: 'Those for all projects, and those of projects the caller may see; by name.',
    response: Segments,
    handler: async (db, { caller }) => ({ segments: await listSegments(db, caller) }),
  });

  route('POST /api/admin/segments', {
    // The body names the project, so the command checks CREATE_SEGMENT or UPDATE_PROJECT_SEGMENT.
    access: 'authenticated',
    operationId: 'createSegment',
    summary: 'Create a segment',
    description: 'Needs CREATE_SEGMENT, or UPDATE_PROJECT_SEGMENT in the project it is for.',
    body: NewSegment,
    echo: Segment,
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
    summary: 'Is this name good for a new segment?',
    body: WantedSegmentName,
    status: 204,
    handler: (db, { body }) => assertNameIsFree(db, body.name),
  });

  read('GET /api/admin/segments/:id', {
    access: 'authenticated',
    operationId: 'getSegment',
    summary: 'Get a segment',
    params: IdParams,
    response: ref(Segment),
    handler: async (db, { caller, params: { id } }) =>
      found(await findSegment(db, caller, id), 'Segment', id),
  });

  write('PUT /api/admin/segments/:id', {
    // The stored project decides, so the command checks UPDATE_SEGMENT or UPDATE_PROJECT_SEGMENT.
    access: 'authenticated',
    operationId: 'updateSegment',
    summary: 'Change a segment',
    description:
      'Needs UPDATE_SEGMENT, or UPDATE_PROJECT_SEGMENT in the project it belongs to and in the ' +
      'one it moves to. A description or project left out stays; null takes it away.',
    params: IdParams,
    body: NewSegment,
    echo: Segment,
    status: 204,
    handler: (tx, { caller, params, body }) => updateSegment(tx, caller, params.id, body),
  });

  write('DELETE /api/admin/segments/:id', {
    // The stored project decides, so the command checks DELETE_SEGMENT or UPDATE_PROJECT_SEGMENT.
    access: 'authenticated',
    operationId: 'removeSegment',
    summary: 'Delete a segment',
    description:
      'Needs DELETE_SEGMENT, or UPDATE_PROJECT_SEGMENT in its project. Refused while strategies ' +
      'use it, those of archived flags included. An unknown segment is a success too.',
    params: IdParams,
    status: 204,
    handler: (tx, { caller, params }) => deleteSegment(tx, caller, params.id),
  });

  read('GET /api/admin/segments/:id/strategies', {
    access: 'authenticated',
    operationId: 'getStrategiesBySegmentId',
    summary: 'List the strategies that use a segment',
    description: 'In projects the caller may see, archived flags included.',
    params: IdParams,
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
    params: StrategyParams,
    response: Segments,
    handler: async (db, { caller, params: { strategyId } }) => ({
      segments: found(await listSegmentsOfStrategy(db, caller, strategyId), 'Strategy', strategyId),
    }),
  });
};
