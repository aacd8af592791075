import { type Cleanup, createCleanup, stopOnSignals } from './cleanup.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { type Bench, compareServers } from './comparison.ts';
import { measureDirection } from './directions.ts';
import { compareEdge, measureEdgeStreams } from './edge.ts';
import { measureGrowth, type Sized } from './growth.ts';
import { measureIntegrations } from './integrations.ts';
import type { Options } from './options.ts';
import {
  fillPeer,
  installPeer,
  type PeerSetup,
  peerVersion,
  preparePeer,
  startPeer,
} from './peer.ts';
import {
  addUsage,
  type DataStore,
  pennonVersion,
  type Size,
  seedPennon,
  startPennon,
  storeInCluster,
  storeInFolder,
} from './pennon.ts';
import { createProgress, type Progress } from './progress.ts';
import { commitOf, documentResults, terminalReport, thisMachine, writeResults } from './report.ts';
import type { Comparison, DirectionRow, Results } from './results.ts';
import { directions } from './scenarios/directions.ts';
import { edgeScenarios } from './scenarios/edge.ts';
import { eventSearches } from './scenarios/event-search.ts';
import { flagSearches } from './scenarios/flag-search.ts';
import { growthScenarios } from './scenarios/growth.ts';
import { live } from './scenarios/live.ts';
import { pages } from './scenarios/pages.ts';
import { findSamples, type Samples } from './scenarios/samples.ts';
import { changesData, type Scenario } from './scenarios/scenario.ts';
import { sdks } from './scenarios/sdks.ts';
import { uncached } from './scenarios/uncached.ts';
import { writes } from './scenarios/writes.ts';
import type { Target } from './target.ts';

type Stage = { options: Options; cleanup: Cleanup; progress: Progress };

/** From an empty machine to the report; the cleanup stops everything it starts. */
export async function runBench(options: Options, cleanup: Cleanup): Promise<void> {
  const progress = createProgress();
  const stage = { options, cleanup, progress };
  stopOnSignals(cleanup, options.maxMinutes);
  const { pace, checkout } = options;
  const results: Results = {
    at: new Date().toISOString(),
    mode: options.mode,
    commit: commitOf(checkout),
    machine: thisMachine(),
    versions: { node: process.version, database: '', pennon: '', peer: peerVersion },
    connections: pace.connections,
    size: options.size,
    comparisons: [],
    growth: [],
    directions: [],
    integrations: null,
    edge: null,
  };
  const building = progress.step('building Pennon', 1);
  results.versions.pennon = await pennonVersion({ folder: checkout });
  building.done();
  if (options.mode === 'smoke') await runSmoke(stage, results);
  else await runOnPostgres(stage, results);
  await runEdge(stage, results);
  console.log(`\n${terminalReport(results)}\n`);
  if (options.mode === 'smoke') return;
  const base = writeResults(results);
  if (options.document) documentResults(results, base);
  console.log(`Written: ${base}.json and its plots.`);
}

/** Checks that the bench works without PostgreSQL and the peer. */
async function runSmoke(stage: Stage, results: Results): Promise<void> {
  const { options, cleanup, progress } = stage;
  results.versions.database = 'embedded';
  const bench: Bench = { cluster: undefined, pace: options.pace, progress, cleanup };
  const { target } = await seedAndStart(stage, storeInFolder(cleanup), options.size);
  const scenarios = growthScenarios.filter((scenario) => isWanted(scenario, options.only));
  results.comparisons = await compareServers(bench, scenarios, { pennon: target, peer: undefined });
  results.integrations = await measureIntegrationsIf(stage, target);
}

/** An edge needs no database, only an upstream. */
async function runEdge({ options, cleanup, progress }: Stage, results: Results): Promise<void> {
  const { pace, only, checkout } = options;
  const wanted = edgeScenarios.filter((scenario) => isWanted(scenario, only));
  if (wanted.length > 0) {
    const bench: Bench = { cluster: undefined, pace, progress, cleanup };
    results.comparisons.push(...(await compareEdge(bench, wanted, checkout)));
  }
  if (!'edge: streams'.includes(only.toLowerCase())) return;
  const measuring = progress.step('streaming from an edge', 1);
  results.edge = await measureEdgeStreams(pace.edge, checkout, cleanup);
  measuring.done();
}

/** Last, because its flags and integrations stay. */
async function measureIntegrationsIf({ options, cleanup, progress }: Stage, target: Target) {
  if (!'integrations: delivery'.includes(options.only.toLowerCase())) return null;
  const measuring = progress.step('delivering events to integrations', 1);
  const results = await measureIntegrations(target, options.pace.integrations, cleanup);
  measuring.done();
  return results;
}

async function runOnPostgres(stage: Stage, results: Results): Promise<void> {
  const { options, cleanup, progress } = stage;
  const starting = progress.step('starting PostgreSQL', 1);
  const cluster = await openCluster(cleanup);
  results.versions.database = cluster.version;
  starting.done();
  const bench: Bench = { cluster, pace: options.pace, progress, cleanup };
  const { store, pennon, peer } = await startServers(stage, cluster);
  const samples = await findSamples(cluster, store.database ?? '');
  const scenarios = allScenarios(samples).filter((scenario) => isWanted(scenario, options.only));
  const reads = scenarios.filter((scenario) => !changesData(scenario));
  const changes = scenarios.filter(changesData);
  const comparisons = await compareServers(bench, reads, { pennon, peer });
  const growing = growthScenarios.filter((scenario) => isWanted(scenario, options.only));
  if (growing.length > 0) {
    const main = { size: options.size, target: pennon };
    results.growth = await measureAllGrowth(bench, growing, { stage, cluster, main });
  }
  if (options.growth.length > 0) {
    results.directions = await measureAllDirections(bench, { stage, cluster });
  }
  // Last, because they make the data of both servers differ.
  if (changes.length > 0) {
    comparisons.push(...(await compareServers(bench, changes, { pennon, peer })));
  }
  const rank = ({ group, name }: Comparison) =>
    scenarios.findIndex((scenario) => scenario.group === group && scenario.name === name);
  results.comparisons = comparisons.toSorted((one, other) => rank(one) - rank(other));
  results.integrations = await measureIntegrationsIf(stage, pennon);
}

const isWanted = ({ group, name }: Scenario, only: string) =>
  `${group}: ${name}`.toLowerCase().includes(only.toLowerCase());

const allScenarios = (samples: Samples): Scenario[] => [
  ...live(samples),
  ...flagSearches(samples),
  ...eventSearches(samples),
  ...uncached(samples),
  ...pages(samples),
  ...sdks(samples),
  ...writes(samples),
];

/** Both servers get the same data; the peer is set up while Pennon is seeded. */
async function startServers(stage: Stage, cluster: Cluster) {
  const { options, cleanup, progress } = stage;
  const preparing = options.withPeer ? installAndPrepare(cluster, cleanup) : undefined;
  // The error is reported when the promise is awaited.
  preparing?.catch(() => {});
  const store = await storeInCluster(cluster, 'pennon');
  const { target: pennon } = await seedAndStart(stage, store, options.size);
  const [ours, theirs] = [store.database ?? '', await preparing];
  await addUsage(cluster, ours);
  if (theirs === undefined) return { store, pennon, peer: undefined };
  const filling = progress.step('copying the data to the peer', 1);
  await fillPeer(cluster, theirs.database, ours);
  filling.done();
  return { store, pennon, peer: await startPeer(cluster, theirs, cleanup) };
}

async function installAndPrepare(cluster: Cluster, cleanup: Cleanup): Promise<PeerSetup> {
  await installPeer();
  return preparePeer(cluster, cleanup);
}

async function seedAndStart(stage: Stage, store: DataStore, size: Size): Promise<Sized> {
  const { options, cleanup, progress } = stage;
  const checkout = { folder: options.checkout };
  const seeding = progress.step(`seeding ${size.flags} flags and ${size.events} events`, 1);
  await seedPennon(checkout, store, size);
  seeding.done();
  return { size, target: await startPennon(checkout, store, cleanup) };
}

/** Small, so that what is added is most of the data. */
const directionSize: Size = { flags: 200, events: 5000 };

async function measureAllDirections(
  bench: Bench,
  { stage, cluster }: { stage: Stage; cluster: Cluster },
): Promise<DirectionRow[]> {
  const wanted = directions.filter(({ name }) =>
    `growth: ${name}`.toLowerCase().includes(stage.options.only.toLowerCase()),
  );
  if (wanted.length === 0) return [];
  const base = await storeInCluster(cluster, 'direction_base');
  const { target: before } = await seedAndStart(stage, base, directionSize);
  const rows: DirectionRow[] = [];
  for (const [index, direction] of wanted.entries()) {
    const store = await storeInCluster(cluster, `direction_${index}`);
    await seedPennon({ folder: stage.options.checkout }, store, directionSize);
    await cluster.query(store.database ?? '', direction.sql);
    await cluster.query(store.database ?? '', 'vacuum analyze');
    // Each in a process that is stopped afterwards, because many idle ones need memory.
    const own = createCleanup();
    stage.cleanup.add(own.run);
    const after = await startPennon({ folder: stage.options.checkout }, store, own);
    rows.push(...(await measureDirection(bench, direction, { before, after })));
    await own.run();
  }
  return rows;
}

async function measureAllGrowth(
  bench: Bench,
  scenarios: readonly Scenario[],
  { stage, cluster, main }: { stage: Stage; cluster: Cluster; main: Sized },
) {
  const { options, cleanup } = stage;
  const inCluster: Sized[] = [main];
  for (const [index, size] of options.growth.entries()) {
    const store = await storeInCluster(cluster, `size_${index}`);
    inCluster.push(await seedAndStart(stage, store, size));
    await cluster.query(store.database ?? '', 'vacuum analyze');
  }
  const growth = await measureGrowth(bench, scenarios, {
    database: 'PostgreSQL',
    sized: inCluster,
  });
  const inFolders: Sized[] = [];
  for (const size of options.embedded) {
    inFolders.push(await seedAndStart(stage, storeInFolder(cleanup), size));
  }
  return [
    ...growth,
    ...(await measureGrowth(bench, scenarios, { database: 'embedded', sized: inFolders })),
  ];
}
