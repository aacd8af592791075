import type { FastifyPluginAsync } from 'fastify';
import type { Static } from 'typebox';
import { routesFor } from '../../platform/http/routes.ts';
import { flagKeyOf } from '../flags/rules.ts';
import { addLink, deleteLink, updateLink } from './commands.ts';
import { FlagParams, LinkParams, NewLink } from './schema.ts';

export const linkRoutes: FastifyPluginAsync = async (app) => {
  const { write } = routesFor(app, { tag: 'Features' });

  write('POST /api/admin/projects/:projectId/features/:featureName/link', {
    access: ['UPDATE_FEATURE'],
    operationId: 'createFeatureLink',
    summary: 'Add a link to a flag',
    description: 'A flag has at most 10 links.',
    params: FlagParams,
    body: NewLink,
    status: 204,
    handler: (tx, { caller, params, body }) => addLink(tx, caller, flagKeyOf(params), body),
  });

  write('PUT /api/admin/projects/:projectId/features/:featureName/link/:linkId', {
    access: ['UPDATE_FEATURE'],
    operationId: 'updateFeatureLink',
    summary: 'Change a link of a flag',
    description: 'An omitted title is unchanged; null removes it.',
    params: LinkParams,
    body: NewLink,
    status: 204,
    handler: (tx, { caller, params, body }) => updateLink(tx, caller, linkKeyOf(params), body),
  });

  write('DELETE /api/admin/projects/:projectId/features/:featureName/link/:linkId', {
    access: ['UPDATE_FEATURE'],
    operationId: 'deleteFeatureLink',
    summary: 'Remove a link from a flag',
    params: LinkParams,
    status: 204,
    handler: (tx, { caller, params }) => deleteLink(tx, caller, linkKeyOf(params)),
  });
};

const linkKeyOf = (params: Static<typeof LinkParams>) => ({
  ...flagKeyOf(params),
  id: params.linkId,
});
