import { once } from 'node:events';
import http from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { openDb } from './platform/db/connect.ts';
import { someEvents } from './testing/events.ts';
import {
  adminToken,
  emptyInstallation,
  type Running,
  runCommand,
  send,
  startPennon,
} from './testing/process.ts';

describe('pennon start', () => {
  test('the first start prints a password and a curl that works; SIGTERM lets a running request finish', async () => {
    const env = await emptyInstallation();
    const server = await startPennon(env);
    const curl = /curl -i (\S+) -H '([^']+)' -d '([^']+)'/.exec(server.banner());
    const [, url = '', header = '', body = ''] = curl ?? [];

    const login = await fetch(url, {
      method: 'POST',
      headers: [header.split(': ') as [string, string]],
      body,
    });
    expect(login.status).toBe(200);
    expect(await login.json()).toMatchObject({ username: 'admin', mustChangePassword: true });

    const project = JSON.stringify({ id: 'slow', name: 'Slow' });
    const request = await beginWrite(server, project.length);
    const responded = once(request, 'response');
    request.write(project.slice(0, 5));
    const exit = server.stop('SIGTERM');
    while ((await send(server, 'GET', '/health')) !== undefined);
    request.end(project.slice(5));

    const [response] = (await responded) as [http.IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(201);
    expect(await exit).toBe(0);
  });

  test('SIGTERM aborts a download that is read slowly, and lets other requests finish', async () => {
    const env = await emptyInstallation();
    await addLargeEvents(env);
    const server = await startPennon({ ...env, SHUTDOWN_GRACE_MS: '16000', LOG_LEVEL: 'info' });
    const [download] = (await once(
      http.get(`${server.url}/api/admin/search/events/export?format=ndjson`, {
        headers: { authorization: adminToken },
      }),
      'response',
    )) as [http.IncomingMessage];
    const project = JSON.stringify({ id: 'slow', name: 'Slow' });
    const request = await beginWrite(server, project.length);
    const responded = once(request, 'response');

    const exit = server.stop('SIGTERM');
    while ((await send(server, 'GET', '/health')) !== undefined);
    request.end(project);

    const [response] = (await responded) as [http.IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(201);
    expect(await exit).toBe(0);
    expect(server.log()).toContain('"msg":"stopped"');
    await expect(download.toArray()).rejects.toThrow('aborted');
  });

  test('the password and the tokens of the environment are created once and not printed', async () => {
    const env = {
      ...(await emptyInstallation()),
      UNLEASH_DEFAULT_ADMIN_PASSWORD: 'Chosen-By-Me-1',
      INIT_CLIENT_API_TOKENS: 'default:development.one, *:production.two',
      INIT_FRONTEND_API_TOKENS: 'default:development.three',
    };
    const first = await startPennon(env);
    const login = await send(first, 'POST', '/auth/simple/login', {
      username: 'admin',
      password: 'Chosen-By-Me-1',
    });
    expect(await first.stop('SIGINT')).toBe(0);
    const second = await startPennon({ ...env, SHUTDOWN_GRACE_MS: '100' });

    const response = await send(second, 'GET', '/api/admin/api-tokens');

    expect(login).toMatchObject({ status: 200, body: { mustChangePassword: false } });
    const list = response?.body as { tokens: { type: string; project: string }[] } | undefined;
    expect(list?.tokens.map(({ type, project }) => `${type} ${project}`).sort()).toEqual([
      'admin *',
      'client *',
      'client default',
      'frontend default',
    ]);
    expect(first.banner() + second.banner()).not.toMatch(/password|Chosen-By-Me-1/);
    expect(second.banner()).toContain(
      `curl ${second.url.replace('127.0.0.1', 'localhost')}/health`,
    );
    await expectRequestsClosedAfterGrace(second);
  });
});

/** More than the buffers of a connection, so that a client that does not read delays the server. */
async function addLargeEvents(env: Record<string, string>): Promise<void> {
  const { db, close } = await openDb(readConfig(env));
  const event = { data: { text: 'x'.repeat(60_000) } };
  await someEvents(db, new Array(160).fill(event));
  await close();
}

/** Stops a server whose grace period is shorter than the request. */
async function expectRequestsClosedAfterGrace(server: Running): Promise<void> {
  const request = await beginWrite(server, 99);
  request.on('error', () => {});
  const closed = new Promise((resolve) => request.once('close', resolve));

  expect(await server.stop('SIGTERM')).toBe(0);
  await closed;
}

describe('a start fails', () => {
  test('with the password printed and one line, if the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;

    const { code, stderr } = await runCommand(['start'], {
      ...(await emptyInstallation()),
      HTTP_HOST: '127.0.0.1',
      PORT: String(port),
    });

    expect(code).toBe(1);
    expect(stderr).toMatch(/password {3}\S{10,}/);
    expect(stderr.trim().split('\n').at(-1)).toBe('The port is in use; choose another with PORT.');
    other.close();
  });

  test.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['LOG_LEVEL', 'loud'],
    ['BASE_URI_PATH', 'flags'],
    ['UNLEASH_URL', 'localhost'],
    ['TRUST_PROXY', 'yes'],
    ['DATABASE_POOL_MAX', '0'],
  ])('%s=%s is refused by name', async (name, value) => {
    const { code, stderr } = await runCommand(['start'], { [name]: value });

    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^${name} must be `));
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test('with one line, if a token of the environment is refused', async () => {
    const env = { ...(await emptyInstallation()), INIT_CLIENT_API_TOKENS: 'moon:development.abc' };

    const { code, stderr } = await runCommand(['start'], env);

    expect(code).toBe(1);
    expect(stderr).toBe('INIT_CLIENT_API_TOKENS: Project "moon" does not exist.\n');
  });
});

/** A write whose headers were received and whose body is pending. */
async function beginWrite({ url }: Running, length: number): Promise<http.ClientRequest> {
  const request = http.request(`${url}/api/admin/projects`, {
    method: 'POST',
    headers: {
      authorization: adminToken,
      'content-type': 'application/json',
      'content-length': length,
      expect: '100-continue',
    },
  });
  request.flushHeaders();
  await once(request, 'continue');
  return request;
}
