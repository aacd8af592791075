import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The capacity model of docs/scaling.md: node --import tsx bench/capacity.ts prints its tables. The
 * costs are measured by bench/capacity-measure.ts and bench/run.ts.
 */

/** Processor time of the process that responds, and bytes sent with headers. */
export type RequestCost = { us: number; bytes: number };

export type Costs = {
  flags: number;
  edge: {
    baseMb: number;
    connectionKb: number;
    /** Processor time of an idle stream in a second, for its comments. */
    streamSecondUs: number;
    notModified: RequestCost;
    features: RequestCost;
    page: RequestCost;
    report: RequestCost;
    push: RequestCost;
    /** Processor time of simulated SDKs, divided by the sum of these costs. */
    simulated: number;
  };
  server: { pushUs: number; reportUs: number; writeUs: number };
  database: { statementsPerWrite: number; writeUs: number; eventBytes: number; verifyUs: number };
};

export const costs: Costs = JSON.parse(
  readFileSync(new URL('capacity-costs.json', import.meta.url), 'utf8'),
);

/** Defaults of SDKs and of Pennon, and how much of a core is to be used. */
export const assumptions = {
  pollSeconds: 15,
  pageSeconds: 30,
  reportSeconds: 60,
  edgeReportSeconds: 60,
  changesPerMinute: 1,
  utilization: 0.6,
  connectionsPerProcess: 10_000,
  /** A change reaches the last stream within this time. */
  pushSeconds: 1,
  serversMin: 2,
  /** Each process polls the log every second and writes usage with four statements every five. */
  statementsPerServer: 1 + 4 / 5,
  /** A process reads what changed for an environment. */
  statementsPerChange: 2,
};

export type Load = { sdks: number; way: 'pages' | 'polling' | 'streaming' };

export type Capacity = {
  requests: number;
  edgeCores: number;
  edges: number;
  edgeMb: number;
  megabytesPerSecond: number;
  servers: number;
  serverCores: number;
  statements: number;
};

const changes = assumptions.changesPerMinute / 60;

type Rates = Partial<Record<'notModified' | 'features' | 'page' | 'push', number>>;

/** Requests and pushes in a second. */
const ratesOf: Record<Load['way'], (sdks: number) => Rates> = {
  pages: (sdks) => ({ page: sdks / assumptions.pageSeconds }),
  polling: (sdks) => {
    const polls = sdks / assumptions.pollSeconds;
    const features = Math.min(polls, sdks * changes);
    return { features, notModified: polls - features };
  },
  streaming: (sdks) => ({ push: sdks * changes }),
};

export function capacityOf({ sdks, way }: Load, { edge, server, database }: Costs): Capacity {
  const rates = { ...ratesOf[way](sdks), report: sdks / assumptions.reportSeconds };
  const parts = Object.entries(rates) as [keyof typeof rates, number][];
  const sum = (unit: keyof RequestCost) =>
    parts.reduce((total, [name, rate]) => total + rate * edge[name][unit], 0);
  const streams = way === 'streaming' ? sdks : 0;
  const edgeCores = (edge.simulated * (sum('us') + streams * edge.streamSecondUs)) / 1e6;
  const needed = [
    edgeCores / assumptions.utilization,
    sdks / assumptions.connectionsPerProcess,
    (streams * edge.push.us) / 1e6 / assumptions.pushSeconds,
  ];
  // One more than needed, so that one can stop.
  const edges = Math.ceil(Math.max(...needed)) + 1;
  const reports = edges / assumptions.edgeReportSeconds;
  const serverCores =
    (edges * changes * server.pushUs + reports * server.reportUs + changes * server.writeUs) / 1e6;
  const servers = Math.max(
    assumptions.serversMin,
    Math.ceil(serverCores / assumptions.utilization) + 1,
  );
  const perChange = database.statementsPerWrite + servers * assumptions.statementsPerChange;
  return {
    requests: sumOf(parts.filter(([name]) => name !== 'push').map(([, rate]) => rate)),
    edgeCores,
    edges,
    servers,
    serverCores,
    edgeMb: edge.baseMb + (sdks / edges) * (edge.connectionKb / 1024),
    megabytesPerSecond: sum('bytes') / 1e6,
    statements: servers * assumptions.statementsPerServer + reports + changes * perChange,
  };
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

const loads: readonly Load[] = [
  ...[2000, 20_000, 200_000].map((sdks): Load => ({ sdks, way: 'pages' })),
  ...[1000, 12_000, 120_000, 1_000_000].map((sdks): Load => ({ sdks, way: 'polling' })),
  ...[1000, 10_000, 100_000, 1_000_000].map((sdks): Load => ({ sdks, way: 'streaming' })),
];

function rounded(value: number): string {
  if (value < 0.01) return '< 0.01';
  const digits = value < 10 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 };
  return value.toLocaleString('en', digits);
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** The tables, in Markdown. */
export function renderTables(given: Costs): string {
  const head = [
    'SDKs',
    'connected by',
    'requests/s',
    'edge cores',
    'edge processes',
    'MB each',
    'MB/s sent',
    'servers',
    'server cores',
    'SQL statements/s',
  ];
  const rows = loads.map((load) => {
    const capacity = capacityOf(load, given);
    return row([
      rounded(load.sdks),
      load.way,
      rounded(capacity.requests),
      rounded(capacity.edgeCores),
      rounded(capacity.edges),
      rounded(capacity.edgeMb),
      rounded(capacity.megabytesPerSecond),
      rounded(capacity.servers),
      rounded(capacity.serverCores),
      rounded(capacity.statements),
    ]);
  });
  return [
    row(head),
    row(head.map((_, index) => (index === 1 ? '---' : '---:'))),
    ...rows,
    '',
    ...renderLog(given),
  ].join('\n');
}

/** Storage of the log by changes a day, each with one event. */
function renderLog({ database }: Costs): string[] {
  const head = [
    'events a day',
    'events a month',
    'GB a year',
    'cores of PostgreSQL',
    'verify a year',
  ];
  return [
    row(head),
    row(head.map(() => '---:')),
    ...[1000, 10_000, 100_000].map((daily) =>
      row([
        rounded(daily),
        rounded(daily * 30),
        rounded((daily * 365 * database.eventBytes) / 1e9),
        rounded((daily / 86_400) * (database.writeUs / 1e6)),
        `${rounded((daily * 365 * database.verifyUs) / 60e6)} min`,
      ]),
    ),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(renderTables(costs));
