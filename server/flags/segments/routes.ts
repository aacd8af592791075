import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { notFound } from '../../platform/errors.ts';
import { Empty, failures, IdParams, ref } from '../../platform/http/schema.ts';
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

export const segmentRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(Constraint);
  app.addSchema(Segment);

  app.get(
    '/api/admin/segments',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getSegments',
        summary: 'List segments',
        description: 'Those for all projects, and those of projects the caller may see; by name.',
        tags: ['Segments'],
        response: { 200: Segments, ...failures },
      },
    },
    async ({ caller }) => ({ segments: await listSegments(app.db, caller) }),
  );

  app.post(
    '/api/admin/segments',
    {
      // The body names the project, so the command asks for CREATE_SEGMENT or UPDATE_PROJECT_SEGMENT.
      config: { access: 'authenticated', echo: Segment },
      schema: {
        operationId: 'createSegment',
        summary: 'Create a segment',
        description: 'Needs CREATE_SEGMENT, or UPDATE_PROJECT_SEGMENT in the project it is for.',
        tags: ['Segments'],
        body: NewSegment,
        response: { 201: ref(Segment), ...failures },
      },
    },
    async ({ caller, body }, reply) => {
      const segment = await inTransaction(app.db, (tx) => createSegment(tx, caller, body));
      return reply.code(201).header('location', `segments/${segment.id}`).send(segment);
    },
  );

  app.post(
    '/api/admin/segments/validate',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'validateSegment',
        summary: 'Is this name good for a new segment?',
        tags: ['Segments'],
        body: WantedSegmentName,
        response: { 204: Empty, ...failures },
      },
    },
    async ({ body }, reply) => {
      await assertNameIsFree(app.db, body.name);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/admin/segments/:id',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getSegment',
        summary: 'Get a segment',
        tags: ['Segments'],
        params: IdParams,
        response: { 200: ref(Segment), ...failures },
      },
    },
    async ({ caller, params: { id } }) => {
      const segment = await findSegment(app.db, caller, id);
      if (!segment) throw notFound(`Segment ${id}`);
      return segment;
    },
  );

  app.put(
    '/api/admin/segments/:id',
    {
      // The stored project decides, so the command asks for UPDATE_SEGMENT or UPDATE_PROJECT_SEGMENT.
      config: { access: 'authenticated', echo: Segment },
      schema: {
        operationId: 'updateSegment',
        summary: 'Change a segment',
        description:
          'Needs UPDATE_SEGMENT, or UPDATE_PROJECT_SEGMENT in the project it belongs to and in the ' +
          'one it moves to. A description or project left out stays; null takes it away.',
        tags: ['Segments'],
        params: IdParams,
        body: NewSegment,
        response: { 204: Empty, ...failures },
      },
    },
    async ({ caller, params, body }, reply) => {
      await inTransaction(app.db, (tx) => updateSegment(tx, caller, params.id, body));
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/api/admin/segments/:id',
    {
      // The stored project decides, so the command asks for DELETE_SEGMENT or UPDATE_PROJECT_SEGMENT.
      config: { access: 'authenticated' },
      schema: {
        operationId: 'removeSegment',
        summary: 'Delete a segment',
        description:
          'Needs DELETE_SEGMENT, or UPDATE_PROJECT_SEGMENT in its project. Refused while strategies ' +
          'use it, those of archived flags included. An unknown segment is a success too.',
        tags: ['Segments'],
        params: IdParams,
        response: { 204: Empty, ...failures },
      },
    },
    async ({ caller, params }, reply) => {
      await inTransaction(app.db, (tx) => deleteSegment(tx, caller, params.id));
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/admin/segments/:id/strategies',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getStrategiesBySegmentId',
        summary: 'List the strategies that use a segment',
        description: 'In projects the caller may see, archived flags included.',
        tags: ['Segments'],
        params: IdParams,
        response: { 200: StrategyUses, ...failures },
      },
    },
    async ({ caller, params: { id } }) => {
      if (!(await findSegment(app.db, caller, id))) throw notFound(`Segment ${id}`);
      return { strategies: await listStrategiesUsing(app.db, caller, id) };
    },
  );

  app.get(
    '/api/admin/segments/strategies/:strategyId',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getSegmentsByStrategyId',
        summary: 'List the segments of a strategy',
        tags: ['Segments'],
        params: StrategyParams,
        response: { 200: Segments, ...failures },
      },
    },
    async ({ caller, params: { strategyId } }) => {
      const segments = await listSegmentsOfStrategy(app.db, caller, strategyId);
      if (!segments) throw notFound(`Strategy ${strategyId}`);
      return { segments };
    },
  );
};
