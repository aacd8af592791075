import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const adminToken = '*:*.browser-test-secret';
export const binary = fileURLToPath(new URL('../bin/pennon.mjs', import.meta.url));

/** Starts the built server on a free port; `more` are further environment variables. */
export async function startServer(folder: string, more: Record<string, string> = {}) {
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
      USAGE_FLUSH_MS: '100',
      INTEGRATIONS_ALLOWED_HOSTS: '127.0.0.1',
      INIT_ADMIN_API_TOKENS: adminToken,
      ...more,
    },
  });
  const output = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout?.resume();
    child.stderr?.on('data', (chunk) => {
      text += chunk;
      if (/listens on http:\S+\n/.test(text)) resolve(text);
    });
    child.once('close', (code) => reject(new Error(`exit ${code}: ${text}`)));
  });
  const url = /listens on (http:\S+)/.exec(output)?.[1] ?? '';
  const firstPassword = /^\s*password\s+(\S+)$/m.exec(output)?.[1] ?? '';
  return { child, url: url.replace('localhost', '127.0.0.1'), firstPassword };
}

/** Undefined if none is in PATH. */
export function findChromium(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
}
