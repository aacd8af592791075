import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { countEverything } from './queries.ts';
import { statisticsCsv } from './rules.ts';
import { InstanceStatistics } from './schema.ts';

/** 10,000,000 events and 100,000 flags are counted in seconds, so not at every request. */
const ttlMs = 10 * 60_000;
const description = 'Counted at most once in ten minutes by each process; see `timestamp`.';

export const statisticsRoutes: FastifyPluginAsync<{ version: string }> = async (
  app,
  { version },
) => {
  const { read, route } = routesFor(app, { tag: 'Installation', schemas: [InstanceStatistics] });
  const cache = app.caches.create<InstanceStatistics>({
    name: 'instance_statistics',
    bytesMax: 64 * 1024,
    bytesOf: () => 2000,
  });

  async function findStatistics(): Promise<InstanceStatistics> {
    const { value } = await cache.getOrCompute('', version, async () => {
      const counts = await countEverything(app.db);
      const OIDCenabled = app.settings.oidcIssuer !== undefined || counts.OIDCenabled;
      return {
        value: { ...counts, versionOSS: version, SAMLenabled: false, OIDCenabled },
        ttlMs,
      };
    });
    return value;
  }

  read('GET /api/admin/instance-admin/statistics', {
    access: ['ADMIN'],
    standby: true,
    operationId: 'getInstanceAdminStats',
    summary: 'Get statistics of the installation',
    description,
    response: ref(InstanceStatistics),
    handler: () => findStatistics(),
  });

  route('GET /api/admin/instance-admin/statistics/csv', {
    access: ['ADMIN'],
    operationId: 'getInstanceAdminStatsCsv',
    summary: 'Get statistics of the installation as CSV',
    description,
    response: StatisticsFile,
    handler: async (_, reply) => {
      const csv = statisticsCsv(await findStatistics());
      void reply.type('text/csv; charset=utf-8; header=present');
      void reply.header('content-disposition', 'attachment; filename="statistics.csv"');
      return reply.send(csv);
    },
  });
};

const StatisticsFile = {
  description: 'A line of names and a line of values',
  content: { 'text/csv': { schema: Type.String() } },
};
