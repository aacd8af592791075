import type { FastifyPluginAsync } from 'fastify';
import { TokenTexts, ValidTokens } from '../../identity/edge/schema.ts';
import type { SdkToken } from '../../platform/caller.ts';
import { RequestError } from '../../platform/errors.ts';
import { routesFor } from '../../platform/http/routes.ts';

/** For an edge behind this one. */
export const tokenRoutes: FastifyPluginAsync = async (app) => {
  const { route } = routesFor(app, { tag: 'Edge' });

  route('POST /edge/validate', {
    access: 'public',
    operationId: 'getValidTokens',
    summary: 'Validate tokens, for an edge behind this one',
    body: TokenTexts,
    rateLimit: { max: app.settings.edgePerMinute, timeWindow: '1 minute' },
    response: ValidTokens,
    handler: async ({ body }) => {
      const texts = [...new Set(body.tokens)];
      const found = await Promise.all(texts.map((text) => findValid(text)));
      return { tokens: found.flat() };
    },
  });

  async function findValid(text: string) {
    const token = await app.edge.tokens.find(text).catch(ignoreRefusal);
    if (!token) return [];
    return [{ token: text, type: token.kind, projects: [...(token.projects ?? ['*'])] }];
  }
};

/** A token outside the scopes of this edge is not valid behind it. */
function ignoreRefusal(error: unknown): SdkToken | undefined {
  if (error instanceof RequestError && error.status === 403) return undefined;
  throw error;
}
