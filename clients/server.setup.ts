import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { adminToken, startEmptyServer } from '../e2e/server.ts';
import { ensureBuilt, ensureInstalled } from '../scripts/prepare.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that all files share. */
    pennon: { url: string; adminToken: string };
  }
}

/** Installs the clients by their own lock file and starts a server with an empty database. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  ensureInstalled({
    folder: fileURLToPath(new URL('.', import.meta.url)),
    withDevelopment: true,
    // `npm run` passes on the check of Pennon's own packages; @unleash/proxy declares Node 22.
    args: ['--engine-strict=false'],
  });
  ensureBuilt();
  const { url, stop } = await startEmptyServer();
  project.provide('pennon', { url, adminToken });
  return stop;
}
