import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, onTestFinished, test } from 'vitest';
import { aFlag, aProject, aUser, unique } from '../server/testing/a.ts';
import { testApp } from '../server/testing/app.ts';
import { aProtectedProject } from '../server/testing/change-requests.ts';
import { aClient, call, type Era, listen } from '../server/testing/mcp.ts';
import { runCommand } from '../server/testing/process.ts';

const { app, db, admin, get } = await testApp();
const env = { PENNON_URL: await listen(app), PENNON_TOKEN: admin.token };
const binary = fileURLToPath(new URL('../bin/pennon.mjs', import.meta.url));

async function start(era: Era, variables: Record<string, string> = env) {
  const client = aClient(era);
  onTestFinished(() => client.close());
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [binary, 'mcp'],
      stderr: 'pipe',
      env: { PATH: process.env.PATH ?? '', HOME: tmpdir(), ...variables },
    }),
  );
  return client;
}

describe('pennon mcp', () => {
  test.each<[string, Era]>([
    ['with a handshake', 'legacy'],
    ['without one', { pin: '2026-07-28' }],
  ])(
    'serves the client of the official SDK on stdio, %s',
    async (_, era) => {
      const project = await aProtectedProject(db);
      const name = unique('ünï');
      const client = await start(era);

      const { tools } = await client.listTools();
      const created = await call(client, 'create_flag', { project, name: unique('flag') });
      const input = { project, flag: created.name, environment: 'development', enabled: true };
      const proposed = await call(client, 'propose_switch', input);
      const unknown = client.readResource({ uri: `pennon://projects/${name}` });

      expect(tools.length).toBeGreaterThan(15);
      expect(proposed).toMatchObject({ outcome: 'change request' });
      await expect(unknown).rejects.toThrow('Resource not found');
      const { body } = await get(`/api/admin/search/events?feature=IS:${created.name}`);
      expect(body.events.map(({ via }: { via: string }) => via)).toEqual(['mcp', 'mcp']);
    },
    120_000,
  );

  test('a server that cannot be reached is an error of each request', async () => {
    const lines = [
      '{"jsonrpc":"2.0","id":7,"method":"ping"}',
      'no json',
      '{"jsonrpc":"2.0","method":"x"}',
    ];

    const { code, stdout } = await forward(lines, { ...env, PENNON_URL: 'http://127.0.0.1:1' });

    expect(code).toBe(0);
    const message = 'http://127.0.0.1:1 cannot be reached.';
    const responses = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(responses).toHaveLength(2);
    expect(responses).toEqual(
      expect.arrayContaining([
        { jsonrpc: '2.0', id: 7, error: { code: -32_603, message } },
        { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'This is not JSON.' } },
      ]),
    );
  });

  test('a token that is not accepted is named, and one that is missing ends the process', async () => {
    const ping = ['{"jsonrpc":"2.0","id":7,"method":"ping"}'];

    const refused = await forward(ping, { ...env, PENNON_TOKEN: 'user:unknown' });
    const missing = await forward(ping, { HOME: '/nonexistent' });

    expect(refused.stdout).toContain('The token is unknown, expired or revoked.');
    expect(missing).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('PENNON_URL'),
    });
  });

  const forward = (lines: string[], variables: Record<string, string>) =>
    runCommand(['mcp'], variables, lines.join('\n'));
});

describe('pennon scan', () => {
  function aCodeBase(code: string): string {
    const folder = mkdtempSync(join(tmpdir(), 'pennon-scan-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'app.ts'), code);
    return folder;
  }

  const source = ['--repository', 'shop', '--branch', 'main', '--commit', 'f00'];

  test('sends the uses of active and archived flags, and the code only with --text', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const archived = await aFlag(db, { project, archivedAt: '2026-01-01T00:00:00Z' });
    const folder = aCodeBase(`on('${flag}');\n// '${archived}'\n`);
    const scan = (...more: string[]) =>
      runCommand(['scan', folder, '--project', project, ...source, ...more], env);
    const stored = async (name: string) =>
      (await get(`/api/admin/projects/${project}/features/${name}/code-references`)).body;

    const dry = await scan('--dry-run', '--json');
    expect((await stored(flag)).total).toBe(0);
    const plain = await scan();
    expect(await stored(flag)).toMatchObject({
      references: [{ path: 'app.ts', line: 1, text: null }],
    });
    await scan('--text');

    expect(JSON.parse(dry.stdout)).toMatchObject([
      { project, flags: 2, references: [{ flag }, {}] },
    ]);
    expect(plain.code).toBe(0);
    expect(plain.stderr).toContain(`Project ${project}: 2 uses of 2 of 2 flags.`);
    expect((await stored(flag)).references[0].text).toBe(`on('${flag}');`);
    expect((await stored(archived)).references[0]).toMatchObject({ line: 2, inComment: true });
  });

  test.each([
    ['no project', [], 64, '--project is missing.'],
    ['an unknown project', ['--project', 'unknown'], 1, 'Project "unknown" not found.'],
  ])('%s is refused', async (_, more, code, message) => {
    const result = await runCommand(['scan', aCodeBase(''), ...source, ...more], env);

    expect(result).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });

  test('a folder that does not exist, or no right to update flags, is refused', async () => {
    const project = await aProject(db);
    const viewer = await aUser(db);
    const args = ['--project', project, ...source];

    const missing = await runCommand(['scan', '/nonexistent', ...args], env);
    const limited = { ...env, PENNON_TOKEN: viewer.token };
    const forbidden = await runCommand(['scan', aCodeBase(''), ...args], limited);

    expect(missing).toMatchObject({ code: 64, stderr: expect.stringContaining('is no folder') });
    expect(forbidden).toMatchObject({ code: 1, stderr: expect.stringContaining('UPDATE_FEATURE') });
  });
});
