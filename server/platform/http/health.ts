import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { failures } from './schema.ts';

const Health = Type.Object({ health: Type.Union([Type.Literal('GOOD'), Type.Literal('BAD')]) });

type Readiness = {
  /** Throws the reason while requests cannot be served. */
  assertReady: () => void | Promise<void>;
  summary: string;
};

/** Liveness checks the process, readiness also what it depends on. */
export function registerHealth(app: FastifyInstance, { assertReady, summary }: Readiness): void {
  app.get(
    '/health',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getHealth',
        summary: 'Check that the process is alive',
        tags: ['Operations'],
        response: { 200: Health },
      },
    },
    async () => ({ health: 'GOOD' }),
  );
  app.get(
    '/ready',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getReady',
        summary,
        tags: ['Operations'],
        response: { 200: Health, 503: Health, 500: failures[500] },
      },
    },
    async (request, reply) => {
      try {
        await assertReady();
        return { health: 'GOOD' };
      } catch (error) {
        request.log.warn({ err: error }, 'not ready');
        return reply.code(503).send({ health: 'BAD' });
      }
    },
  );
}
