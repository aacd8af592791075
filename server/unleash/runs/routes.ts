import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { parseAllowedHosts } from '../../platform/outbound/addresses.ts';
import { createOutbound } from '../../platform/outbound/client.ts';
import { findRun } from './queries.ts';
import { viewRun } from './rules.ts';
import { createRunner } from './runner.ts';
import { ImportRun, ImportSummary, LastImportRun, NewImportRun } from './schema.ts';

/** Lists of all flags of a project are the largest responses, and the slowest. */
const limits = { idleMs: 60_000, bytesMax: 64 * 1024 ** 2 };

export const importRunRoutes: FastifyPluginAsync = async (app) => {
  const { db, inTransaction, log } = app;
  const { read, route } = routesFor(app, {
    tag: 'Move from Unleash',
    schemas: [ImportSummary, ImportRun],
  });
  const outbound = createOutbound(parseAllowedHosts(app.settings.integrationsAllowedHosts));
  const runner = createRunner({
    db,
    inTransaction,
    log,
    fetch: (url, init) => outbound.fetch(url, { ...init, ...limits }),
  });
  app.addHook('onClose', async () => {
    await runner.close();
    await outbound.close();
  });

  read('GET /api/admin/unleash-import', {
    access: ['ADMIN'],
    operationId: 'getUnleashImport',
    summary: 'Get the last import from Unleash, or its preview, with its progress',
    response: LastImportRun,
    handler: async () => {
      const stored = await findRun(db);
      if (!stored) return { run: null };
      return { run: viewRun({ ...stored, lost: stored.lost && !runner.isRunning(stored.id) }) };
    },
  });

  route('POST /api/admin/unleash-import', {
    access: ['ADMIN'],
    operationId: 'startUnleashImport',
    summary: 'Start an import from Unleash, or its preview',
    description:
      'Runs in the background, one at a time. Reads everything that the API of the Unleash has, ' +
      'then writes it. An import can be repeated: it brings what is new. Private addresses are ' +
      'refused unless INTEGRATIONS_ALLOWED_HOSTS names them.',
    body: NewImportRun,
    response: LastImportRun,
    status: 202,
    handler: async ({ caller, body }) => ({ run: await runner.start(caller, body) }),
  });

  route('POST /api/admin/unleash-import/cancel', {
    access: ['ADMIN'],
    operationId: 'cancelUnleashImport',
    summary: 'Cancel the running import from Unleash',
    description: 'It ends within seconds. What it has imported remains.',
    status: 202,
    handler: () => runner.cancel(),
  });
};
