import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Static } from 'typebox';
import { routesFor } from '../../platform/http/routes.ts';
import { EdgeInfo } from './schema.ts';

/** For operators, without credentials: no tokens and no flags. */
export const statusRoutes: FastifyPluginAsync<{
  version: string;
  upstream: string | null;
}> = async (app, { version, upstream }) => {
  const { route } = routesFor(app, { tag: 'Operations' });
  const { edge } = app;

  route('GET /internal-backstage/info', {
    access: 'public',
    operationId: 'getEdgeInfo',
    summary: 'The state of this edge',
    response: EdgeInfo,
    handler: () => ({
      app: 'pennon-edge' as const,
      version,
      upstream,
      ready: edge.isReady(),
      tokens: edge.tokens.list().length,
      scopes: edge.entries().map(scopeInfo),
    }),
  });
};

type ScopeInfo = Static<typeof EdgeInfo>['scopes'][number];

function scopeInfo({
  data,
  feed,
}: ReturnType<FastifyInstance['edge']['entries']>[number]): ScopeInfo {
  const { environment, projects = ['*'] } = data.scope;
  const connected = feed?.streaming() ? 'streaming' : 'polling';
  const reached = feed && !feed.failing() ? connected : 'away';
  return {
    environment,
    projects: [...projects],
    revision: data.state()?.revision ?? 0,
    flags: data.state()?.flags.size ?? 0,
    upstream: feed?.starting() ? 'starting' : reached,
  };
}
