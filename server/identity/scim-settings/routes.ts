import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { deleteScimUsers, generateScimToken, setScimEnabled } from './commands.ts';
import { findScimSettings } from './queries.ts';
import { ScimSettings, ScimSettingsInput, ScimToken } from './schema.ts';

export const scimSettingRoutes: FastifyPluginAsync = async (app) => {
  const { publicUrl, baseUriPath } = app.settings;
  const url = `${publicUrl}${baseUriPath}/scim/v2`;
  const { read, write } = routesFor(app, { tag: 'SCIM' });

  read('GET /api/admin/scim-settings', {
    access: ['ADMIN'],
    operationId: 'getScimSettings',
    summary: 'Get the settings of SCIM',
    response: ScimSettings,
    handler: async (db) => ({ ...(await findScimSettings(db)), url }),
  });

  write('POST /api/admin/scim-settings', {
    access: ['ADMIN'],
    operationId: 'setScimSettings',
    summary: 'Enable or disable SCIM',
    body: ScimSettingsInput,
    response: ScimSettings,
    handler: async (tx, { caller, body }) => {
      await setScimEnabled(tx, caller, body.enabled);
      return { ...(await findScimSettings(tx)), url };
    },
  });

  write('POST /api/admin/scim-settings/generate-new-token', {
    access: ['ADMIN'],
    operationId: 'generateNewScimToken',
    summary: 'Generate the token of the SCIM client',
    description: 'Replaces the former one. It is shown only once.',
    response: ScimToken,
    handler: async (tx, { caller }) => ({ token: await generateScimToken(tx, caller) }),
  });

  write('DELETE /api/admin/user-admin/scim-users', {
    access: ['ADMIN'],
    tag: 'Users',
    operationId: 'deleteScimUsers',
    summary: 'Delete the users that SCIM created',
    description: 'Without you, and without users that existed before SCIM.',
    handler: (tx, { caller }) => deleteScimUsers(tx, caller),
  });
};
