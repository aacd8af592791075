import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

export type Started = {
  child: ChildProcess;
  /** The end of its output so far. */
  output: () => string;
  stop: () => Promise<void>;
};

type Options = { env?: Record<string, string>; cwd?: string; ipc?: boolean };

/** Starts a child that is terminated with this process, and killed if it does not stop. */
export function startProcess(
  command: string,
  args: readonly string[],
  { env = {}, cwd, ipc = false }: Options = {},
): Started {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env;
  const child = spawn(command, args, {
    env: { PATH, HOME, TMPDIR, ...env },
    stdio: ['ignore', 'pipe', 'pipe', ipc ? 'ipc' : 'ignore'],
    ...(cwd === undefined ? {} : { cwd }),
  });
  // Also kills children that nothing awaits any more.
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  child.once('close', () => process.off('exit', killAtExit));
  let text = '';
  const capture = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4000);
  };
  child.stdout?.on('data', capture);
  child.stderr?.on('data', capture);
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', (error) => {
      text += error.message;
      resolve();
    });
  });
  async function stop() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    const kill = setTimeout(() => child.kill('SIGKILL'), 5000);
    await closed;
    clearTimeout(kill);
  }
  return { child, output: () => text, stop };
}

/** Returns the output, or throws an error with it. */
export async function runProcess(
  command: string,
  args: readonly string[],
  options: Options = {},
): Promise<string> {
  const { child, output } = startProcess(command, args, options);
  const code = await Promise.race([
    once(child, 'close').then(([code]) => code as number | null),
    once(child, 'error').then(() => null),
  ]);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed (${code}):\n${output()}`);
  return output();
}

/** Waits until the server is healthy; throws with its output if it stops. */
export async function waitUntilHealthy(url: string, { child, output }: Started): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server stopped:\n${output()}`);
    const ready = await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No response from ${url}:\n${output()}`);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
