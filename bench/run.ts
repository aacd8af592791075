import { createCleanup } from './cleanup.ts';
import { readOptions, usage } from './options.ts';
import { runBench } from './stages.ts';

const cleanup = createCleanup();
try {
  if (process.argv.includes('--help')) console.log(usage);
  else await runBench(readOptions(process.argv.slice(2)), cleanup);
} catch (error) {
  if (!cleanup.started()) console.error(`\n${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await cleanup.run();
}
