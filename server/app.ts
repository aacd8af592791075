import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance } from 'fastify';
import { createProjectSight } from './access/known-projects.ts';
import { holdsAnyPermission, maySeeProject } from './access/queries.ts';
import { accessRoutes } from './access/routes.ts';
import { applicationRoutes } from './applications/routes.ts';
import { archiveRoutes } from './archive/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { changeRequestPreviewRoutes } from './change-request-previews/routes.ts';
import { changeRequestReviewRoutes } from './change-request-reviews/routes.ts';
import { changeRequestScheduleRoutes } from './change-request-schedules/routes.ts';
import { changeRequestSettingRoutes } from './change-request-settings/routes.ts';
import { changeRequestStateRoutes } from './change-request-states/routes.ts';
import { changeRequestRoutes } from './change-requests/routes.ts';
import type { Config } from './config.ts';
import { type ConsoleFiles, findConsole } from './console/files.ts';
import { sendPage, wantsPage } from './console/pages.ts';
import { consoleRoutes } from './console/routes.ts';
import { contextFieldRoutes } from './context-fields/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import type { Listen } from './db/listen.ts';
import type { Db, PoolUse } from './db/open.ts';
import { askTogether } from './db/together.ts';
import { defaultStrategyRoutes } from './default-strategies/routes.ts';
import { dependencyRoutes } from './dependencies/routes.ts';
import { environmentRoutes } from './environments/routes.ts';
import { RequestError } from './errors.ts';
import { eventLogRoutes } from './event-log/routes.ts';
import { eventStreamRoutes } from './event-stream/routes.ts';
import { favoriteRoutes } from './favorites/routes.ts';
import { flagMoveRoutes } from './flag-moves/routes.ts';
import { flagTypeRoutes } from './flag-types/routes.ts';
import { findProjectOfFlag } from './flags/queries.ts';
import { flagRoutes } from './flags/routes.ts';
import { frontendRoutes } from './frontend/routes.ts';
import { groupRoutes } from './groups/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { rewriteAliases } from './http/aliases.ts';
import { registerGuard } from './http/auth.ts';
import { registerClosingAnswer } from './http/closing.ts';
import { compilers } from './http/compilers.ts';
import { registerCors } from './http/cors.ts';
import { answerError, answerGarbage, registerErrorHandler } from './http/error-handler.ts';
import { registerSecurityHeaders } from './http/headers.ts';
import { registerHealth } from './http/health.ts';
import { registerEmptyAnswers, registerJsonBody } from './http/json-body.ts';
import { type LogTarget, logOptions } from './http/log.ts';
import { collectMetrics, registerMetricsPage } from './http/metrics.ts';
import { registerOpenApi, registerOpenApiPages } from './http/openapi.ts';
import { registerRouteList } from './http/route-list.ts';
import { registerInputChecks } from './http/validation.ts';
import { insightRoutes } from './insights/routes.ts';
import { lifecycleRoutes } from './lifecycle/routes.ts';
import { linkRoutes } from './links/routes.ts';
import { ofrepRoutes } from './ofrep/routes.ts';
import { personalTokenRoutes } from './personal-tokens/routes.ts';
import { playgroundRoutes } from './playground/routes.ts';
import { profileRoutes } from './profiles/routes.ts';
import { projectAccessRoutes } from './project-access/routes.ts';
import { projectRoutes } from './projects/routes.ts';
import { createDelivery, type Delivery } from './sdk/delivery.ts';
import { sdkRoutes } from './sdk/routes.ts';
import { sdkChangeRoutes } from './sdk-changes/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { segmentRoutes } from './segments/routes.ts';
import { serviceAccountRoutes } from './service-accounts/routes.ts';
import { findCallerBySession } from './sessions/queries.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { strategyRoutes } from './strategies/routes.ts';
import { tagTypeRoutes } from './tag-types/routes.ts';
import { tagRoutes } from './tags/routes.ts';
import { targetingRoutes } from './targeting/routes.ts';
import { findByToken } from './tokens/bearer.ts';
import { touchApiTokens } from './tokens/queries.ts';
import { tokenRoutes } from './tokens/routes.ts';
import { transferRoutes } from './transfer/routes.ts';
import { createIntake, type Intake } from './usage/intake.ts';
import { usageRoutes } from './usage/routes.ts';
import { userRoutes } from './users/routes.ts';
import { variantRoutes } from './variants/routes.ts';
import { version } from './version.ts';

export type App = FastifyInstance;

declare module 'fastify' {
  interface FastifyInstance {
    db: Db;
    settings: Config;
    /** Hears what is told on a channel of the database. */
    listenDb: Listen;
    delivery: Delivery;
    intake: Intake;
  }
}

type Parts = {
  db: Db;
  config: Config;
  poolUse: () => PoolUse;
  listen: Listen;
  log: LogTarget;
  /** The built console; left out, it is looked for where the build puts it. */
  console?: ConsoleFiles | 'absent';
};

/** The whole server, not yet listening. */
export async function buildApp(parts: Parts): Promise<App> {
  const { db, config, poolUse, listen, log } = parts;
  const app = Fastify({
    logger: log && { ...logOptions(config.logLevel), stream: log },
    genReqId: () => randomUUID(),
    bodyLimit: config.bodyLimitBytes,
    trustProxy: trustedProxies(config.trustProxy),
    // A body that trickles in for longer than this holds its connection for nothing.
    requestTimeout: 120_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: rewriteAliases(config.baseUriPath),
    clientErrorHandler: answerGarbage,
    frameworkErrors: answerError,
    // Names may be up to 100 characters, each up to 12 once percent-encoded.
    routerOptions: { ignoreDuplicateSlashes: true, maxParamLength: 2000 },
    schemaController: compilers,
  });

  app.decorate('db', db);
  app.decorate('settings', config);
  app.decorate('listenDb', listen);
  const delivery = deliveryOf(app, db);
  app.decorate('delivery', delivery);
  app.addHook('onClose', delivery.close);
  const intake = intakeOf(app, db);
  app.decorate('intake', intake);
  app.addHook('onClose', intake.close);
  registerRouteList(app);
  const files = consoleOf(parts);
  registerErrorHandler(app, (request, reply) =>
    wantsPage(request, config.baseUriPath)
      ? sendPage(reply, files, { overTls: config.publicUrl.startsWith('https:') })
      : undefined,
  );
  registerJsonBody(app);
  registerEmptyAnswers(app);
  registerClosingAnswer(app);
  registerInputChecks(app);
  registerSecurityHeaders(app, config.publicUrl);
  await app.register(cookie);
  await app.register(rateLimit, { global: false, errorResponseBuilder: tooManyAttempts });
  registerCors(app, {
    paths: ['/api/frontend', '/ofrep'].map((it) => config.baseUriPath + it),
    origins: config.frontendOrigins,
  });
  registerGuard(app, {
    findByToken: askTogether((token) => findByToken(db, token)),
    findSdkToken: delivery.findToken,
    findBySession: askTogether((secret) => findCallerBySession(db, secret)),
    maySeeProject: createProjectSight((caller, project) => maySeeProject(db, caller, project)),
    findProjectOfFlag: (flag) => findProjectOfFlag(db, flag),
    holdsAny: (caller, permissions, scope) => holdsAnyPermission(db, caller, permissions, scope),
  });
  const registry = collectMetrics(app, version, poolUse);
  await registerOpenApi(app, version);

  await app.register(
    async (api) => {
      registerHealth(api);
      registerMetricsPage(api, registry);
      await registerOpenApiPages(api);
      await api.register(tokenRoutes);
      await api.register(sessionRoutes);
      await api.register(userRoutes);
      await api.register(profileRoutes);
      await api.register(personalTokenRoutes);
      await api.register(serviceAccountRoutes);
      await api.register(environmentRoutes);
      await api.register(projectRoutes);
      await api.register(accessRoutes);
      await api.register(groupRoutes);
      await api.register(projectAccessRoutes);
      await api.register(flagTypeRoutes);
      await api.register(flagRoutes);
      await api.register(flagMoveRoutes);
      await api.register(archiveRoutes);
      await api.register(contextFieldRoutes);
      await api.register(searchRoutes);
      await api.register(segmentRoutes);
      await api.register(strategyRoutes);
      await api.register(linkRoutes);
      await api.register(favoriteRoutes);
      await api.register(tagTypeRoutes);
      await api.register(tagRoutes);
      await api.register(dependencyRoutes);
      await api.register(targetingRoutes);
      await api.register(variantRoutes);
      await api.register(defaultStrategyRoutes);
      await api.register(transferRoutes);
      await api.register(eventLogRoutes);
      await api.register(auditRoutes);
      await api.register(eventStreamRoutes);
      await api.register(sdkRoutes);
      await api.register(sdkChangeRoutes);
      await api.register(frontendRoutes);
      await api.register(ofrepRoutes);
      await api.register(playgroundRoutes);
      await api.register(changeRequestSettingRoutes);
      await api.register(changeRequestRoutes);
      await api.register(changeRequestReviewRoutes);
      await api.register(changeRequestStateRoutes);
      await api.register(changeRequestScheduleRoutes);
      await api.register(changeRequestPreviewRoutes);
      await api.register(usageRoutes);
      await api.register(applicationRoutes);
      await api.register(lifecycleRoutes);
      await api.register(dashboardRoutes);
      await api.register(healthRoutes);
      await api.register(consoleRoutes, { files });
      await api.register(insightRoutes);
    },
    { prefix: config.baseUriPath },
  );
  return app;
}

const consoleOf = ({ config, console = findConsole(config.baseUriPath) }: Parts) =>
  console === 'absent' ? undefined : console;

const deliveryOf = (app: App, db: Db): Delivery =>
  createDelivery({
    db,
    listen: app.listenDb,
    bytesMax: app.settings.sdkCacheBytes,
    findByToken: (token) => findByToken(db, token),
    touchTokens: (ids) => touchApiTokens(db, ids),
    onTrouble: (error) => app.log.warn({ err: error }, 'news for SDKs cannot be read'),
  });

const intakeOf = (app: App, db: Db): Intake =>
  createIntake({
    db,
    now: Date.now,
    flushMs: app.settings.usageFlushMs,
    keepHours: app.settings.usageHours,
    onTrouble: (error) => app.log.error({ err: error }, 'usage cannot be written'),
  });

/** The number counts from our end of the header: what a client wrote itself is further away. */
const trustedProxies = (proxies: Config['trustProxy']) =>
  typeof proxies === 'number' ? (_: string, hop: number) => hop < proxies : proxies;

const tooManyAttempts = (_: unknown, { after }: { after: string }) =>
  new RequestError(429, 'RateLimitError', `Too many attempts; try again in ${after}`);
