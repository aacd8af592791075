import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance } from 'fastify';
import { changeRequestRoutes } from './approvals/change-requests/routes.ts';
import { changeRequestPreviewRoutes } from './approvals/previews/routes.ts';
import { changeRequestSettingRoutes } from './approvals/protection/routes.ts';
import { changeRequestReviewRoutes } from './approvals/reviews/routes.ts';
import { changeRequestScheduleRoutes } from './approvals/schedules/routes.ts';
import { eventLogRoutes } from './audit/event-log/routes.ts';
import { eventStreamRoutes } from './audit/event-stream/routes.ts';
import { auditRoutes } from './audit/proofs/routes.ts';
import type { Config } from './config.ts';
import { frontendRoutes } from './delivery/frontend/routes.ts';
import { ofrepRoutes } from './delivery/ofrep/routes.ts';
import { playgroundRoutes } from './delivery/playground/routes.ts';
import { createDelivery, type Delivery } from './delivery/sdk/delivery.ts';
import { createNotModified } from './delivery/sdk/not-modified.ts';
import { sdkRoutes } from './delivery/sdk/routes.ts';
import { sdkChangeRoutes } from './delivery/streaming/routes.ts';
import type { InTransaction } from './events/record.ts';
import { archiveRoutes } from './flags/archive/routes.ts';
import { contextFieldRoutes } from './flags/context-fields/routes.ts';
import { strategyRoutes } from './flags/custom-strategies/routes.ts';
import { defaultStrategyRoutes } from './flags/default-strategies/routes.ts';
import { dependencyRoutes } from './flags/dependencies/routes.ts';
import { favoriteRoutes } from './flags/favorites/routes.ts';
import { flagMoveRoutes } from './flags/flag-moves/routes.ts';
import { flagTypeRoutes } from './flags/flag-types/routes.ts';
import { findProjectOfFlag } from './flags/flags/queries.ts';
import { flagRoutes } from './flags/flags/routes.ts';
import { linkRoutes } from './flags/links/routes.ts';
import { projectChangeRoutes } from './flags/project-changes/routes.ts';
import { segmentRoutes } from './flags/segments/routes.ts';
import { targetingRoutes } from './flags/strategies/routes.ts';
import { tagTypeRoutes } from './flags/tag-types/routes.ts';
import { tagRoutes } from './flags/tags/routes.ts';
import { variantRoutes } from './flags/variants/routes.ts';
import { holdsAnyPermission, maySeeProject } from './identity/access/queries.ts';
import { accessRoutes } from './identity/access/routes.ts';
import { createProjectVisibility } from './identity/access/visible-projects.ts';
import { findByToken } from './identity/api-tokens/bearer.ts';
import { tokenRoutes } from './identity/api-tokens/routes.ts';
import { groupRoutes } from './identity/groups/routes.ts';
import { personalTokenRoutes } from './identity/personal-tokens/routes.ts';
import { profileRoutes } from './identity/profiles/routes.ts';
import { projectAccessRoutes } from './identity/project-access/routes.ts';
import { serviceAccountRoutes } from './identity/service-accounts/routes.ts';
import { findCallerBySession } from './identity/sessions/queries.ts';
import { sessionRoutes } from './identity/sessions/routes.ts';
import { userRoutes } from './identity/users/routes.ts';
import { type Caches, createCaches } from './platform/cache/cache.ts';
import { type ConsoleFiles, findConsole } from './platform/console/files.ts';
import { sendPage, wantsPage } from './platform/console/pages.ts';
import { consoleRoutes } from './platform/console/routes.ts';
import { coalesce } from './platform/db/coalesce.ts';
import type { Listen } from './platform/db/listen.ts';
import type { Db, PoolUse } from './platform/db/open.ts';
import { RequestError } from './platform/errors.ts';
import { rewriteAliases } from './platform/http/aliases.ts';
import { registerGuard } from './platform/http/auth.ts';
import { registerClosingAnswer } from './platform/http/closing.ts';
import { compilers } from './platform/http/compilers.ts';
import { registerCors } from './platform/http/cors.ts';
import { answerError, answerGarbage, registerErrorHandler } from './platform/http/error-handler.ts';
import { registerFastPath } from './platform/http/fast-path.ts';
import { registerSecurityHeaders } from './platform/http/headers.ts';
import { registerHealth } from './platform/http/health.ts';
import { registerEmptyAnswers, registerJsonBody } from './platform/http/json-body.ts';
import { type LogTarget, logOptions } from './platform/http/log.ts';
import { collectMetrics, registerMetricsPage } from './platform/http/metrics.ts';
import { registerOpenApi, registerOpenApiPages } from './platform/http/openapi.ts';
import { registerRouteList } from './platform/http/route-list.ts';
import { registerInputChecks } from './platform/http/validation.ts';
import { environmentRoutes } from './projects/environments/routes.ts';
import { projectRoutes } from './projects/projects/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { transactionsOf } from './transactions.ts';
import { transferRoutes } from './transfer/routes.ts';
import { applicationRoutes } from './usage/applications/routes.ts';
import { dashboardRoutes } from './usage/dashboard/routes.ts';
import { healthRoutes } from './usage/health/routes.ts';
import { insightRoutes } from './usage/insights/routes.ts';
import { lifecycleRoutes } from './usage/lifecycle/routes.ts';
import { createIntake, type Intake } from './usage/metrics/intake.ts';
import { usageRoutes } from './usage/metrics/routes.ts';
import { version } from './version.ts';

export type App = FastifyInstance;

declare module 'fastify' {
  interface FastifyInstance {
    db: Db;
    /** Runs a command; its changes and their events are committed together. */
    inTransaction: InTransaction;
    settings: Config;
    /** Hears what is told on a channel of the database. */
    listenDb: Listen;
    caches: Caches;
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
  app.decorate('inTransaction', transactionsOf(db));
  app.decorate('settings', config);
  app.decorate('listenDb', listen);
  const caches = createCaches();
  app.decorate('caches', caches);
  const delivery = createDelivery({
    ...{ db, listen, caches, bytesMax: config.sdkCacheBytes },
    onError: (err, message) => app.log.warn({ err }, message),
  });
  app.decorate('delivery', delivery);
  app.addHook('onClose', delivery.close);
  const intake = intakeOf(app);
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
  await registerCors(app, {
    origins: config.frontendOrigins,
    preflights: ['/api/frontend', '/api/frontend/*', '/ofrep/*'].map(
      (it) => config.baseUriPath + it,
    ),
  });
  registerGuard(app, {
    findByToken: coalesce((token) => findByToken(db, token)),
    findSdkToken: delivery.findToken,
    findBySession: coalesce((secret) => findCallerBySession(db, secret)),
    maySeeProject: createProjectVisibility(caches, (caller, project) =>
      maySeeProject(db, caller, project),
    ),
    findProjectOfFlag: (flag) => findProjectOfFlag(db, flag),
    holdsAny: (caller, permissions, scope) => holdsAnyPermission(db, caller, permissions, scope),
  });
  const registry = collectMetrics(app, version, { poolUse, caches: caches.statistics });
  const path = `${config.baseUriPath}/api/client/features`;
  const notModified = createNotModified({
    ...{ caches, delivery, path },
    observe: (seconds) => app.observeRequest({ method: 'GET', route: path, status: 304 }, seconds),
  });
  registerFastPath(app, notModified.respond);
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
      await api.register(projectChangeRoutes);
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
      await api.register(sdkRoutes, { notModified });
      await api.register(sdkChangeRoutes);
      await api.register(frontendRoutes);
      await api.register(ofrepRoutes);
      await api.register(playgroundRoutes);
      await api.register(changeRequestSettingRoutes);
      await api.register(changeRequestRoutes);
      await api.register(changeRequestReviewRoutes);
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

const intakeOf = (app: App): Intake =>
  createIntake({
    inTransaction: app.inTransaction,
    now: Date.now,
    flushMs: app.settings.usageFlushMs,
    keepHours: app.settings.usageHours,
    onTrouble: (error) => app.log.error({ err: error }, 'usage cannot be written'),
  });

/** The number counts from our end of the header: what a client wrote itself is further away. */
const trustedProxies = (proxies: Config['trustProxy']) =>
  typeof proxies === 'number' ? (_: string, hop: number) => hop < proxies : proxies;

const tooManyAttempts = (_: unknown, { after }: { after: string }) =>
  new RequestError(429, 'RateLimitError', `Too many attempts. Try again in ${after}.`);
