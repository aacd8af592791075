import type { FastifyPluginAsync } from 'fastify';
import { parseLimit } from '../../platform/http/paging.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { Id, ref } from '../../platform/http/schema.ts';
import { type IntegrationScope, keyOf, scopes } from '../integrations/rules.ts';
import { storedMax } from './queries.ts';
import { findAttempts, replayDelivery, sendTest } from './requests.ts';
import { Deliveries, Delivery, DeliveryQuery } from './schema.ts';

export const deliveryRoutes: FastifyPluginAsync = async (app) => {
  const routes = routesFor(app, { tag: 'Integrations', schemas: [Delivery] });
  for (const scope of scopes) register(app, routes, scope);
};

const listedFirst = 50;

function register(
  app: Parameters<FastifyPluginAsync>[0],
  { read, route }: ReturnType<typeof routesFor>,
  { path, title, tag, ...access }: IntegrationScope,
): void {
  read(`GET ${path}/:id/deliveries`, {
    access: access.update,
    operationId: `list${title}Deliveries`,
    summary: 'List the newest attempts of an integration',
    tag,
    params: { id: Id },
    querystring: DeliveryQuery,
    response: Deliveries,
    handler: async (db, { params, query }) => {
      const limit = Math.min(storedMax, parseLimit(query.limit, listedFirst));
      return { deliveries: await findAttempts(db, keyOf(params), limit) };
    },
  });

  route(`POST ${path}/:id/deliveries/:deliveryId/replay`, {
    access: access.update,
    operationId: `replay${title}Delivery`,
    summary: 'Send the events of an attempt once more',
    description: 'With the same webhook-id, once, whatever the state of the integration.',
    tag,
    params: { id: Id, deliveryId: Id },
    response: ref(Delivery),
    handler: ({ params }) => replayDelivery(app, keyOf(params), params.deliveryId),
  });

  route(`POST ${path}/:id/test`, {
    access: access.update,
    operationId: `test${title}`,
    summary: 'Send an event that was not recorded',
    description: 'Once, whatever the filter and the state of the integration.',
    tag,
    params: { id: Id },
    response: ref(Delivery),
    handler: ({ caller, params }) => sendTest(app, caller, keyOf(params)),
  });
}
