import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route as `METHOD /path`, for tests that must miss none. */
    registeredRoutes: string[];
  }
}

export function registerRouteList(app: FastifyInstance): void {
  const routes: string[] = [];
  app.decorate('registeredRoutes', routes);
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) if (name !== 'HEAD') routes.push(`${name} ${url}`);
  });
}
