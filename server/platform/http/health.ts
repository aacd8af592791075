import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Db } from '../db/open.ts';
import { failures } from './schema.ts';

const Health = Type.Object({ health: Type.Union([Type.Literal('GOOD'), Type.Literal('BAD')]) });

/** Liveness checks the process, readiness the database too. */
export function registerHealth(app: FastifyInstance, isDiskFull: () => boolean): void {
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
        summary: 'Check that the process can reach the database, and that it accepts writes',
        tags: ['Operations'],
        response: { 200: Health, 503: Health, 500: failures[500] },
      },
    },
    async (request, reply) => {
      try {
        if ((await isWritable(app.db)) && !isDiskFull()) return { health: 'GOOD' };
        request.log.warn('the database accepts no writes');
      } catch (error) {
        request.log.warn({ err: error }, 'the database does not respond');
      }
      return reply.code(503).send({ health: 'BAD' });
    },
  );
}

/** False on a standby server, on a read-only primary, and if the embedded database lacks space. */
async function isWritable(db: Db): Promise<boolean> {
  const { rows } = await sql<{ writable: boolean }>`
    select current_setting('transaction_read_only') = 'off' as writable`.execute(db);
  return rows[0]?.writable === true;
}
