import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route as `METHOD /path`, for tests that cover all routes. */
    registeredRoutes: string[];
  }
}

/** Added to other routes by the framework and by CORS. */
const implied = new Set(['HEAD', 'OPTIONS']);

export function registerRouteList(app: FastifyInstance): void {
  const routes: string[] = [];
  app.decorate('registeredRoutes', routes);
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) if (!implied.has(name)) routes.push(`${name} ${url}`);
  });
}
