import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { Uuid } from '../../platform/http/schema.ts';
import { type FlagParams, flagKeyOf } from '../flags/rules.ts';
import { addLink, deleteLink, updateLink } from './commands.ts';
import { NewLink } from './schema.ts';

export const linkRoutes: FastifyPluginAsync = async (app) => {
  const { write } = routesFor(app, { tag: 'Features' });

  write('POST /api/admin/projects/:projectId/features/:featureName/link', {
    access: ['UPDATE_FEATURE'],
    operationId: 'createFeatureLink',
    summary: 'Add a link to a flag',
    description: 'A flag has at most 10 links.',
    body: NewLink,
    status: 204,
    handler: (tx, { caller, params, body }) => addLink(tx, caller, flagKeyOf(params), body),
  });

  write('PUT /api/admin/projects/:projectId/features/:featureName/link/:linkId', {
    access: ['UPDATE_FEATURE'],
    operationId: 'updateFeatureLink',
    summary: 'Change a link of a flag',
    description: 'An omitted title is unchanged; null removes it.',
    params: { linkId: Uuid },
    body: NewLink,
    status: 204,
    handler: (tx, { caller, params, body }) => updateLink(tx, caller, linkKeyOf(params), body),
  });

  write('DELETE /api/admin/projects/:projectId/features/:featureName/link/:linkId', {
    access: ['UPDATE_FEATURE'],
    operationId: 'deleteFeatureLink',
    summary: 'Remove a link from a flag',
    params: { linkId: Uuid },
    status: 204,
    handler: (tx, { caller, params }) => deleteLink(tx, caller, linkKeyOf(params)),
  });
};

const linkKeyOf = (params: FlagParams & { linkId: string }) => ({
  ...flagKeyOf(params),
  id: params.linkId,
});
