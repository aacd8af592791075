import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { holdsAnyPermission, maySeeProject } from './access/queries.ts';
import type { Config } from './config.ts';
import type { Db, PoolUse } from './db/open.ts';
import { RequestError } from './errors.ts';
import { registerGuard } from './http/auth.ts';
import { registerErrorHandler } from './http/error-handler.ts';
import { registerHealth } from './http/health.ts';
import { registerJsonBody } from './http/json-body.ts';
import { logOptions } from './http/log.ts';
import { registerMetrics } from './http/metrics.ts';
import { registerOpenApi, registerOpenApiPages } from './http/openapi.ts';
import { registerRouteList } from './http/route-list.ts';
import { buildValidator, registerInputChecks } from './http/validation.ts';
import { findCallerBySession } from './sessions/queries.ts';
import { findByToken } from './tokens/bearer.ts';
import { tokenRoutes } from './tokens/routes.ts';
import { version } from './version.ts';

export type App = FastifyInstance;

declare module 'fastify' {
  interface FastifyInstance {
    db: Db;
    settings: Config;
  }
}

type Parts = { db: Db; config: Config; poolUse: () => PoolUse; logger?: FastifyBaseLogger | false };

/** The whole server, not yet listening. */
export async function buildApp({ db, config, poolUse, logger }: Parts): Promise<App> {
  const app = Fastify({
    logger: logger === false ? false : logOptions(config.logLevel),
    genReqId: () => randomUUID(),
    bodyLimit: config.bodyLimitBytes,
    trustProxy: config.trustProxy,
    forceCloseConnections: 'idle',
    // Names may be up to 100 characters, each up to 12 once percent-encoded.
    routerOptions: { ignoreDuplicateSlashes: true, maxParamLength: 2000 },
    schemaController: { compilersFactory: { buildValidator } },
  });

  app.decorate('db', db);
  app.decorate('settings', config);
  registerRouteList(app);
  registerErrorHandler(app);
  registerJsonBody(app);
  registerInputChecks(app);
  await app.register(helmet);
  await app.register(cookie);
  await app.register(rateLimit, { global: false, errorResponseBuilder: tooManyAttempts });
  registerGuard(app, {
    findByToken: (token) => findByToken(db, token),
    findBySession: (secret) => findCallerBySession(db, secret),
    maySeeProject: (caller, project) => maySeeProject(db, caller, project),
    holdsAny: (caller, permissions, scope) => holdsAnyPermission(db, caller, permissions, scope),
  });
  await registerOpenApi(app, version);

  await app.register(
    async (api) => {
      registerHealth(api);
      registerMetrics(api, version, poolUse);
      await registerOpenApiPages(api);
      await api.register(tokenRoutes);
    },
    { prefix: config.baseUriPath },
  );
  return app;
}

const tooManyAttempts = (_: unknown, { after }: { after: string }) =>
  new RequestError(429, 'RateLimitError', `Too many attempts; try again in ${after}`);
