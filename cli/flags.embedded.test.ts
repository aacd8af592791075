import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aFlag, aProject, unique } from '../server/testing/a.ts';
import { testApp } from '../server/testing/app.ts';
import {
  aProtectedProject,
  aReviewer,
  aUserWithPermissions,
} from '../server/testing/change-requests.ts';
import { atEnd } from '../server/testing/cleanup.ts';
import { testClient } from '../server/testing/client.ts';

const app = await testApp();
const { db, get, post } = app;
const { url, env, pennon } = await testClient(app);

const as = ({ token }: { token: string }) => ({ env: { PENNON_TOKEN: token } });

describe('flags', () => {
  test('are created, switched, rolled out and archived', async () => {
    const project = await aProject(db);
    const flag = unique('flag');
    const at = ['-e', 'development'];

    await pennon(['flags', 'create', flag, '--project', project, '--tag', 'simple:checkout']);
    await pennon(['flags', 'rollout', flag, '25%', ...at]);
    await pennon(['flags', 'rollout', flag, '50', ...at]);
    const { stdout } = await pennon(['flags', 'on', flag, ...at]);

    expect(stdout).toBe(`Flag "${flag}" is on in development.\n`);
    const shown = JSON.parse((await pennon(['flags', 'get', flag, '--json'])).stdout);
    const [environment] = shown.environments.filter(({ name = '' }) => name === 'development');
    expect(shown.tags).toMatchObject([{ type: 'simple', value: 'checkout' }]);
    expect(environment).toMatchObject({ enabled: true });
    expect(environment.strategies).toMatchObject([{ parameters: { rollout: '50' } }]);
    await pennon(['flags', 'off', flag, ...at]);
    await pennon(['flags', 'archive', flag]);
    const archived = await pennon(['flags', 'list', '--archived', '--project', project]);
    expect(archived.stdout).toContain(`${flag}\t${project}\trelease\t-\tarchived\t`);
    const history = await pennon(['flags', 'history', flag]);
    expect(history.stdout.split('\n')[0]).toContain(`archived`);
  });

  test('earlier versions are listed, compared and restored', async () => {
    const flag = unique('flag');
    const at = ['-e', 'development'];
    await pennon(['flags', 'create', flag]);
    await pennon(['flags', 'rollout', flag, '25', ...at]);
    const [version = ''] = (await pennon(['flags', 'history', flag])).stdout.split('\t');
    await pennon(['flags', 'rollout', flag, '50', ...at]);

    const diff = await pennon(['flags', 'diff', flag, '--from', version]);
    const planned = await pennon(['flags', 'restore', flag, '--to', version, '--dry-run']);
    const restored = await pennon(['flags', 'restore', flag, '--to', version]);

    const where = 'Rollout of flexibleRollout in development changed';
    expect(diff).toMatchObject({
      code: 2,
      stdout: expect.stringContaining(`${where} from 25% to 50%`),
    });
    expect(planned.stdout).toContain(`${where} from 50% to 25%`);
    expect(restored).toEqual(planned);
    const same = await pennon(['flags', 'diff', flag, '--from', version]);
    expect(same).toMatchObject({ code: 0, stdout: 'Nothing differs.\n' });
    expect((await pennon(['flags', 'diff', flag, '--from', 'x'])).code).toBe(1);
  });

  test('of several rollouts one has to be chosen', async () => {
    const flag = await aFlag(db);
    const route = `/api/admin/projects/default/features/${flag}/environments/development/strategies`;
    const first = await post(route, { name: 'flexibleRollout', title: 'EU' });
    await post(route, { name: 'flexibleRollout', title: 'US', parameters: { groupId: 'g' } });

    const args = ['flags', 'rollout', flag, '5', '-e', 'development'];
    const refused = await pennon(args);
    await pennon([...args, '--strategy', first.body.id]);

    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${first.body.id} (EU)`),
    });
    const strategies = (await get(route)).body;
    expect(strategies).toMatchObject([
      { title: 'EU', parameters: { rollout: '5' } },
      { title: 'US', parameters: { rollout: '100', groupId: 'g' } },
    ]);
  });

  test('are aligned under a header in a terminal, and counted if there are more', async () => {
    const project = await aProject(db);
    await aFlag(db, { project, name: unique('a'), type: 'kill-switch' });
    await aFlag(db, { project, name: unique('longer-name') });
    await aFlag(db, { project, name: unique('z') });

    const { stdout, stderr } = await pennon(
      ['flags', 'list', '--project', project, '--limit', '2'],
      { tty: true },
    );

    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^FLAG +PROJECT +TYPE +ON IN +STATE +CREATED$/);
    expect(new Set(lines.map((line) => line.search(/TYPE|release|kill-switch/))).size).toBe(1);
    expect(stderr).toBe('2 of 3 flags; more with --limit.\n');
  });

  test('an invalid query is the error of the server with the position', async () => {
    const { code, stderr } = await pennon(['search', 'is:stael']);

    expect(code).toBe(1);
    expect(stderr).toContain('did you mean "stale"?');
  });

  test('names and descriptions cannot control the terminal or imitate rows', async () => {
    const attack = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e\r\nforged\tline';
    const flag = await aFlag(db, { description: attack });
    await post(`/api/admin/projects/default/features/${flag}/environments/development/strategies`, {
      name: 'default',
      title: attack,
    });

    const outputs = await Promise.all([
      pennon(['flags', 'get', flag], { tty: true }),
      pennon(['flags', 'get', flag, '--json']),
      pennon(['flags', 'get', attack]),
      pennon(['flags', attack]),
      pennon(['evaluate', '--flag', flag, '-e', 'development', '-c', `userId=${attack}`]),
    ]);

    for (const { stdout, stderr } of outputs) {
      expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n\t]|\u202e/u);
    }
    expect(outputs[0]?.stdout).toContain('\\nforged\\tline');
    expect(JSON.parse(outputs[1]?.stdout ?? '').description).toBe(attack);
  });

  test.each(['a/b', '../x', 'a%2fb', 'a b', '..', '%', '?x=1', '#x'])(
    'the name %j reaches no other route',
    async (name) => {
      for (const action of ['get', 'archive', 'on']) {
        const args = ['flags', action, name, '--project', 'default'];
        const { code, stderr } = await pennon(action === 'on' ? [...args, '-e', 'x'] : args);
        expect(code).toBe(1);
        expect(stderr).not.toBe('');
      }
      expect((await pennon(['flags', 'create', name])).code).toBe(1);
    },
  );

  test('stale flags are reported with their use, in Markdown without markup of names', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project, stale: true, enabled: ['development'] });

    const { stdout } = await pennon(['stale', '--report', '--project', project]);

    expect(stdout).toContain('1 stale flags.');
    expect(stdout).toContain(
      `- [${flag}](${url}/projects/${project}/flags/${flag}): marked as stale`,
    );
    expect(stdout).toContain('development on, never used');
  });
});

describe('evaluate', () => {
  test('explains the result: rollout, constraints and the reason', async () => {
    const flag = await aFlag(db, { enabled: ['development'] });
    await post(`/api/admin/projects/default/features/${flag}/environments/development/strategies`, {
      name: 'flexibleRollout',
      constraints: [{ contextName: 'plan', operator: 'IN', values: ['pro'] }],
      parameters: { rollout: '100', stickiness: 'userId', groupId: flag },
    });
    const args = ['evaluate', '--flag', flag, '-e', 'development', '-c', 'userId=7'];

    const on = await pennon([...args, '-c', '{"plan": "pro"}']);
    const off = await pennon([...args, '-c', 'plan=free']);

    expect(on.stdout).toContain('Result:\ton');
    expect(on.stdout).toContain('yes plan IN pro: "pro"');
    expect(off.stdout).toContain('Why:\tNo strategy applies.');
    expect(off.stdout).toContain('no  plan IN pro: "free"');
    expect(off.stdout).toContain('rollout to 100% by userId (7)');
  });
});

describe('change requests', () => {
  test('a change of a protected environment is proposed, reviewed and applied', async () => {
    const project = await aProtectedProject(db);
    const flag = await aFlag(db, { project });
    const author = await aUserWithPermissions(db, project, ['UPDATE_FEATURE_ENVIRONMENT']);
    const reviewer = await aReviewer(db, project);

    const on = [
      'flags',
      'on',
      flag,
      '-e',
      'development',
      '--title',
      'Start',
      '--comment',
      'Tested',
    ];
    const proposed = await pennon([...on, '--submit'], as(author));

    const [, id = ''] = /change request (\d+)\./.exec(proposed.stdout) ?? [];
    expect(proposed.stdout).toBe(
      `development requires change requests: this is change request ${id}.\n` +
        `State: In review.\n${url}/projects/${project}/change-requests/${id}\n`,
    );
    const listed = await pennon(['requests', 'list', '--project', project], as(reviewer));
    expect(listed.stdout).toMatch(
      new RegExp(`^${id}\t${project}\tdevelopment\tIn review\tStart\t`),
    );
    const shown = await pennon(['requests', 'show', id], as(reviewer));
    expect(shown.stdout).toContain(`${flag}\tupdateEnabled\t{"enabled":true}\t-`);
    expect(shown.stdout).toContain('Tested');
    expect((await pennon(['requests', 'apply', id], as(reviewer))).code).toBe(1);
    const approved = await pennon(['requests', 'approve', id], as(reviewer));
    expect(approved.stdout).toBe(`Change request ${id} is Approved. It has 1 of 1 approvals.\n`);
    const applied = await pennon(['requests', 'apply', id], as(reviewer));
    expect(applied.stdout).toBe(`Change request ${id} is Applied.\n`);
    const { environments } = (await get(`/api/admin/projects/${project}/features/${flag}`)).body;
    expect(environments).toContainEqual(
      expect.objectContaining({ name: 'development', enabled: true }),
    );
  });

  test('an Admin proposes too, unless --direct is given', async () => {
    const project = await aProtectedProject(db);
    const flag = await aFlag(db, { project });
    const at = ['-e', 'development'];
    const flagRoute = `/api/admin/projects/${project}/features/${flag}`;

    const proposals = [
      await pennon(['flags', 'on', flag, ...at, '--json']),
      await pennon(['flags', 'rollout', flag, '10', ...at, '--json']),
      await pennon(['flags', 'archive', flag, '--json']),
    ].map(({ stdout }) => JSON.parse(stdout));

    expect(new Set(proposals.map(({ changeRequest }) => changeRequest)).size).toBe(1);
    expect((await get(flagRoute)).body).toMatchObject({ archived: false });
    await pennon(['requests', 'cancel', String(proposals[0].changeRequest)]);
    await pennon(['flags', 'archive', flag, '--direct']);
    expect((await get(`${flagRoute}?archived=true`)).body).toMatchObject({ archived: true });
  });

  test('are created from a file, and rejected', async () => {
    const project = await aProtectedProject(db);
    const flag = await aFlag(db, { project });
    const file = join(env.XDG_CONFIG_HOME, 'changes.json');
    writeFileSync(
      file,
      JSON.stringify([{ feature: flag, action: 'updateEnabled', payload: { enabled: true } }]),
    );

    const args = ['requests', 'create', '--project', project, '-e', 'development', '-f', file];
    const { stdout } = await pennon([...args, '--submit', '--json']);

    const { changeRequest } = JSON.parse(stdout);
    const reviewer = await aReviewer(db, project);
    const rejected = await pennon(['requests', 'reject', String(changeRequest)], as(reviewer));
    expect(rejected.stdout).toBe(`Change request ${changeRequest} is Rejected.\n`);
    writeFileSync(file, 'no JSON');
    expect(await pennon(args)).toMatchObject({ code: 1, stderr: expect.stringContaining(file) });
  });
});

describe('events tail', () => {
  test('prints the newest events, the oldest of them first', async () => {
    const flag = unique('flag');
    await pennon(['flags', 'create', flag]);
    await pennon(['flags', 'archive', flag]);

    const { stdout } = await pennon(['events', 'tail', '--flag', flag, '--json']);

    const types = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).type);
    expect(types).toEqual(['feature-created', 'feature-archived']);
    const text = await pennon(['events', 'tail', '--flag', flag, '--limit', '1']);
    expect(text.stdout).toMatch(new RegExp(`^\\d+  \\S+Z  root  .*${flag}`));
  });

  test('--follow prints each event once and in order, although streams end meanwhile', async () => {
    const project = await aProject(db);
    const args = ['events', 'tail', '--follow', '--json', '--project', project];
    const child = spawn(process.execPath, ['bin/pennon.mjs', ...args], {
      env: { ...process.env, ...env },
    });
    atEnd(() => child.kill('SIGKILL'));
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    const printed = () =>
      output
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line).featureName);

    const names: string[] = [];
    // Streams of the app end after 50 ms, so each round needs another one.
    for (let round = 0; round < 3; round++) {
      const created = [unique('a'), unique('b'), unique('c')];
      for (const name of created) await post(`/api/admin/projects/${project}/features`, { name });
      names.push(...created);
      await expect.poll(() => printed().length).toBe(names.length);
    }

    expect(printed()).toEqual(names);
  });
});
