import { once } from 'node:events';
import http from 'node:http';
import { describe, expect, test } from 'vitest';
import {
  adminToken,
  bareInstallation,
  emptyInstallation,
  pennon,
  type Running,
  send,
  startPennon,
} from './testing/process.ts';

describe('pennon start', () => {
  test('the first start prints a password and a curl that works; the second does not', async () => {
    const env = await bareInstallation();
    const first = await startPennon(env);
    const curl = /curl -i (\S+) -H '([^']+)' -d '([^']+)'/.exec(first.banner());
    const [, url = '', header = '', body = ''] = curl ?? [];

    const login = await fetch(url, {
      method: 'POST',
      headers: [header.split(': ') as [string, string]],
      body,
    });

    expect(login.status).toBe(200);
    expect(await login.json()).toMatchObject({ username: 'admin', mustChangePassword: true });
    expect(await first.stop('SIGTERM')).toBe(0);
    const second = await startPennon(env);
    expect(second.banner()).not.toContain('password');
    expect(second.banner()).toContain(
      `curl ${second.url.replace('127.0.0.1', 'localhost')}/health`,
    );
    expect(await second.stop('SIGINT')).toBe(0);
  });

  test('a password from the environment is used and not printed', async () => {
    const env = {
      ...(await emptyInstallation()),
      UNLEASH_DEFAULT_ADMIN_PASSWORD: 'Chosen-By-Me-1',
    };
    const server = await startPennon(env);

    const login = await send(server, 'POST', '/auth/simple/login', {
      username: 'admin',
      password: 'Chosen-By-Me-1',
    });

    expect(login).toMatchObject({ status: 200, body: { mustChangePassword: false } });
    expect(server.banner()).not.toContain('Chosen-By-Me-1');
    await server.stop('SIGTERM');
  });

  test('tokens of the environment are created once, at the first start', async () => {
    const env = {
      ...(await emptyInstallation()),
      INIT_CLIENT_API_TOKENS: 'default:development.one, *:production.two',
      INIT_FRONTEND_API_TOKENS: 'default:development.three',
    };
    await (await startPennon(env)).stop('SIGTERM');
    const server = await startPennon(env);

    const response = await send(server, 'GET', '/api/admin/api-tokens');

    const list = response?.body as { tokens: { type: string; project: string }[] } | undefined;
    expect(list?.tokens.map(({ type, project }) => `${type} ${project}`).sort()).toEqual([
      'admin *',
      'client *',
      'client default',
      'frontend default',
    ]);
    await server.stop('SIGTERM');
  });

  test('SIGTERM lets a running request finish, refuses new ones and exits with 0', async () => {
    const server = await startPennon(await emptyInstallation());
    const body = JSON.stringify({ id: 'slow', name: 'Slow' });
    const request = await beginWrite(server, body.length);
    const responded = once(request, 'response');
    request.write(body.slice(0, 5));

    const exit = server.stop('SIGTERM');
    while ((await send(server, 'GET', '/health')) !== undefined);
    request.end(body.slice(5));

    const [response] = (await responded) as [http.IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(201);
    expect(await exit).toBe(0);
  });

  test('a request that exceeds the grace period is closed', async () => {
    const server = await startPennon({ ...(await emptyInstallation()), SHUTDOWN_GRACE_MS: '100' });
    const request = await beginWrite(server, 99);
    request.on('error', () => {});
    const over = new Promise((resolve) => request.once('close', resolve));

    const code = await server.stop('SIGTERM');

    expect(code).toBe(0);
    await over;
  });
});

describe('a start fails', () => {
  test('with the password printed, if the first start cannot listen', async () => {
    const server = await startPennon(await emptyInstallation());
    const port = new URL(server.url).port;

    const env = { ...(await emptyInstallation()), HTTP_HOST: '127.0.0.1', PORT: port };
    const { code, stderr } = await pennon(['start'], env);

    expect(code).toBe(1);
    expect(stderr).toMatch(/password {3}\S{10,}/);
    await server.stop('SIGTERM');
  });

  test('not for an existing token whose project is archived', async () => {
    const env = {
      ...(await emptyInstallation()),
      INIT_CLIENT_API_TOKENS: 'shop:development.abc',
    };
    const { INIT_CLIENT_API_TOKENS: _, ...plain } = env;
    const first = await startPennon(plain);
    await send(first, 'POST', '/api/admin/projects', { id: 'shop', name: 'Shop' });
    await first.stop('SIGTERM');
    const second = await startPennon(env);
    await send(second, 'POST', '/api/admin/projects/archive/shop');
    await second.stop('SIGTERM');

    const third = await startPennon(env);

    expect(await send(third, 'GET', '/health')).toMatchObject({ status: 200 });
    await third.stop('SIGTERM');
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
    const { code, stderr } = await pennon(['start'], { [name]: value });

    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^${name} must be `));
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test.each([
    ['no-shape', 'A token is <project>'],
    ['default:*.secret', 'one environment'],
    ['default:moon.secret', 'Environment "moon" does not exist'],
    ['moon:development.secret', 'Project "moon" does not exist'],
  ])('the initial client token %s is refused without being printed', async (token, why) => {
    const env = { ...(await emptyInstallation()), INIT_CLIENT_API_TOKENS: token };

    const { code, stderr } = await pennon(['start'], env);

    expect(code).toBe(1);
    expect(stderr).toContain('INIT_CLIENT_API_TOKENS');
    expect(stderr).toContain(why);
    expect(stderr).not.toContain(token);
  });

  test('with one line, if the port is in use', async () => {
    const server = await startPennon(await emptyInstallation());

    const { code, stderr } = await pennon(['start'], {
      ...(await emptyInstallation()),
      HTTP_HOST: '127.0.0.1',
      PORT: new URL(server.url).port,
    });

    expect(code).toBe(1);
    expect(stderr.trim().split('\n').at(-1)).toBe('The port is in use; choose another with PORT.');
    await server.stop('SIGTERM');
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
