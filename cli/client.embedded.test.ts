import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { aFlag, aProject, aUser, unique } from '../server/testing/a.ts';
import { testApp } from '../server/testing/app.ts';
import { atEnd } from '../server/testing/cleanup.ts';
import { testClient } from '../server/testing/client.ts';
import { pennon as pennonProcess } from '../server/testing/process.ts';

const app = await testApp();
const { db } = app;
const { url, env, pennon } = await testClient(app);
const run = promisify(execFile);

const as = ({ token }: { token: string }) => ({ env: { PENNON_TOKEN: token } });
const noConnection = { env: { PENNON_URL: '', PENNON_TOKEN: '' } };

describe('the binary', () => {
  test('lists flags of a server, separated by tabs in a pipe', async () => {
    const project = await aProject(db);
    const name = await aFlag(db, { project, enabled: ['development'] });

    const { code, stdout, stderr } = await pennonProcess(
      ['flags', 'list', '--project', project],
      env,
    );

    const today = new Date().toISOString().slice(0, 10);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`${name}\t${project}\trelease\tdevelopment\tactive\t${today}\n`);
  });

  test('of two profiles the chosen one is used; logout deletes it', async () => {
    const login = ['login', '--url', url, '--profile', 'work'];
    const config = { XDG_CONFIG_HOME: env.XDG_CONFIG_HOME };
    const { stdout } = await pennon(login, { ...noConnection, input: `${app.admin.token}\n` });
    await pennon(['login', '--url', url, '--token', app.admin.token], noConnection);

    expect(stdout).toBe(`Logged in to ${url} as root. Profile: work.\n`);
    const file = join(config.XDG_CONFIG_HOME, 'pennon', 'profiles.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await pennon(['profiles'])).stdout).toBe(`work\t${url}\tno\ndefault\t${url}\tyes\n`);
    expect((await pennonProcess(['search', 'name:none'], config)).code).toBe(0);
    await pennon(['logout']);
    await pennon(['logout', '--profile', 'work']);
    expect((await pennon(['profiles'])).stdout).toBe('');
    expect((await pennon(['flags', 'list'], noConnection)).stderr).toContain('pennon login');
  });
});

describe('connection', () => {
  test('a token that the server does not accept is not saved', async () => {
    const options = { ...noConnection, input: '*:*.unknown' };
    const { code, stderr } = await pennon(['login', '--url', url], options);

    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `${url} does not accept the token. Run pennon login.\n`,
    });
    expect((await pennon(['profiles', '--json'])).stdout).toBe('[]\n');
  });

  test('a file of profiles that others can read is refused', async () => {
    const token = ['--token', app.admin.token];
    await pennon(['login', '--url', url, ...token], noConnection);
    const file = join(env.XDG_CONFIG_HOME, 'pennon', 'profiles.json');
    await run('chmod', ['644', file]);

    const { code, stderr } = await pennon(['flags', 'list'], noConnection);

    expect(code).toBe(1);
    expect(stderr).toContain(`chmod 600 ${file}`);
    writeFileSync(file, '{', { mode: 0o600 });
    await run('chmod', ['600', file]);
    expect((await pennon(['profiles'])).stderr).toContain('is not valid JSON');
    await run('rm', [file]);
  });

  test('profiles that cannot be saved are an error of one sentence', async () => {
    const file = join(env.XDG_CONFIG_HOME, 'file');
    writeFileSync(file, '');
    const unwritable = { ...noConnection.env, XDG_CONFIG_HOME: file };

    const { code, stderr } = await pennon(['login', '--url', url, '--token', app.admin.token], {
      env: unwritable,
    });

    expect(code).toBe(1);
    expect(stderr).toMatch(/^The profiles cannot be saved: .*\n$/);
  });

  test('the token of a profile is not sent to another address', async () => {
    await pennon(['login', '--url', url, '--token', app.admin.token], noConnection);

    const other = { PENNON_URL: 'http://127.0.0.1:2', PENNON_TOKEN: '' };
    const { code, stderr } = await pennon(['flags', 'list'], { env: other });

    expect(code).toBe(1);
    expect(stderr).toContain('neither PENNON_TOKEN nor a profile of this address');
    const same = { env: { PENNON_TOKEN: '' } };
    expect((await pennon(['search', 'name:none'], same)).code).toBe(0);
    await pennon(['logout']);
  });

  test.each([
    ['an address that is none', { PENNON_URL: 'pennon' }, '"pennon" is not an address'],
    ['an address with a password', { PENNON_URL: 'http://a:b@c' }, 'is not an address'],
    ['a port without a server', { PENNON_URL: 'http://127.0.0.1:2' }, 'nothing listens there'],
    ['a token without an address', { PENNON_URL: '' }, 'but not PENNON_URL'],
    ['an unknown token', { PENNON_TOKEN: '*:*.unknown' }, 'does not accept the token'],
  ])('%s is an error of one sentence', async (_, given, sentence) => {
    const { code, stdout, stderr } = await pennon(['flags', 'list'], { env: given });

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test.each([
    ['HTML', 200, '<html>', 'without JSON'],
    ['a redirect', 302, '', 'redirects to https://elsewhere.example'],
    ['an error without JSON', 502, 'Bad gateway', 'responded with 502 and without JSON'],
  ])(
    '%s instead of a response of Pennon is an error of one sentence',
    async (_, status, text, sentence) => {
      const other = createServer((_, response) => {
        response.writeHead(status, { location: 'https://elsewhere.example' }).end(text);
      }).listen(0, '127.0.0.1');
      atEnd(() => other.close());
      await once(other, 'listening');
      const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;

      const { code, stderr } = await pennon(['flags', 'list'], { env: { PENNON_URL: address } });

      expect(code).toBe(1);
      expect(stderr).toContain(sentence);
    },
  );

  test('403, 404 and 409 are the sentences of the server', async () => {
    const viewer = await aUser(db);
    const name = await aFlag(db);

    const forbidden = await pennon(['flags', 'create', unique('x')], as(viewer));
    const missing = await pennon(['flags', 'get', 'no-such-flag']);
    const conflict = await pennon(['flags', 'create', name]);

    expect(forbidden).toMatchObject({ code: 1, stderr: expect.stringContaining('CREATE_FEATURE') });
    expect(missing.stderr).toBe('There is no flag "no-such-flag" that you may see.\n');
    expect(conflict).toMatchObject({ code: 1, stderr: expect.stringContaining(`"${name}"`) });
  });

  test.each([
    [['flags'], 'There are: flags list'],
    [['flags', 'launch'], 'Unknown command "flags launch".'],
    [['flags', 'get'], 'The <flag> is missing.'],
    [['flags', 'on', 'a'], '--environment is missing.'],
    [['flags', 'list', '--limit', '0'], '--limit must be a positive integer.'],
    [['flags', 'list', '--colour'], "Unknown option '--colour'"],
    [['requests', 'show', 'x'], 'is a number'],
    [['evaluate', '--flag', 'a'], 'evaluate needs --flag and --environment.'],
    [['evaluate', '--flag', 'a', '-e', 'b', '-c', 'x'], '--context takes name=value'],
    [['completion', 'sh'], 'bash, zsh or fish'],
    [['events', 'tail', '--since', '1'], 'together with --follow'],
  ])('%j is invalid usage', async (args, sentence) => {
    const { code, stderr } = await pennon(args);

    expect(code).toBe(64);
    expect(stderr).toContain(sentence);
    expect(stderr).toContain(`Try: pennon ${args[0]} --help`);
  });

  test('every command has help with an example', async () => {
    const { groups } = await import('./commands.ts');
    const tables = await Promise.all(Object.values(groups).map(({ load }) => load()));

    for (const name of Object.keys(Object.assign({}, ...tables))) {
      const { code, stdout } = await pennon([...name.split(' '), '--help'], noConnection);
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`^Usage: pennon ${name}[^]*Examples:\n  .*pennon ${name}`));
    }
  });
});
