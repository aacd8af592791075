import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const postgres = process.env.TEST_DATABASE_URL;

/** Set by `campaigns/run.ts`: this campaign is run instead of the tests. */
const campaign = process.env.PENNON_CAMPAIGN;

/** The shapes of the peer's API are not ours to ship: the test that compares runs where they are. */
const peerShapes = fileURLToPath(
  new URL('../shared/reference/unleash-api-shapes.json', import.meta.url),
);
const withoutPeer = existsSync(peerShapes) ? [] : ['**/*.peer.test.ts'];

const tests = ['server', 'cli', 'bench']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => path.endsWith('.test.ts'));

const postgresOnly = ['**/*.postgres.test.ts', '**/*.postgres.campaign.ts'];

/** What uses nothing of server/testing but waiting and counting has no database. */
const embeddedOnly = tests.filter(
  (path) =>
    /\.(embedded|peer)\.test\.ts$/.test(path) ||
    !/from '[./]*(server\/)?testing\/(?!eventually|scale)/.test(readFileSync(path, 'utf8')),
);

/**
 * Plain reads and writes, whose statements `routes.test.ts` runs on both databases. In the short form
 * these tests run once, on PostgreSQL where one is given, because it takes less processor time.
 */
const plain = [
  /^server\/(approvals|demo|flags|history|identity|installation|integrations)\//,
  /^server\/(inbox|projects|transfer|unleash|views)\//,
  /^server\/delivery\/(evaluation|frontend|ofrep|playground)\//,
  /^server\/platform\/(cache|mail|tracing)\//,
  /^server\/usage\/(?!metrics)/,
  /^server\/(access|fuzz|secrets|terraform|tidy|unknown-members)\.test\.ts$/,
];
const onPostgresOnce =
  postgres && process.env.PENNON_TEST_SHORT
    ? tests.filter((path) => !embeddedOnly.includes(path) && plain.some((it) => it.test(path)))
    : [];

/** The same suite on each database: embedded always, PostgreSQL where one is given. */
const projects = [
  suite('embedded', {
    PENNON_TEST_POSTGRES: '',
    PENNON_TEST_TEMPLATE: join(tmpdir(), `pennon-test-${process.pid}.tar`),
  }),
  ...(postgres
    ? [
        suite('postgres', {
          PENNON_TEST_POSTGRES: postgres,
          PENNON_TEST_TEMPLATE: `pennon_test_${process.pid}`,
        }),
      ]
    : []),
  {
    test: {
      name: 'console',
      include: ['console/**/*.test.ts'],
      globalSetup: ['console/build.setup.ts'],
      testTimeout: 120_000,
    },
  },
  { test: { name: 'deploy', include: ['deploy/*.test.ts'] } },
  {
    test: {
      name: 'e2e',
      include: ['e2e/*.test.ts'],
      globalSetup: ['e2e/server.setup.ts'],
      pool: 'forks' as const,
      // People stay signed in, and their windows open, from one file to the next.
      isolate: false,
      // After everything else: a browser would fight the other tests for the processor.
      sequence: { groupOrder: 1 },
      // Some load more than thirty pages or start servers; a limit is there to end a hang.
      expect: { poll: { timeout: 60_000 } },
      testTimeout: 600_000,
      hookTimeout: 300_000,
    },
  },
  {
    test: {
      name: 'clients',
      include: ['clients/*.test.ts'],
      globalSetup: ['clients/server.setup.ts'],
      // As for the browser tests.
      sequence: { groupOrder: 2 },
      expect: { poll: { timeout: 60_000 } },
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  },
  {
    test: {
      name: 'package',
      include: ['deploy/package/*.test.ts'],
      testTimeout: 300_000,
      hookTimeout: 300_000,
    },
  },
  {
    test: {
      name: 'interface',
      include: ['e2e/peer-interface/*.test.ts'],
      globalSetup: ['e2e/peer-interface/setup.ts'],
      sequence: { groupOrder: 3 },
      expect: { poll: { timeout: 60_000 } },
      testTimeout: 180_000,
      hookTimeout: 300_000,
    },
  },
];

/** These wait for the npm registry or take longest; at the end they would run alone. */
const first = [
  'server/unleash/import/peer.postgres.test.ts',
  'deploy/package/package.test.ts',
  'deploy/package/readme.test.ts',
];

/**
 * A worker takes another file, with the modules and the database that it has, only if the next file in
 * the order is of the same project; otherwise it ends.
 */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const group = ({ moduleId, project }: TestSpecification) =>
      first.some((it) => moduleId.endsWith(it)) ? '' : project.name;
    return sorted.toSorted((a, b) => group(a).localeCompare(group(b)));
  }
}

// Two more than processors, because tests also wait: for processes, connections and the browser.
const maxWorkers = availableParallelism() + 2;

export default defineConfig({
  test: {
    projects,
    maxWorkers,
    sequence: { sequencer: ByProject },
    // With --coverage; code that runs in other processes is not counted.
    coverage: {
      include: ['server/**/*.ts'],
      exclude: ['**/*.test.ts', 'server/testing/**'],
      reporter: ['text-summary'],
    },
  },
});

function suite(name: string, env: Record<string, string>) {
  return {
    test: {
      name,
      env: { ...env, PENNON_PEER_SHAPES: peerShapes },
      include: campaign
        ? [`campaigns/${campaign}*.campaign.ts`]
        : ['server/**/*.test.ts', 'cli/**/*.test.ts', 'bench/*.test.ts'],
      exclude: [
        ...(name === 'embedded' ? [...postgresOnly, ...onPostgresOnce] : embeddedOnly),
        ...withoutPeer,
      ],
      globalSetup: ['server/testing/prepare.ts'],
      pool: 'forks' as const,
      // Modules are loaded once per worker, which saves most of the run; databases are restored per file.
      isolate: false,
      // Generous, for a busy two-core machine: a limit is there to end a hang, not to time anything.
      expect: { poll: { timeout: 100_000 } },
      testTimeout: 300_000,
      hookTimeout: 120_000,
    },
  };
}
