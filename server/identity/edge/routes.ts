import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { listValidTokens } from './queries.ts';
import { TokenTexts, ValidTokens } from './schema.ts';

export const edgeRoutes: FastifyPluginAsync = async (app) => {
  const { read } = routesFor(app, { tag: 'Edge' });

  read('POST /edge/validate', {
    access: 'public',
    operationId: 'getValidTokens',
    summary: 'Validate tokens, for a proxy in front of this server',
    description:
      'Needs no credentials, because the tokens are credentials. Returns the tokens that are ' +
      'valid, and nothing about the others.',
    body: TokenTexts,
    rateLimit: { max: app.settings.edgePerMinute, timeWindow: '1 minute' },
    response: ValidTokens,
    handler: async (db, { body }) => ({ tokens: await listValidTokens(db, body.tokens) }),
  });
};
