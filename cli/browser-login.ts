import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { PersonalToken } from '../server/identity/personal-tokens/schema.ts';
import type { Terminal } from '../server/terminal.ts';
import { createClient } from './client.ts';
import { Failure } from './failure.ts';

/** What proves to the server that this client began the login. */
export type Attempt = { verifier: string; challenge: string };

export function newAttempt(): Attempt {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('hex') };
}

/** The page of the console on which a user allows the login. */
export function linkOf(url: string, { challenge }: Attempt, host = hostname()): string {
  const name = host.replaceAll(/[^\w.-]/g, '-').slice(0, 100) || 'unknown';
  return `${url}/connect?challenge=${challenge}&host=${name}`;
}

/** For people, who compare it with that of the console. */
export function codeOf({ challenge }: Attempt): string {
  const code = challenge.slice(0, 8).toUpperCase();
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** Undefined if the server has no such logins: it is an older version, or not Pennon. */
export async function tokenByBrowser(
  terminal: Terminal,
  url: string,
  { opens }: { opens: boolean },
): Promise<PersonalToken | undefined> {
  const attempt = newAttempt();
  if (!(await isSupported(url, attempt))) return undefined;
  const link = linkOf(url, attempt);
  const opened = opens && openBrowser(terminal, link);
  terminal.stderr.write(
    `${opened ? 'If no browser opens, open' : 'Open'} this link and allow the login:\n\n` +
      `  ${link}\n\n` +
      `Code: ${codeOf(attempt)}. Allow it only if the page shows the same code.\n` +
      'Waiting for ten minutes; Ctrl-C cancels.\n',
  );
  return waitForToken(url, attempt);
}

/** The first request is refused; only a server with such logins refuses it with this name. */
async function isSupported(url: string, attempt: Attempt): Promise<boolean> {
  try {
    await exchange(url, attempt);
    return true;
  } catch (error) {
    if (isNotAllowedYet(error)) return true;
    if (error instanceof Failure && unsupported.includes(error.status ?? 0)) return false;
    throw error;
  }
}

const unsupported = [200, 400, 401, 403, 404, 405];

type Waiting = { intervalMs?: number; timeoutMs?: number };

/** Also waits while the server cannot be reached, for example during a restart. */
export async function waitForToken(
  url: string,
  attempt: Attempt,
  { intervalMs = 2000, timeoutMs = 600_000 }: Waiting = {},
): Promise<PersonalToken> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end) {
    await delay(intervalMs);
    try {
      return await exchange(url, attempt);
    } catch (error) {
      if (!isNotAllowedYet(error) && !isTemporary(error)) throw error;
    }
  }
  throw new Failure('Nobody allowed the login in time. Run pennon login again.');
}

const exchange = (url: string, { verifier }: Attempt) =>
  createClient({ url, token: '' }).send<PersonalToken>('POST', '/auth/client-login', {
    body: { verifier },
  });

const isNotAllowedYet = (error: unknown) =>
  error instanceof Failure && error.kind === 'LoginNotAllowed';

const isTemporary = (error: unknown) =>
  error instanceof Failure && (error.status === undefined || error.status === 429);

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** False without a desktop: there `xdg-open` would start a browser in the terminal. */
function openBrowser({ env }: Terminal, link: string): boolean {
  const opener = openers[process.platform];
  if (!opener && !env.DISPLAY && !env.WAYLAND_DISPLAY) return false;
  const [command, ...args] = opener ?? ['xdg-open'];
  const child = spawn(command, [...args, link], { detached: true, stdio: 'ignore', env });
  // Without such a command, the printed link is left.
  child.on('error', () => undefined);
  child.unref();
  return true;
}
