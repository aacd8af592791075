import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../scripts/prepare.mjs';

/** What the browser tests share: a server with an empty database, and a browser. */
export type Setting = {
  url: string;
  adminToken: string;
  /** Printed by the first start for the user admin, who must change it. */
  firstPassword: string;
  browser: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    setting: Setting | null;
  }
}

const adminToken = '*:*.browser-test-secret';
const binary = fileURLToPath(new URL('../bin/pennon.mjs', import.meta.url));

/** Started once for all files, where there is a browser to open it. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    console.log('No Chromium was found in PATH: the browser tests are skipped.');
    project.provide('setting', null);
    return async () => {};
  }
  ensureBuilt();
  const folder = await mkdtemp(join(tmpdir(), 'pennon-e2e-'));
  const [browser, server] = await Promise.all([
    chromium.launchServer({ executablePath, args: ['--no-sandbox'] }),
    startServer(folder),
  ]);
  const { url, firstPassword } = server;
  project.provide('setting', { url, firstPassword, adminToken, browser: browser.wsEndpoint() });
  return async () => {
    await browser.close();
    server.child.kill('SIGTERM');
    await once(server.child, 'close');
    await rm(folder, { recursive: true, force: true });
  };
}

async function startServer(folder: string) {
  const { PATH = '', HOME = '' } = process.env;
  const child: ChildProcess = spawn(process.execPath, [binary, 'start'], {
    env: {
      PATH,
      HOME,
      DATA_DIR: folder,
      PORT: '0',
      HTTP_HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      LOGIN_ATTEMPTS_PER_MINUTE: '1000000',
      INIT_ADMIN_API_TOKENS: adminToken,
    },
  });
  const said = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout?.resume();
    child.stderr?.on('data', (chunk) => {
      text += chunk;
      if (/listens on http:\S+\n/.test(text)) resolve(text);
    });
    child.once('close', (code) => reject(new Error(`exit ${code}: ${text}`)));
  });
  const url = /listens on (http:\S+)/.exec(said)?.[1] ?? '';
  const firstPassword = /^\s*password\s+(\S+)$/m.exec(said)?.[1] ?? '';
  return { child, url: url.replace('localhost', '127.0.0.1'), firstPassword };
}

function findChromium(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
}
