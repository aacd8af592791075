import type { FastifyPluginAsync } from 'fastify';
import { withoutSecrets } from '../../platform/http/log.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { TelemetrySettings, UiError } from './schema.ts';

/** Enough for a broken page that a user reloads, too few to fill the log. */
const reportsPerMinute = 30;

export const telemetryRoutes: FastifyPluginAsync = async (app) => {
  const { read, route } = routesFor(app, { tag: 'Installation' });

  read('GET /api/admin/telemetry/settings', {
    access: 'authenticated',
    operationId: 'getTelemetrySettings',
    summary: 'Get which telemetry the server sends',
    description: 'None: the server contacts no other server on its own.',
    response: TelemetrySettings,
    handler: () => ({ versionInfoCollectionEnabled: false, featureInfoCollectionEnabled: false }),
  });

  route('POST /api/admin/record-ui-error', {
    access: 'authenticated',
    operationId: 'uiObservability',
    summary: 'Report an error of the user interface',
    description: `Written to the log of the server; at most ${reportsPerMinute} per address and minute.`,
    body: UiError,
    status: 204,
    duringMaintenance: true,
    rateLimit: { max: reportsPerMinute, timeWindow: '1 minute' },
    handler: ({ log, caller, body: { errorMessage, errorStack = '' } }) => {
      const [message, stack] = [withoutSecrets(errorMessage), withoutSecrets(errorStack)];
      log.warn({ userId: caller.id, uiError: { message, stack } }, 'error in the user interface');
    },
  });
};
