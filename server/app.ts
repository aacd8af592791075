import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { pathsOfPages } from './delivery/frontend/rules.ts';
import { createDelivery, type Delivery } from './delivery/sdk/delivery.ts';
import { createRepeated, type Repeated } from './delivery/sdk/repeated.ts';
import { privateCache } from './delivery/sdk/rules.ts';
import { registerSdkStreams } from './delivery/streaming/streams.ts';
import type { InTransaction } from './events/record.ts';
import { findProjectOfFlag } from './flags/flags/queries.ts';
import { findDataVersion, holdsAnyPermission, maySeeProject } from './identity/access/queries.ts';
import { createProjectVisibility } from './identity/access/visible-projects.ts';
import { findByToken } from './identity/api-tokens/bearer.ts';
import { findScimClient } from './identity/scim/queries.ts';
import { findCallerBySession } from './identity/sessions/queries.ts';
import { createOrigins } from './installation/settings/origins.ts';
import { findSettings } from './installation/settings/queries.ts';
import { countByKind } from './integrations/deliveries/queries.ts';
import { createSender, type Send } from './integrations/deliveries/sender.ts';
import { countAddress } from './platform/attempts/limits.ts';
import { type Caches, createCaches } from './platform/cache/cache.ts';
import { type ConsoleFiles, findConsole } from './platform/console/files.ts';
import { sendPage, wantsPage } from './platform/console/pages.ts';
import { consoleRoutes } from './platform/console/routes.ts';
import { coalesce } from './platform/db/coalesce.ts';
import type { Listen } from './platform/db/listen.ts';
import type { Db, PoolUse } from './platform/db/open.ts';
import { createReads } from './platform/db/standby.ts';
import { isWritable } from './platform/db/writable.ts';
import { createEncryption, type Encryption } from './platform/encryption/encryption.ts';
import { registerAuthentication } from './platform/http/auth.ts';
import { registerCors } from './platform/http/cors.ts';
import { registerDraining } from './platform/http/draining.ts';
import { registerFastPath } from './platform/http/fast-path.ts';
import { registerHealth } from './platform/http/health.ts';
import type { LogTarget } from './platform/http/log.ts';
import { collectMetrics, registerMetricsPage } from './platform/http/metrics.ts';
import { registerOpenApi, registerOpenApiPages } from './platform/http/openapi.ts';
import { registerRouteList } from './platform/http/route-list.ts';
import { createServer, registerCommonHooks } from './platform/http/server.ts';
import type { SendMail } from './platform/mail/mailer.ts';
import { parseAllowedHosts } from './platform/outbound/addresses.ts';
import { createOutbound } from './platform/outbound/client.ts';
import { routes } from './routes.ts';
import { transactionsOf } from './transactions.ts';
import { createIntake, type Intake } from './usage/metrics/intake.ts';
import { createWriter } from './usage/metrics/writer.ts';
import { version } from './version.ts';

export type App = FastifyInstance;

declare module 'fastify' {
  interface FastifyInstance {
    db: Db;
    /** Runs a command; its changes and their events are committed together. */
    inTransaction: InTransaction;
    settings: Config;
    /** Subscribes to a channel of the database. */
    listenDb: Listen;
    caches: Caches;
    delivery: Delivery;
    /** The caching headers of all flags for SDKs. */
    clientCacheHeaders: Readonly<Record<string, string>>;
    /** Repeated responses to SDKs, for the fast path. */
    repeated: Repeated;
    intake: Intake;
    /** Undefined without a key. */
    encryption: Encryption | undefined;
    /** Undefined if mail is not configured. */
    sendMail: SendMail | undefined;
    sendToIntegration: Send;
  }
}

type Parts = {
  db: Db;
  /** A standby that serves reads. */
  standby?: Db | undefined;
  config: Config;
  poolUse: () => PoolUse;
  listen: Listen;
  isDiskFull?: () => boolean;
  log: LogTarget;
  /** Without a key, no integration can be created. */
  encryptionKeys?: readonly Buffer[];
  /** The built console; by default that in the build folder. */
  console?: ConsoleFiles | 'absent';
};

/** The complete server, before it listens. */
export async function buildApp(parts: Parts): Promise<App> {
  const { config, poolUse, isDiskFull = () => false } = parts;
  const app = createServer(config, parts.log);
  decorate(app, parts);
  registerSdkStreams(app);
  app.decorate('sendMail', await mailerOf(config));
  decorateIntegrations(app, parts);
  await traceRequests(app);
  const files = consoleOf(parts);
  await registerHooks(app, { files, standby: parts.standby });
  // Two metrics read it at the same time.
  const countIntegrations = coalesce(() => countByKind(app.db));
  const metrics = collectMetrics(app, version, {
    caches: app.caches.statistics,
    usage: app.intake.statistics,
    database: { poolUse, integrations: () => countIntegrations('by kind') },
  });
  registerFastPath(app, app.repeated.respond);
  registerDraining(app);
  await registerOpenApi(app, { version, basePath: config.baseUriPath });
  await app.register(
    async (api) => {
      registerHealth(api, {
        assertReady: async () => {
          if ((await isWritable(app.db)) && !isDiskFull()) return;
          throw new Error('the database accepts no writes');
        },
        summary: 'Check that the process can reach the database, and that it accepts writes',
      });
      registerMetricsPage(api, metrics);
      await registerOpenApiPages(api);
      for (const plugin of Object.values(routes).flat()) await api.register(plugin, { version });
      await api.register(consoleRoutes, { files });
    },
    { prefix: config.baseUriPath },
  );
  return app;
}

/** Services that routes share, as decorators of the instance. */
function decorate(app: App, { db, config, listen }: Parts): void {
  const caches = createCaches();
  const delivery = createDelivery({
    db,
    listen,
    caches,
    bytesMax: config.sdkCacheBytes,
    onError: (err, message) => app.log.warn({ err }, message),
  });
  const path = `${config.baseUriPath}/api/client/features`;
  const repeated = createRepeated({
    caches,
    delivery,
    path,
    observe: (status, seconds) =>
      app.observeRequest({ method: 'GET', route: path, status }, seconds),
  });
  const intake = createIntake({
    caches,
    createWriter: (drops) => createWriter(transactionsOf(db), drops),
    now: Date.now,
    flushMs: config.usageFlushMs,
    retentionHours: config.usageHours,
    onError: (error) => app.log.error({ err: error }, 'usage could not be written'),
    onDropped: (dropped) => app.log.warn({ dropped }, 'usage reports exceed limits'),
  });
  app.decorate('db', db);
  app.decorate('inTransaction', transactionsOf(db));
  app.decorate('countAttempt', (address, max) => countAddress(db, address, max));
  app.decorate('settings', config);
  app.decorate('listenDb', listen);
  app.decorate('caches', caches);
  app.decorate('clientCacheHeaders', privateCache);
  app.decorate('delivery', delivery);
  app.decorate('repeated', repeated);
  app.decorate('intake', intake);
  app.addHook('onClose', delivery.close);
  app.addHook('onClose', intake.close);
}

/** The library is loaded only if it is configured. */
async function mailerOf({ emailHost, ...settings }: Config): Promise<SendMail | undefined> {
  if (emailHost === undefined) return undefined;
  const { createMailer } = await import('./platform/mail/mailer.ts');
  return createMailer({ ...settings, emailHost });
}

/** How integrations are reached, and their secrets read. */
function decorateIntegrations(app: App, { config, encryptionKeys = [] }: Parts): void {
  const [key, ...formerKeys] = encryptionKeys;
  const encryption = key && createEncryption([key, ...formerKeys]);
  const outbound = createOutbound(parseAllowedHosts(config.integrationsAllowedHosts));
  app.decorate('encryption', encryption);
  app.decorate(
    'sendToIntegration',
    createSender({
      outbound,
      encryption,
      sendMail: app.sendMail,
      userAgent: `Pennon/${version}`,
      baseUrl: config.publicUrl + config.baseUriPath,
      timeoutMs: config.integrationsTimeoutMs,
      onAttempt: (result) => app.observeDelivery(result),
    }),
  );
  app.addHook('onClose', outbound.close);
}

/** Loaded only if it is configured. */
async function traceRequests(app: App): Promise<void> {
  const { otlpEndpoint, otlpTracesEndpoint, ...settings } = app.settings;
  const url = otlpTracesEndpoint ?? (otlpEndpoint && `${otlpEndpoint}/v1/traces`);
  if (url === undefined) return;
  const { registerTracing } = await import('./platform/tracing/register.ts');
  registerTracing(app, {
    url,
    headers: settings.otlpHeaders ?? {},
    ratio: settings.traceRatio,
    resource: { 'service.name': settings.traceService, 'service.version': version },
    everyMs: settings.traceFlushMs,
  });
}

/** Every request runs the hooks in this order. */
async function registerHooks(
  app: App,
  { files, standby }: { files: ConsoleFiles | undefined; standby: Db | undefined },
): Promise<void> {
  const { db, caches, delivery, settings } = app;
  const { baseUriPath, publicUrl } = settings;
  registerRouteList(app);
  await registerCommonHooks(app, {
    publicUrl,
    sendPage: (request, reply) =>
      wantsPage(request, baseUriPath)
        ? sendPage(reply, files, { overTls: publicUrl.startsWith('https:') })
        : undefined,
  });
  await app.register(cookie);
  await registerCors(app, {
    findOrigins: createOrigins(caches, {
      version: delivery.accessVersion,
      find: async () => (await findSettings(db)).frontendOrigins ?? settings.frontendOrigins,
    }),
    preflights: pathsOfPages(baseUriPath),
  });
  registerAuthentication(app, {
    reads: createReads({
      primary: db,
      standby,
      findVersion: findDataVersion,
      onError: (err) => app.log.warn({ err }, 'the standby failed, the primary is read'),
    }),
    findByToken: coalesce((token) => findByToken(db, token)),
    findSdkToken: delivery.findToken,
    findBySession: coalesce((secret) => findCallerBySession(db, secret)),
    findScimClient: (token) => findScimClient(db, token),
    maySeeProject: createProjectVisibility(caches, (caller, project) =>
      maySeeProject(db, caller, project),
    ),
    findProjectOfFlag: (flag) => findProjectOfFlag(db, flag),
    holdsAny: (caller, permissions, scope) => holdsAnyPermission(db, caller, permissions, scope),
  });
}

const consoleOf = ({ config, console = findConsole(config.baseUriPath) }: Parts) =>
  console === 'absent' ? undefined : console;
