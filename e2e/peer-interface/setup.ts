import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { installPeer } from '../../bench/peer.ts';
import { startProcess } from '../../bench/processes.ts';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { adminToken, findChromium, startEmptyServer } from '../server.ts';

export type InterfaceSetting = {
  /** Of the interface, which forwards API calls to Pennon. */
  url: string;
  pennon: string;
  adminToken: string;
  executablePath: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    interfaceSetting: InterfaceSetting | null;
  }
}

export const script = fileURLToPath(new URL('../../scripts/peer-interface.mjs', import.meta.url));

/** Starts Pennon and the interface once, if there is a browser. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    console.log('No Chromium was found in PATH: the interface tests are skipped.');
    project.provide('interfaceSetting', null);
    return async () => {};
  }
  await installPeer();
  ensureBuilt();
  const server = await startEmptyServer();
  const started = await startInterface(['--pennon', server.url, '--port', '0']);
  const { url } = started;
  project.provide('interfaceSetting', { url, pennon: server.url, adminToken, executablePath });
  return async () => {
    await started.stop();
    await server.stop();
  };
}

/** Resolves when the script listens, or with an empty address when it ends. */
export async function startInterface(args: readonly string[]) {
  const started = startProcess(process.execPath, [script, ...args]);
  const url = await new Promise<string>((resolve) => {
    started.child.stdout?.on('data', () => {
      const found = /listens on (http:\S+)\//.exec(started.output())?.[1];
      if (found) resolve(found);
    });
    started.child.once('close', () => resolve(''));
  });
  return { ...started, url };
}
