import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Cleanup } from './cleanup.ts';
import type { CannedResponse } from './limit-server.ts';
import { startProcess } from './processes.ts';
import type { Target } from './target.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const script = fileURLToPath(new URL('limit-server.ts', import.meta.url));

export async function startLimit(
  responses: readonly CannedResponse[],
  cleanup: Cleanup,
): Promise<Target> {
  const { child, stop, output } = startProcess(process.execPath, ['--import', 'tsx', script], {
    ipc: true,
    cwd: root,
    env: { NODE_ENV: 'production' },
  });
  cleanup.add(stop);
  child.send([...responses]);
  const port = await Promise.race([
    once(child, 'message').then(([port]) => port as number),
    once(child, 'close').then(() => {
      throw new Error(`The limit server stopped:\n${output()}`);
    }),
  ]);
  return { name: 'limit', port, tokens: { user: '', admin: '', client: '' } };
}
