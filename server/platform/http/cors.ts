import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    cors?: FastifyCorsOptions;
  }
}

/**
 * Lets pages of other origins call the routes for frontend tokens. Registered before authentication:
 * a preflight has no credentials, and a page may read why it was refused.
 */
export async function registerCors(
  app: FastifyInstance,
  {
    findOrigins,
    preflights,
  }: { findOrigins: () => Promise<readonly string[]>; preflights: readonly string[] },
): Promise<void> {
  const allowed: FastifyCorsOptions = {
    origin: async (origin = '') => {
      const origins = await findOrigins();
      return origins.includes('*') ? '*' : origins.includes(origin) && origin;
    },
    methods: ['GET', 'HEAD', 'POST'],
    exposedHeaders: ['etag', 'pennon-ignored', 'preference-applied'],
    maxAge: 86_400,
    strictPreflight: false,
  };
  await app.register(cors, { origin: false });
  app.addHook('onRoute', (route) => {
    const { access } = route.config ?? {};
    if (access !== 'frontend' && access !== 'sdk') return;
    route.config = { ...route.config, cors: allowed };
  });
  for (const path of preflights) {
    app.options(path, { config: { access: 'sdk' }, schema: { hide: true } }, (_, reply) =>
      reply.callNotFound(),
    );
  }
}
