import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CacheStatistics } from '../cache/cache.ts';
import type { PoolUse } from '../db/open.ts';

type RequestLabels = { method: string; route: string; status: number };

declare module 'fastify' {
  interface FastifyInstance {
    /** Records the duration of a response that was sent on the fast path, before any hook. */
    observeRequest: (labels: RequestLabels, seconds: number) => void;
    /** Counts an attempt to send events to an integration. */
    observeDelivery: (result: { kind: string; delivered: boolean }) => void;
  }
}

/** Of usage reports: what was dropped, by reason, and the memory of what is not written yet. */
type UsageStatistics = {
  dropped: Readonly<Record<string, number>>;
  bytes: number;
  bytesMax: number;
};

/** Of integrations of one kind: events not sent yet, at most, and those that are parked. */
type IntegrationStatistics = { kind: string; lag: number; parked: number };

type Sources = {
  caches: () => CacheStatistics[];
  usage: () => UsageStatistics;
  /** Absent without a database. */
  database?: {
    poolUse: () => PoolUse;
    integrations: () => Promise<readonly IntegrationStatistics[]>;
  };
};

/** Counts every request by its route, unknown paths included. */
export function collectMetrics(
  app: FastifyInstance,
  version: string,
  { caches, usage, database }: Sources,
): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  registerBuildInfo(registry, version);
  registerCacheMetrics(registry, caches);
  registerUsageMetrics(registry, usage);
  if (database) {
    registerPoolGauge(registry, database.poolUse);
    registerIntegrationMetrics(app, registry, database.integrations);
  }

  app.decorate('observeRequest', (labels, seconds) => durations.observe(labels, seconds));
  app.addHook('onResponse', async (request, reply) => {
    // Unknown paths share one label, so that the number of labels is bounded.
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    const labels = { method: request.method, route, status: reply.statusCode };
    durations.observe(labels, reply.elapsedTime / 1000);
  });
  return registry;
}

export function registerMetricsPage(
  app: FastifyInstance,
  registry: Registry,
  path = '/internal-backstage/prometheus',
): void {
  app.get(
    path,
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getMetrics',
        summary: 'Metrics for Prometheus',
        description: 'Requests by route, pool use, event-loop lag, memory and build.',
        tags: ['Operations'],
      },
    },
    async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()),
  );
}

function registerBuildInfo(registry: Registry, version: string): void {
  new Gauge({
    name: 'pennon_build_info',
    help: 'Always 1; the labels contain the versions',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.version }, 1);
}

function registerPoolGauge(registry: Registry, poolUse: () => PoolUse): void {
  new Gauge({
    name: 'pennon_database_pool',
    help: 'Database connections by state, and requests waiting for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(poolUse())) this.set({ state }, count);
    },
  });
}

function registerCacheMetrics(registry: Registry, caches: () => CacheStatistics[]): void {
  const totals = {
    hits: 'Requests that found a valid value in the cache',
    misses: 'Requests that found no valid value in the cache',
    evictions: 'Values removed to keep the cache within its bound',
  };
  for (const [field, help] of Object.entries(totals) as [keyof typeof totals, string][]) {
    new Counter({
      name: `pennon_cache_${field}_total`,
      help,
      labelNames: ['cache'],
      registers: [registry],
      collect() {
        this.reset();
        for (const { name, [field]: count } of caches()) this.inc({ cache: name }, count);
      },
    });
  }
  const gauges = {
    entries: 'Values in the cache',
    bytes: 'Approximate memory of the values',
    bytesMax: 'Upper bound of the memory of the values',
  };
  for (const [field, help] of Object.entries(gauges) as [keyof typeof gauges, string][]) {
    new Gauge({
      name: `pennon_cache_${field === 'bytesMax' ? 'bytes_max' : field}`,
      help,
      labelNames: ['cache'],
      registers: [registry],
      collect() {
        for (const { name, [field]: amount } of caches()) this.set({ cache: name }, amount);
      },
    });
  }
}

function registerUsageMetrics(registry: Registry, usage: () => UsageStatistics): void {
  new Counter({
    name: 'pennon_usage_dropped_total',
    help: 'Parts of usage reports that were dropped, by the limit that was exceeded',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(usage().dropped)) this.inc({ reason }, count);
    },
  });
  const gauges = {
    bytes: 'Approximate memory of usage reports that are not written yet',
    bytesMax: 'Upper bound of the memory of usage reports that are not written yet',
  };
  for (const [field, help] of Object.entries(gauges) as [keyof typeof gauges, string][]) {
    new Gauge({
      name: `pennon_usage_buffer_${field === 'bytesMax' ? 'bytes_max' : field}`,
      help,
      registers: [registry],
      collect() {
        this.set(usage()[field]);
      },
    });
  }
}

function registerIntegrationMetrics(
  app: FastifyInstance,
  registry: Registry,
  integrations: () => Promise<readonly IntegrationStatistics[]>,
): void {
  const deliveries = new Counter({
    name: 'pennon_integration_deliveries_total',
    help: 'Attempts to send events to integrations, by kind and result',
    labelNames: ['kind', 'result'],
    registers: [registry],
  });
  app.decorate('observeDelivery', ({ kind, delivered }) =>
    deliveries.inc({ kind, result: delivered ? 'delivered' : 'failed' }),
  );
  const gauges = {
    lag: 'Events of the log that an integration has not processed yet; the maximum of each kind',
    parked: 'Integrations that failed for a day and wait for a user',
  };
  for (const [field, help] of Object.entries(gauges) as [keyof typeof gauges, string][]) {
    new Gauge({
      name: field === 'lag' ? 'pennon_integration_lag_events' : 'pennon_integrations_parked',
      help,
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        // Without the database, the other metrics are still returned.
        const found = await integrations().catch(() => undefined);
        if (!found) return;
        this.reset();
        for (const { kind, [field]: amount } of found) this.set({ kind }, amount);
      },
    });
  }
}
