import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aSession, aUser } from '../server/testing/a.ts';
import { testApp } from '../server/testing/app.ts';
import { atEnd } from '../server/testing/cleanup.ts';
import { testClient } from '../server/testing/client.ts';
import { eventually } from '../server/testing/eventually.ts';
import { codeOf, linkOf, newAttempt, waitForToken } from './browser-login.ts';

const app = await testApp();
const { db, get, post } = app;
const { url, env, pennon } = await testClient(app);
const config = { XDG_CONFIG_HOME: env.XDG_CONFIG_HOME };

/** What the page of the console sends when a user allows it. */
async function allow(link: string, userId: number) {
  const { challenge, host } = Object.fromEntries(new URL(link).searchParams);
  const headers = await aSession(db, userId);
  const body = { challenge, host };
  return post('/api/admin/user/client-logins', body, { token: null, headers });
}

/** The real binary, which waits until a user allows the login. */
function start(args: string[], variables: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['bin/pennon.mjs', 'login', '--url', url, ...args], {
    env: { PATH: process.env.PATH, ...config, ...variables },
  });
  atEnd(() => child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const link = () =>
    eventually(() => {
      const [found] = /http:\S+\/connect\S+/.exec(output.stderr) ?? [];
      return found ?? expect.fail('no link');
    });
  return { child, output, link };
}

describe('pennon login --no-browser', () => {
  test('prints a link and a code; once allowed, the profile is saved', async () => {
    const user = await aUser(db);
    const { child, output, link } = start(['--no-browser', '--profile', 'work']);
    const closed = once(child, 'close');

    expect((await allow(await link(), user.id)).status).toBe(200);

    expect(await closed).toEqual([0, null]);
    expect(output.stdout).toBe(`Logged in to ${url} as ${user.username}. Profile: work.\n`);
    const challenge = new URL(await link()).searchParams.get('challenge') ?? '';
    const code = codeOf({ challenge, verifier: '' });
    expect(output.stderr).toContain(`Code: ${code}.`);
    const { pats } = (await get('/api/admin/user/tokens', { token: user.token })).body;
    expect(pats.at(-1).description).toMatch(/^pennon on [\w.-]+ \(/);
    expect(pats.at(-1).description).toContain(code);
    expect((await pennon(['flags', 'list', '--profile', 'work'])).code).toBe(0);
    const loggedOut = await pennon(['logout', '--profile', 'work']);
    expect(loggedOut.stdout).toContain('Its token is deleted too.');
    const left = (await get('/api/admin/user/tokens', { token: user.token })).body.pats;
    expect(left).toHaveLength(pats.length - 1);
  }, 180_000);

  test('Ctrl-C ends it, and nothing is saved', async () => {
    const { child, link } = start(['--no-browser']);
    const closed = once(child, 'close');
    await link();

    child.kill('SIGINT');

    expect(await closed).toEqual([null, 'SIGINT']);
    expect((await pennon(['profiles', '--json'])).stdout).toBe('[]\n');
  }, 180_000);
});

test.skipIf(process.platform !== 'linux')(
  'in a terminal with a desktop, the browser opens the link',
  async () => {
    const user = await aUser(db);
    const folder = mkdtempSync(join(tmpdir(), 'pennon-opener-'));
    atEnd(() => rmSync(folder, { recursive: true }));
    const opened = join(folder, 'opened');
    writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > ${opened}\n`);
    chmodSync(join(folder, 'xdg-open'), 0o755);
    const command = `'${process.execPath}' bin/pennon.mjs login --url ${url}`;
    // `script` gives it a terminal.
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      env: { ...config, PATH: `${folder}:${process.env.PATH}`, DISPLAY: ':0' },
    });
    atEnd(() => child.kill('SIGKILL'));
    const closed = once(child, 'close');
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    const link = await eventually(() => {
      const text = readFileSync(opened, 'utf8');
      expect(text).toContain('&host=');
      return text;
    });

    await allow(link, user.id);

    expect((await closed)[0]).toBe(0);
    expect(output).toContain(`Logged in to ${url} as ${user.username}.`);
    await pennon(['logout']);
  },
  180_000,
);

describe('waiting', () => {
  test('ends after the time, and continues while the server cannot be reached', async () => {
    const attempt = newAttempt();
    const soon = { intervalMs: 5, timeoutMs: 50 };

    await expect(waitForToken(url, attempt, soon)).rejects.toThrow('Nobody allowed the login');
    await expect(waitForToken('http://127.0.0.1:2', attempt, soon)).rejects.toThrow(
      'Nobody allowed the login',
    );
  });

  test('a refusal by the server ends it', async () => {
    const user = await aUser(db);
    const attempt = newAttempt();
    await allow(linkOf(url, attempt, 'a b/c'), user.id);
    await post('/api/admin/maintenance', { enabled: true });

    const token = waitForToken(url, attempt, { intervalMs: 5 });

    await expect(token).rejects.toThrow('maintenance mode');
    await post('/api/admin/maintenance', { enabled: false });
    expect((await waitForToken(url, attempt, { intervalMs: 5 })).description).toContain('a-b-c');
  });
});

test.each([
  ['an older Pennon', 404, '{"name":"NotFoundError","message":"Not found."}'],
  ['Unleash', 404, '<!doctype html>'],
  ['a server that requires credentials', 401, '{"name":"AuthenticationRequired"}'],
])('%s has no login by browser', async (_, status, text) => {
  const other = createServer((_, response) => response.writeHead(status).end(text));
  atEnd(() => other.close());
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;

  const { code, stderr } = await pennon(['login', '--no-browser', '--url', address]);

  expect(code).toBe(1);
  expect(stderr).toContain('This server has no login by browser.');
});
