import type { FastifyPluginAsync } from 'fastify';
import { Event } from '../../audit/event-log/schema.ts';
import { parseLimit, parseOffset } from '../../platform/http/paging.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { Id, ref } from '../../platform/http/schema.ts';
import { createAddon, deleteAddon, updateAddon } from './commands.ts';
import { findAddon, findAttempts, listAddons } from './find.ts';
import { Addon, AddonEventQuery, AddonEvents, AddonInput, Addons } from './schema.ts';

const listedFirst = 50;

/** Integrations of the installation, as in the Unleash API. */
export const addonRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Integrations', schemas: [Addon, Event] });
  // A serializer generated from the schema would drop unknown properties of payloads.
  app.setSerializerCompiler(() => JSON.stringify);
  const { encryption } = app;
  const mail = app.sendMail !== undefined;
  const params = { id: Id };

  read('GET /api/admin/addons', {
    access: ['CREATE_ADDON', 'UPDATE_ADDON', 'DELETE_ADDON'],
    operationId: 'getAddons',
    summary: 'List integrations and providers, as in the Unleash API',
    response: Addons,
    handler: (db) => listAddons(db, { mail }),
  });

  write('POST /api/admin/addons', {
    access: ['CREATE_ADDON'],
    operationId: 'createAddon',
    summary: 'Create an integration, as in the Unleash API',
    body: AddonInput,
    status: 201,
    response: ref(Addon),
    handler: (tx, { caller, body }) => createAddon(tx, caller, { ...body, encryption, mail }),
  });

  read('GET /api/admin/addons/:id', {
    access: ['CREATE_ADDON', 'UPDATE_ADDON', 'DELETE_ADDON'],
    operationId: 'getAddon',
    summary: 'Get an integration, as in the Unleash API',
    params,
    response: ref(Addon),
    handler: (db, { params: { id } }) => findAddon(db, id),
  });

  write('PUT /api/admin/addons/:id', {
    access: ['UPDATE_ADDON'],
    operationId: 'updateAddon',
    summary: 'Update an integration, as in the Unleash API',
    params,
    body: AddonInput,
    response: ref(Addon),
    handler: (tx, { caller, params: { id }, body }) =>
      updateAddon(tx, caller, id, { ...body, encryption }),
  });

  write('DELETE /api/admin/addons/:id', {
    access: ['DELETE_ADDON'],
    operationId: 'deleteAddon',
    summary: 'Delete an integration',
    params,
    handler: (tx, { caller, params: { id } }) => deleteAddon(tx, caller, id),
  });

  read('GET /api/admin/addons/:id/events', {
    access: ['ADMIN'],
    operationId: 'getIntegrationEvents',
    summary: 'List the attempts to send events, as in the Unleash API',
    params,
    querystring: AddonEventQuery,
    response: AddonEvents,
    handler: async (db, { params: { id }, query }) => {
      const page = {
        limit: parseLimit(query.limit, listedFirst),
        offset: parseOffset(query.offset),
      };
      return { integrationEvents: await findAttempts(db, id, page) };
    },
  });
};
