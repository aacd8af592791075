import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { frontendRoutes } from './delivery/frontend/routes.ts';
import { pathsOfPages } from './delivery/frontend/rules.ts';
import { ofrepRoutes } from './delivery/ofrep/routes.ts';
import { createRepeated } from './delivery/sdk/repeated.ts';
import { sdkRoutes } from './delivery/sdk/routes.ts';
import { privateCache } from './delivery/sdk/rules.ts';
import { sdkChangeRoutes } from './delivery/streaming/routes.ts';
import { registerSdkStreams } from './delivery/streaming/streams.ts';
import { createEdge, type Edge } from './edge/state/edge.ts';
import { registerEdgeMetrics } from './edge/status/metrics.ts';
import { statusRoutes } from './edge/status/routes.ts';
import { tokenRoutes } from './edge/tokens/routes.ts';
import { createUpstream, type Upstream } from './edge/upstream/client.ts';
import { createForwarder } from './edge/usage/forwarder.ts';
import type { EdgeConfig, EdgeOptions } from './edge-config.ts';
import { createCaches } from './platform/cache/cache.ts';
import { createEncryption } from './platform/encryption/encryption.ts';
import { registerCors } from './platform/http/cors.ts';
import { registerDraining } from './platform/http/draining.ts';
import { registerFastPath } from './platform/http/fast-path.ts';
import { registerHealth } from './platform/http/health.ts';
import type { LogTarget } from './platform/http/log.ts';
import { collectMetrics, registerMetricsPage } from './platform/http/metrics.ts';
import { ErrorBody } from './platform/http/schema.ts';
import { isSdkAccess, registerSdkAuthentication } from './platform/http/sdk-auth.ts';
import { createServer, registerCommonHooks } from './platform/http/server.ts';
import { createIntake } from './usage/metrics/intake.ts';
import { reportRoutes } from './usage/reports/routes.ts';
import { version } from './version.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Only of an edge. */
    edge: Edge;
  }
}

type Parts = EdgeConfig & { log: LogTarget; encryptionKeys?: readonly Buffer[] };

/** An edge: the routes for SDKs on the data of an upstream, before it listens. */
export async function buildEdge(parts: Parts): Promise<FastifyInstance> {
  const { shared, own, log } = parts;
  const app = createServer(shared, log, await readTls(own));
  decorate(app, parts);
  registerSdkStreams(app);
  await registerHooks(app, parts);
  const metrics = collectMetrics(app, version, {
    caches: app.caches.statistics,
    usage: app.intake.statistics,
  });
  registerEdgeMetrics(metrics, app.edge);
  // While the upstream is away, responses have headers that change with time.
  registerFastPath(app, (...args) => !app.edge.isAway() && app.repeated.respond(...args));
  registerDraining(app);
  await app.register(
    async (api) => {
      registerReadiness(api);
      await api.register(async (backstage) => registerReadiness(backstage), {
        prefix: '/internal-backstage',
      });
      registerMetricsPage(api, metrics);
      // The path of Unleash Edge.
      registerMetricsPage(api, metrics, '/internal-backstage/metrics');
      for (const plugin of [sdkRoutes, sdkChangeRoutes, frontendRoutes, ofrepRoutes]) {
        await api.register(plugin);
      }
      await api.register(reportRoutes);
      await api.register(tokenRoutes);
      await api.register(statusRoutes, { version, upstream: own.upstreamUrl ?? null });
    },
    { prefix: shared.baseUriPath },
  );
  await app.edge.start();
  return app;
}

const registerReadiness = (app: FastifyInstance) =>
  registerHealth(app, {
    assertReady: () => {
      if (!app.edge.isReady()) throw new Error('not all configured tokens have flags');
    },
    summary: 'Check that the flags of all configured tokens are loaded',
  });

async function readTls({ tlsKeyFile, tlsCertificateFile }: EdgeOptions) {
  if (tlsKeyFile === undefined || tlsCertificateFile === undefined) return undefined;
  return { key: await readFile(tlsKeyFile), cert: await readFile(tlsCertificateFile) };
}

function decorate(app: FastifyInstance, { shared, own, encryptionKeys = [] }: Parts): void {
  const caches = createCaches();
  const upstream = createUpstream({
    url: own.upstreamUrl,
    headers: own.upstreamHeaders,
    timeoutMs: own.upstreamTimeoutMs,
    userAgent: `pennon-edge/${version}`,
  });
  const [key, ...formerKeys] = encryptionKeys;
  const edge = createEdge({
    upstream,
    caches,
    bytesMax: shared.sdkCacheBytes,
    settings: settingsOf(own),
    encryption: key && createEncryption([key, ...formerKeys]),
    warn: (details, message) => app.log.warn(details, message),
  });
  const path = `${shared.baseUriPath}/api/client/features`;
  app.decorate('settings', shared);
  app.decorate('caches', caches);
  app.decorate('edge', edge);
  app.decorate('delivery', edge.delivery);
  app.decorate('clientCacheHeaders', cacheHeaders(own.sharedCacheSeconds));
  app.decorate(
    'repeated',
    createRepeated({
      caches,
      delivery: edge.delivery,
      path,
      observe: (status, seconds) =>
        app.observeRequest({ method: 'GET', route: path, status }, seconds),
    }),
  );
  app.decorate('intake', intakeOf(app, upstream, own.reportSeconds * 1000));
  app.addHook('onClose', app.intake.close);
  app.addHook('onClose', edge.delivery.close);
}

const settingsOf = (own: EdgeOptions) => ({
  upstreamUrl: own.upstreamUrl,
  strict: own.strict,
  streaming: own.streaming,
  cacheDir: own.cacheDir,
  bootstrapFile: own.bootstrapFile,
  tokens: { client: own.tokens, frontend: own.frontendTokens },
  refreshMs: own.refreshSeconds * 1000,
  revalidateMs: own.revalidateSeconds * 1000,
});

const intakeOf = (app: FastifyInstance, upstream: Upstream, flushMs: number) =>
  createIntake({
    caches: app.caches,
    createWriter: (drops) =>
      createForwarder({
        upstream,
        drops,
        findToken: app.edge.tokens.clientFor,
        findProject: app.edge.projectOf,
      }),
    now: Date.now,
    flushMs,
    // The upstream decides by its own clock.
    retentionHours: Number.POSITIVE_INFINITY,
    onError: (err) => app.log.warn({ err }, 'usage could not be sent, trying again'),
    onDropped: (dropped) => app.log.warn({ dropped }, 'usage reports exceed limits'),
  });

/** A CDN must distinguish tokens, and clients with and without segments. */
const cacheHeaders = (seconds: number): Record<string, string> =>
  seconds === 0
    ? privateCache
    : {
        'cache-control': `public, max-age=0, s-maxage=${seconds}`,
        vary: 'accept-encoding, authorization, unleash-client-spec',
      };

async function registerHooks(app: FastifyInstance, { shared }: Parts): Promise<void> {
  const { baseUriPath, publicUrl, frontendOrigins } = shared;
  app.addSchema(ErrorBody);
  await registerCommonHooks(app, { publicUrl });
  await registerCors(app, {
    findOrigins: async () => frontendOrigins,
    preflights: pathsOfPages(baseUriPath),
  });
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.access !== 'public' && !isSdkAccess(config?.access)) {
      throw new Error(`${url} is not for an edge`);
    }
  });
  registerSdkAuthentication(app, app.delivery.findToken);
  registerStaleness(app);
}

/** The largest age that a header can have, for flags of a file. */
const ageMax = 2 ** 31;

/** While the upstream is away, responses contain the age of their flags. */
function registerStaleness(app: FastifyInstance): void {
  app.addHook('preHandler', (request, reply, done) => {
    const { sdkToken } = request;
    const staleMs = sdkToken && app.edge.staleMs(sdkToken);
    if (staleMs !== undefined) {
      void reply
        .header('age', Math.min(ageMax, Math.round(staleMs / 1000)))
        .header('warning', '110 pennon-edge "Response is Stale"');
    }
    done();
  });
}
