import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, inject, onTestFinished, test } from 'vitest';
import { describeInterface } from './browser.ts';
import { startInterface } from './setup.ts';

const url = inject('interfaceSetting')?.url ?? '';

describeInterface('node scripts/peer-interface.mjs', () => {
  test('--help describes the options', async () => {
    const { output } = await startInterface(['--help']);

    expect(output()).toMatch(/--pennon <url>.*--port <number>.*--host <address>/s);
  });

  test.each([
    ['an unknown option', ['--prot', '1'], /Unknown option '--prot'/],
    ['an address without a scheme', ['--pennon', 'localhost:4242'], /--pennon must be an address/],
    ['a port out of range', ['--port', '70000'], /--port must be a number from 0 to 65535/],
    ['a folder without the package', ['--interface', '/nowhere'], /npm ci --prefix bench\/peer/],
    ['a port in use', ['--port', new URL(url || 'http://x:1').port], /is in use.*--port/],
  ])('%s ends with a clear error', async (_, args, message) => {
    const { child, output } = await startInterface(args);

    expect(output()).toMatch(message);
    expect(child.exitCode).toBe(1);
  });

  test('a Pennon that does not respond is 502', async () => {
    const closed = await startInterface(['--pennon', 'http://127.0.0.1:9', '--port', '0']);
    onTestFinished(closed.stop);

    const response = await fetch(`${closed.url}/api/admin/projects`);

    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({
      name: 'BadGatewayError',
      message: expect.stringContaining('http://127.0.0.1:9/ does not respond'),
    });
  });

  test('pages, files and API calls have their own responses', async () => {
    const [page, file, missing, call] = await Promise.all(
      ['/projects/default', '/favicon.ico', '/static/../package.json', '/health'].map((path) =>
        fetch(url + path),
      ),
    );

    expect(await page?.text()).toContain('<div id="app">');
    expect(file?.headers.get('content-type')).toBe('image/x-icon');
    expect(await missing?.text()).toContain('<div id="app">');
    expect(await call?.json()).toEqual({ health: 'GOOD' });
  });

  test('a 401 response names the way to log in', async () => {
    const response = await fetch(`${url}/api/admin/user`);

    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      name: 'AuthenticationRequired',
      path: '/auth/simple/login',
      type: 'password',
      defaultHidden: false,
    });
  });

  test('a foreign site cannot use the session', async () => {
    const response = await fetch(`${url}/logout`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: 'https://evil.example' },
    });

    expect(response.status).toBe(403);
  });

  test('cookies and parts of a response are passed on as they arrive, below the base path', async () => {
    const upstream = createServer((request, response) => {
      response.writeHead(200, { 'set-cookie': ['a=1; Path=/flags', 'b=2'] });
      response.write(`${request.url} ${request.headers.host} ${request.headers.origin}`);
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const address = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    const started = await startInterface(['--pennon', `${address}/flags`, '--port', '0']);
    onTestFinished(async () => {
      await started.stop();
      upstream.closeAllConnections();
      upstream.close();
    });
    const { origin } = new URL(started.url);

    const response = await fetch(`${started.url}/api/stream?x=1`, { headers: { origin } });
    const first = await response.body?.getReader().read();

    expect(started.url).toMatch(/\/flags$/);
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/flags', 'b=2']);
    expect(new TextDecoder().decode(first?.value)).toBe(
      `/flags/api/stream?x=1 ${new URL(address).host} ${address}`,
    );
  });
});
