import type { AddressInfo } from 'node:net';
import { buildEdge } from './edge-app.ts';
import type { EdgeConfig } from './edge-config.ts';
import { endOnSignal, printLines, stop, waitForSignal } from './lifecycle.ts';
import { findKeys } from './platform/encryption/keys.ts';
import { logTo } from './platform/http/terminal-log.ts';
import type { Terminal } from './terminal.ts';

/** Starts an edge; resolves when it has stopped after a signal. */
export async function serveEdge(config: EdgeConfig, { stdout, stderr }: Terminal): Promise<number> {
  const startIsOver = endOnSignal();
  const { shared, own } = config;
  const { encryptionKeys: keys, encryptionKeyFile } = shared;
  const isEncrypted = keys.length > 0 || encryptionKeyFile !== undefined;
  const encryptionKeys = isEncrypted ? await findKeys(shared) : [];
  const app = await buildEdge({ ...config, encryptionKeys, log: logTo(stdout) });
  const stopSignal = waitForSignal();
  startIsOver();
  await app.listen({ port: shared.port, host: shared.host });
  const { port } = app.server.address() as AddressInfo;
  const scheme = own.tlsKeyFile === undefined ? 'http' : 'https';
  printLines(stderr, [
    `Pennon Edge listens on ${scheme}://localhost:${port}${shared.baseUriPath}`,
    `  upstream   ${own.upstreamUrl ?? 'none'}`,
  ]);
  await stop(app, { signal: await stopSignal });
  return 0;
}
