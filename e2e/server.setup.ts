import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../scripts/prepare.mjs';
import { startMailServer } from './mail-server.ts';
import { adminToken, findChromium, startEmptyServer } from './server.ts';

/** Shared by the browser tests: a server with an empty database, and a browser. */
export type Setting = {
  url: string;
  adminToken: string;
  /** The initial password of the user admin, which must be changed. */
  firstPassword: string;
  browser: string;
  /** Has a file for each e-mail that the server sent. */
  mailFolder: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    setting: Setting | null;
  }
}

/** Starts once for all files, if there is a browser. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    console.log('No Chromium was found in PATH: the browser tests are skipped.');
    project.provide('setting', null);
    return async () => {};
  }
  ensureBuilt();
  const mailFolder = await mkdtemp(join(tmpdir(), 'pennon-e2e-mail-'));
  const mail = await startMailServer(mailFolder);
  const [browser, server] = await Promise.all([
    chromium.launchServer({ executablePath, args: ['--no-sandbox'] }),
    startEmptyServer(mail.settings),
  ]);
  const { url, firstPassword } = server;
  project.provide('setting', {
    url,
    firstPassword,
    adminToken,
    mailFolder,
    browser: browser.wsEndpoint(),
  });
  return async () => {
    await browser.close();
    await server.stop();
    await mail.close();
    await rm(mailFolder, { recursive: true, force: true });
  };
}
