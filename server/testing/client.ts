import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { run } from '../../cli/main.ts';
import type { TestApp } from './app.ts';
import { atEnd } from './cleanup.ts';
import type { Finished } from './process.ts';

type Options = { env?: Record<string, string>; tty?: boolean; input?: string };

export type TestClient = {
  url: string;
  env: { PENNON_URL: string; PENNON_TOKEN: string; XDG_CONFIG_HOME: string };
  /** Runs a command of the client in this process, as the admin unless `env` has another token. */
  pennon: (args: string[], options?: Options) => Promise<Finished>;
};

/** The client of an app, which listens on a free port. */
export async function testClient({
  app,
  admin,
}: Pick<TestApp, 'app' | 'admin'>): Promise<TestClient> {
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const folder = mkdtempSync(join(tmpdir(), 'pennon-client-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const env = { PENNON_URL: url, PENNON_TOKEN: admin.token, XDG_CONFIG_HOME: folder };
  return {
    url,
    env,
    pennon: async (args, options = {}) => {
      const output = { stdout: '', stderr: '' };
      const writerOf = (stream: keyof typeof output) => ({
        isTTY: options.tty === true,
        write: (text: string) => {
          output[stream] += text;
        },
      });
      const code = await run(args, {
        env: { ...env, ...options.env },
        stdout: writerOf('stdout'),
        stderr: writerOf('stderr'),
        stdin: Readable.from(options.input === undefined ? [] : [options.input]),
      });
      return { code, ...output };
    },
  };
}
