import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { setFrontendOrigins, setMaintenance } from './commands.ts';
import { findSettings } from './queries.ts';
import { viewUiConfig } from './rules.ts';
import {
  FrontendSettings,
  Maintenance,
  MaintenanceSwitch,
  UiConfig,
  UiSettings,
} from './schema.ts';

const effective =
  'Effective on every process within a second, for pages whose browser has not cached an earlier ' +
  'permission. Overrides the environment variable UNLEASH_FRONTEND_API_ORIGINS.';

export const settingRoutes: FastifyPluginAsync<{ version: string }> = async (app, { version }) => {
  const { read, write } = routesFor(app, { tag: 'Installation', schemas: [UiConfig] });
  const { frontendOrigins: defaults } = app.settings;

  read('GET /api/admin/ui-config', {
    access: 'authenticated',
    operationId: 'getUiConfig',
    summary: 'Get the configuration of the server',
    response: ref(UiConfig),
    handler: async (db) => viewUiConfig(await findSettings(db), { ...app.settings, version }),
  });

  write('POST /api/admin/ui-config', {
    access: ['ADMIN'],
    operationId: 'setUiConfig',
    summary: 'Set the origins that may call the frontend API (deprecated)',
    description: `Use POST /api/admin/ui-config/cors. ${effective}`,
    deprecated: true,
    body: UiSettings,
    handler: (tx, { caller, body }) =>
      setFrontendOrigins(tx, caller, {
        list: body.frontendSettings.frontendApiOrigins,
        path: '/body/frontendSettings/frontendApiOrigins',
        defaults,
      }),
  });

  write('POST /api/admin/ui-config/cors', {
    access: ['ADMIN'],
    operationId: 'setCors',
    summary: 'Set the origins that may call the frontend API',
    description: effective,
    body: FrontendSettings,
    status: 204,
    handler: (tx, { caller, body }) =>
      setFrontendOrigins(tx, caller, {
        list: body.frontendApiOrigins,
        path: '/body/frontendApiOrigins',
        defaults,
      }),
  });

  read('GET /api/admin/maintenance', {
    access: ['ADMIN'],
    operationId: 'getMaintenance',
    summary: 'Get whether the server is in maintenance mode',
    response: Maintenance,
    handler: async (db) => ({ enabled: (await findSettings(db)).maintenance }),
  });

  write('POST /api/admin/maintenance', {
    access: ['ADMIN'],
    operationId: 'toggleMaintenance',
    summary: 'Start or end maintenance mode',
    description:
      'In maintenance mode, changes through the admin API are refused with 503 and scheduled ' +
      'change requests wait. Reads, logins and SDKs are not affected.',
    body: MaintenanceSwitch,
    status: 204,
    duringMaintenance: true,
    handler: (tx, { caller, body }) => setMaintenance(tx, caller, body.enabled),
  });
};
