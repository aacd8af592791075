import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { aFlag, aProject, lastEventId, unique } from '../server/testing/a.ts';
import { testApp } from '../server/testing/app.ts';
import { aProtection, aUserWithPermissions } from '../server/testing/change-requests.ts';
import { testClient } from '../server/testing/client.ts';
import { definitionSchema } from '../server/testing/definition-schema.ts';
import { pennon as pennonProcess } from '../server/testing/process.ts';
import { caseCount } from '../server/testing/scale.ts';
import { toYaml } from './definitions.ts';

const app = await testApp();
const { db, post } = app;
const { url, env, pennon } = await testClient(app);

const aFile = (content: string, extension = 'yaml') => {
  const file = join(env.XDG_CONFIG_HOME, `${unique('flags')}.${extension}`);
  writeFileSync(file, content);
  return file;
};

describe('pennon plan, apply and pull', () => {
  test('a file is planned, applied and in sync, then drifts, as processes', async () => {
    const project = await aProject(db);
    const flag = unique('flag');
    const file = aFile(`# Checkout
version: 1
project: ${project}
flags:
  ${flag}:
    description: New checkout
    tags: [simple:checkout]
    environments:
      development:
        enabled: true
        strategies:
          - name: flexibleRollout
            parameters: { rollout: 25, stickiness: userId }
`);

    const planned = await pennonProcess(['plan', '-f', file], env);
    const applied = await pennonProcess(['apply', '-f', file], env);
    const synced = await pennonProcess(['plan', '-f', file], env);

    expect(planned).toEqual({
      code: 2,
      stderr: '',
      stdout: `Flag ${flag}
  Flag ${flag} created
  Tag simple:checkout added
  Strategy flexibleRollout added in development
  Switched on in development

4 changes.
`,
    });
    expect(applied).toEqual({ ...planned, code: 0 });
    expect(synced).toEqual({ code: 0, stdout: 'Nothing differs.\n', stderr: '' });
    await pennon(['flags', 'off', flag, '-e', 'development']);
    const drift = await pennon(['plan', '-f', file, '--json']);
    expect(drift.code).toBe(2);
    expect(JSON.parse(drift.stdout).applied).toMatchObject([{ action: 'updateEnabled' }]);
  });

  test('pull writes a file that matches; it is written again only after a change', async () => {
    const project = await aProject(db);
    const attack = '\u001b[2J\u009b\u202e: - "x"\n# y';
    const flag = await aFlag(db, { project, description: attack, enabled: ['development'] });
    const route = `/api/admin/projects/${project}/features/${flag}/environments/development/strategies`;
    await post(route, { name: 'default', title: attack });
    const file = join(env.XDG_CONFIG_HOME, `${unique('pulled')}.yaml`);

    await pennon(['pull', '--project', project, '-f', file]);

    expect(readFileSync(file, 'utf8')).not.toMatch(/[^\P{Cc}\n\t]|\u202e/u);
    expect(parse(readFileSync(file, 'utf8')).flags[flag].description).toBe(attack);
    expect(await pennon(['plan', '-f', file])).toMatchObject({ code: 0 });
    writeFileSync(file, `# A comment that stays\n${readFileSync(file, 'utf8')}`);
    expect((await pennon(['pull', '-f', file])).stdout).toBe(`${file} is up to date.\n`);
    expect(readFileSync(file, 'utf8')).toContain('# A comment that stays');
    await pennon(['flags', 'off', flag, '-e', 'development']);
    expect((await pennon(['pull', '-f', file])).stdout).toBe(`Wrote 1 flags to ${file}.\n`);
    expect(await pennon(['plan', '-f', file])).toMatchObject({ code: 0 });
    const printed = await pennon(['pull', '--project', project]);
    expect(printed.stdout).toBe(readFileSync(file, 'utf8'));
  });

  test('pull keeps "manages" of a JSON file and reads the flags it manages', async () => {
    const project = await aProject(db);
    const prefix = unique('shop-');
    const flag = await aFlag(db, { project, name: `${prefix}a` });
    await aFlag(db, { project });
    const file = aFile(JSON.stringify({ version: 1, project, manages: `${prefix}*` }), 'json');

    expect((await pennon(['plan', '-f', file])).stdout).toContain(`Flag ${flag}\n  Archived\n`);
    await pennon(['pull', '-f', file]);

    const { manages, flags } = JSON.parse(readFileSync(file, 'utf8'));
    expect({ manages, flags: Object.keys(flags) }).toEqual({
      manages: `${prefix}*`,
      flags: [flag],
    });
    expect((await pennon(['plan', '-f', file])).code).toBe(0);
  });

  test('a protected environment gets one change request, whose address is printed', async () => {
    const project = await aProject(db);
    await aProtection(db, { project });
    const flag = await aFlag(db, { project });
    const author = await aUserWithPermissions(db, project, ['UPDATE_FEATURE']);
    const declared = `{ enabled: true, strategies: [{ name: default }] }`;
    const file = aFile(`version: 1
flags:
  ${flag}: { description: Checkout, environments: { development: ${declared} } }
`);
    const args = ['apply', '-f', file, '--project', project, '--submit', '--title', 'From git'];

    const { code, stdout } = await pennon(args, { env: { PENNON_TOKEN: author.token } });

    const [, id = ''] = /Change request (\d+)/.exec(stdout) ?? [];
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `Flag ${flag}
  Description changed from none to "Checkout"
By a change request in development:
  Flag ${flag}
    Strategy default added in development
    Switched on in development

3 changes.

Change request ${id} in development: In review.
${url}/projects/${project}/change-requests/${id}
`,
    });
    expect((await pennon(['requests', 'show', id])).stdout).toContain('Title:\tFrom git');
  });

  test.each([
    ['a missing file', undefined, 'cannot be read'],
    ['invalid YAML', 'version: [', 'is not valid YAML'],
    ['a key twice', 'version: 1\nversion: 1', 'is not valid YAML'],
    [
      'aliases without end',
      'a: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]',
      'is not valid YAML',
    ],
    ['a list', '- 1', 'has to contain'],
    ['no project', 'version: 1', 'The project is missing'],
    ['a misspelt member', 'version: 1\nproject: default\nflags: { a: { tipe: x } }', 'tipe'],
    ['an unknown project', 'version: 1\nproject: none-such', 'none-such'],
  ])('%s is an error that names it', async (_, content, text) => {
    const file = content === undefined ? '/none/flags.yaml' : aFile(content);

    const { code, stdout, stderr } = await pennon(['apply', '-f', file]);

    expect([1, 64]).toContain(code);
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: expect.stringContaining(text) });
  });

  test('every text is the same after it was written as YAML and parsed', async () => {
    const texts = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('no', '~', '1e3', ' a ', 'x: y', '- x', '\t'),
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(texts, texts), async (table) => {
        const { __proto__: _, ...entries } = table;
        const flags = Object.fromEntries(
          Object.entries(entries).map(([name, description]) => [name, { description }]),
        );
        expect(parse(await toYaml({ version: 1, flags }))).toEqual({ version: 1, flags });
      }),
      { numRuns: caseCount({ short: 100, full: 5000 }) },
    );
  });

  test('docs/flags.schema.json is the schema of the server and accepts what pull writes', async () => {
    const schema = definitionSchema();
    const validate = new Ajv({ strict: false }).compile(JSON.parse(schema));
    const project = await aProject(db);
    const flag = await aFlag(db, { project, description: 'x' });
    await post(
      `/api/admin/projects/${project}/features/${flag}/environments/development/strategies`,
      {
        name: 'flexibleRollout',
        constraints: [{ contextName: 'plan', operator: 'IN', values: ['pro'] }],
      },
    );

    const pulled = JSON.parse((await pennon(['pull', '--project', project, '--json'])).stdout);

    expect(existsSync('docs/flags.schema.json')).toBe(true);
    expect(readFileSync('docs/flags.schema.json', 'utf8') === schema, 'run npm run openapi').toBe(
      true,
    );
    expect(validate(pulled)).toBe(true);
    expect(validate({ version: 1, flags: { a: { tipe: 'x' } } })).toBe(false);
  });
});

describe('pennon export and import', () => {
  test('flags of an earlier time are exported, previewed and imported', async () => {
    const [source, target] = [await aProject(db), await aProject(db)];
    const flag = unique('flag');
    await post(`/api/admin/projects/${source}/features`, { name: flag, description: 'Then' });
    const at = String(await lastEventId(db));
    await app.put(`/api/admin/projects/${source}/features/${flag}`, { description: 'Now' });
    const file = aFile('', 'json');
    const scope = ['-e', 'development', '--project'];

    const exported = await pennon(['export', ...scope, source, '--at', at, '-o', file]);
    await app.del(`/api/admin/projects/${source}/features/${flag}`);
    await app.del(`/api/admin/archive/${flag}`);
    const into = ['import', '-f', file, ...scope, target];
    const planned = await pennon([...into, '--dry-run']);
    const imported = await pennon(into);
    const again = await pennon([...into, '--dry-run']);

    expect(exported).toMatchObject({ code: 0, stdout: `Exported 1 flag to ${file}.\n` });
    expect(planned).toMatchObject({ code: 2, stdout: `Created: ${flag}\n0 flags unchanged.\n` });
    expect(imported).toMatchObject({ code: 0, stdout: planned.stdout });
    expect(again).toMatchObject({ code: 0, stdout: '1 flag unchanged.\n' });
    const { body } = await app.get(`/api/admin/projects/${target}/features/${flag}`);
    expect(body.description).toBe('Then');
  });

  test.each([
    [['export'], 64, 'export needs --environment.'],
    [['export', '-e', 'nowhere'], 1, 'nowhere'],
    [['import', '-f', 'x'], 64, 'import needs --file, --environment and --project.'],
    [['import', '-f', '/no/file', '-e', 'development', '--project', 'default'], 1, '/no/file'],
  ])('%j exits with %i', async (args, code, message) => {
    const outcome = await pennon(args);

    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toContain(message);
  });

  test('a document that the server refuses is not imported', async () => {
    const file = aFile(JSON.stringify({ features: [{ name: 'a b' }] }), 'json');

    const refused = await pennon([
      'import',
      '-f',
      file,
      '-e',
      'development',
      '--project',
      'default',
    ]);

    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('featureStrategies');
  });
});
