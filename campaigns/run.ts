import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createCleanup, stopOnSignals } from '../bench/cleanup.ts';
import { openCluster } from '../bench/cluster.ts';

/** Runs one campaign with Vitest, on a PostgreSQL server of its own and, if it applies, embedded. */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string' },
    from: { type: 'string' },
    project: { type: 'string', multiple: true },
  },
});
const [name = ''] = positionals;
const maxMinutes = 240;

const cleanup = createCleanup();
stopOnSignals(cleanup, maxMinutes);
try {
  process.exitCode = await runCampaign();
} finally {
  await cleanup.run();
}

async function runCampaign(): Promise<number> {
  const files = ['', '.postgres'].map((kind) => `campaigns/${name}${kind}.campaign.ts`);
  if (!/^[a-z]+$/.test(name) || !files.some((file) => existsSync(file))) {
    console.error('Usage: npm run campaign:<name> -- [--size N] [--project embedded|postgres]');
    return 2;
  }
  const cluster = await openCluster(cleanup);
  const projects = values.project ?? ['embedded', 'postgres'];
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=verbose',
      '--passWithNoTests',
      ...projects.flatMap((project) => ['--project', project]),
    ],
    {
      stdio: 'inherit',
      detached: true,
      env: {
        ...process.env,
        TEST_DATABASE_URL: cluster.urlOf('postgres'),
        PENNON_CAMPAIGN: name,
        ...(values.size === undefined ? {} : { PENNON_CAMPAIGN_SIZE: values.size }),
        ...(values.from === undefined ? {} : { PENNON_CAMPAIGN_FROM: values.from }),
      },
    },
  );
  // With its workers and the servers that they started.
  const { pid = 0 } = child;
  cleanup.add(() => child.exitCode === null && process.kill(-pid, 'SIGKILL'));
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}
