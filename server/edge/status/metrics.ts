import { Counter, Gauge, type Registry } from 'prom-client';
import type { Edge } from '../state/edge.ts';
import type { Entry } from '../state/states.ts';

type Reading = { name: string; help: string; read: (entry: Entry) => number };

const readings: readonly Reading[] = [
  {
    name: 'pennon_edge_upstream_up',
    help: '1 if the upstream responded to the last request for the scope, else 0',
    read: ({ feed }) => Number(feed !== undefined && !feed.failing() && !feed.starting()),
  },
  {
    name: 'pennon_edge_streaming',
    help: '1 if changes of the scope are streamed, 0 if they are polled',
    read: ({ feed }) => Number(feed?.streaming() ?? false),
  },
  {
    name: 'pennon_edge_revision',
    help: 'The revision of the flags of the scope',
    read: ({ data }) => data.state()?.revision ?? 0,
  },
  {
    name: 'pennon_edge_flags',
    help: 'Flags of the scope',
    read: ({ data }) => data.state()?.flags.size ?? 0,
  },
  {
    name: 'pennon_edge_age_seconds',
    help: 'Seconds since the upstream sent something for the scope, while it is away',
    read: ({ data, feed }) => (feed && !feed.failing() ? 0 : data.ageMs() / 1000),
  },
];

/** What an operator watches: whether the upstream is reached, and how old the flags are. */
export function registerEdgeMetrics(registry: Registry, edge: Edge): void {
  for (const { name, help, read } of readings) {
    new Gauge({
      name,
      help,
      labelNames: ['environment', 'projects'],
      registers: [registry],
      collect() {
        this.reset();
        for (const entry of edge.entries()) {
          const { environment, projects } = entry.data.scope;
          this.set({ environment, projects: projects?.join(',') ?? '*' }, read(entry));
        }
      },
    });
  }
  new Gauge({
    name: 'pennon_edge_tokens',
    help: 'Valid tokens by kind',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { kind } of edge.tokens.list()) this.inc({ kind });
    },
  });
  new Counter({
    name: 'pennon_edge_storage_failures_total',
    help: 'Failures to write the last good state to the disk',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(edge.storageFailures());
    },
  });
}
