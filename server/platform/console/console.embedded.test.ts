import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { findConsole } from './files.ts';

const folder = await mkdtemp(join(tmpdir(), 'pennon-console-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
await mkdir(join(folder, 'assets'));
await writeFile(join(folder, 'manifest.json'), '{}');
await writeFile(join(folder, 'index.html'), '<base href="/" /><p>the console</p>');
await writeFile(join(folder, 'assets', 'main-1a2b.js'), 'run()');
await writeFile(join(folder, 'assets', 'main-1a2b.js.gz'), gzipSync('run()'));

const files = findConsole('', [folder]) ?? 'absent';
const { app, get, withConfig } = await testApp({}, { console: files });
const html = { accept: 'text/html,*/*;q=0.8' };

describe('GET /', () => {
  test('returns the page of the console, with a policy that allows only its own files', async () => {
    const { status, body, headers } = await get('/', { token: null });

    expect({ status, body }).toEqual({ status: 200, body: '<base href="/" /><p>the console</p>' });
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining("default-src 'none';script-src 'self';"),
    });
  });

  test('returns a message if the console was not built', async () => {
    const { get: getWithout } = await withConfig({}, { console: 'absent' });

    const { status, body } = await getWithout('/', { token: null });

    expect(status).toBe(200);
    expect(body).toMatch(/^The console is not built. Run `npm run build`\./);
  });

  test('contains the base path of the server', async () => {
    const below = findConsole('/flags', [folder]) ?? 'absent';
    const { get: getBelow } = await withConfig({ baseUriPath: '/flags' }, { console: below });

    const pages = await Promise.all(
      ['/flags', '/flags/', '/flags/some/view'].map((path) =>
        getBelow(path, { token: null, headers: html }),
      ),
    );

    for (const { body } of pages) expect(body).toBe('<base href="/flags/" /><p>the console</p>');
    expect((await getBelow('/elsewhere', { token: null, headers: html })).status).toBe(404);
  });
});

describe('GET /assets/:file', () => {
  test('is immutable for caches, and compressed if the client accepts it', async () => {
    const response = await app.inject({
      url: '/assets/main-1a2b.js',
      headers: { 'accept-encoding': 'gzip' },
    });

    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      'content-type': expect.stringContaining('javascript'),
    });
    expect(gunzipSync(response.rawPayload).toString()).toBe('run()');
    expect((await get('/assets/main-1a2b.js')).body).toBe('run()');
  });

  test.each([
    ['/assets/none.js', 404],
    ['/assets/..%2Findex.html', 400],
    ['/assets/a%20b.js', 400],
  ])('%s is refused with %i', async (path, status) => {
    const response = await get(path, { headers: html });

    expect(response).toMatchObject({ status, body: { id: expect.any(String) } });
  });
});

describe('a path without a route', () => {
  test('returns the console to a browser', async () => {
    const { status, body } = await get('/projects/a/flags/b?x=1', { token: null, headers: html });

    expect({ status, body }).toEqual({ status: 200, body: expect.stringContaining('the console') });
  });

  test.each([
    ['/api/admin/nothing', 401],
    ['/api/nothing', 401],
    ['/auth/nothing', 404],
    ['/docs/nothing', 404],
    ['/assets', 404],
  ])('%s is a JSON error, %i', async (path, status) => {
    const response = await get(path, { token: null, headers: html });

    expect(response).toMatchObject({ status, body: { name: expect.any(String) } });
  });

  test('is a JSON error if the client does not accept HTML', async () => {
    expect(await get('/flags', { token: null })).toMatchObject({
      status: 404,
      body: { name: 'NotFoundError' },
    });
  });
});
