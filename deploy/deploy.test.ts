import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { filesOf, picturesInOrder } from '../e2e/pictures.ts';
import { describeVariables } from '../server/config.ts';
import { version } from '../server/version.ts';

type Tree = { [key: string]: Tree | unknown };

const variables = new Set(describeVariables().flatMap(({ name }) => name.split(', ')));
const chart = 'deploy/helm/pennon';
const valueSets = readdirSync('deploy/helm/values').map((name) => join('deploy/helm/values', name));
const textOf = (path: string) => readFileSync(path, 'utf8');
const yamlOf = (path: string) => parse(textOf(path)) as Tree;

test('of all packages only esbuild has an install script, which is not needed', () => {
  const { packages } = JSON.parse(textOf('package-lock.json')) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };

  const scripted = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript);

  expect(scripted).toEqual(['node_modules/esbuild']);
});

describe('the pictures', () => {
  const made = picturesInOrder.flatMap(filesOf);

  test('that documents show are those that `npm run screenshots` makes', () => {
    const shownIn = (path: string) =>
      [...textOf(path).matchAll(/!\[[^\]]*\]\((?:docs\/)?images\/([^)]+)\)/g)].map(
        ([, file = '']) => file,
      );
    const documents = readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .flatMap((name) => shownIn(join('docs', name)));

    expect(documents.toSorted()).toEqual(made.toSorted());
    expect(shownIn('README.md')).toHaveLength(6);
    for (const file of shownIn('README.md')) expect(made).toContain(file);
  });

  test('that are no longer made are deleted', () => {
    expect(readdirSync('docs/images').filter((file) => !made.includes(file))).toEqual([]);
  });
});

describe('the image', () => {
  const dockerfile = textOf('Dockerfile');

  test('is built from files that .dockerignore lets through', () => {
    const ignore = textOf('.dockerignore').split('\n');
    const copied = [...dockerfile.matchAll(/^COPY (?!--)(.*) \S+$/gm)].flatMap(([, names = '']) =>
      names.split(' '),
    );

    expect(ignore).toContain('*');
    expect(copied.length).toBeGreaterThan(5);
    for (const name of copied) expect(ignore).toContain(`!${name}`);
  });

  test('runs Node itself, not as root', () => {
    expect(dockerfile).toMatch(/^USER 1000:1000$/m);
    expect(dockerfile).toMatch(/^ENTRYPOINT \["node", "\/pennon\/bin\/pennon.mjs"\]$/m);
  });

  test('is configured by variables that exist', () => {
    const { services } = yamlOf('compose.yaml') as { services: { pennon: { environment: Tree } } };
    const names = Object.keys(services.pennon.environment);

    expect(names.filter((name) => !variables.has(name))).toEqual([]);
  });
});

describe('the chart', () => {
  const values = yamlOf(`${chart}/values.yaml`);
  const templates = readdirSync(`${chart}/templates`).map((name) => ({
    name,
    text: textOf(join(chart, 'templates', name)),
  }));

  test('has the version of Pennon', () => {
    expect(yamlOf(`${chart}/Chart.yaml`)).toMatchObject({ version, appVersion: version });
  });

  test.each(templates)('$name uses only values that exist, and closes its blocks', ({ text }) => {
    const used = [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path);
    const opened = text.match(/\{\{-? *(if|range|with|define) /g) ?? [];
    const closed = text.match(/\{\{-? *end *-?\}\}/g) ?? [];
    const included = [...text.matchAll(/include "([^"]+)"/g)].map(([, name]) => name);

    expect(used.filter((path) => !path.startsWith('env.') && !has(values, path))).toEqual([]);
    expect(closed).toHaveLength(opened.length);
    const helpers = textOf(`${chart}/templates/_helpers.tpl`);
    for (const name of included) expect(helpers).toContain(`define "${name}"`);
  });

  test.each(valueSets)('%s sets only values and variables that exist', (path) => {
    const set = yamlOf(path);
    const { env = {} } = set;
    const unknown = pathsOf(set).filter((it) => !/^(env|ingress\.annotations)\./.test(it));

    expect(unknown.filter((it) => !has(values, it))).toEqual([]);
    expect(Object.keys(env as Tree).filter((name) => !variables.has(name))).toEqual([]);
  });

  const withoutHelm = spawnSync('helm', ['version']).error !== undefined;
  test.skipIf(withoutHelm).each(valueSets)('helm renders it with %s', (path) => {
    execFileSync('helm', ['lint', '--strict', chart, '--values', path]);
    const text = execFileSync('helm', ['template', 'flags', chart, '--values', path]).toString();

    expect(text).toContain('kind: Deployment');
  });
});

describe('the systemd unit', () => {
  const unit = textOf('deploy/systemd/pennon.service');

  test('sets variables that exist', () => {
    const names = [...unit.matchAll(/(?<=[= ])([A-Z_]+)=/g)].map(([, name = '']) => name);

    expect(names).toContain('DATA_DIR');
    const ours = names.filter((name) => !['NODE_ENV', 'PATH'].includes(name));
    expect(ours.filter((name) => !variables.has(name))).toEqual([]);
  });

  const withoutSystemd = spawnSync('systemd-analyze', ['--version']).error !== undefined;
  test.skipIf(withoutSystemd)('is valid for systemd-analyze', () => {
    const { status, stderr } = spawnSync('systemd-analyze', [
      'verify',
      'deploy/systemd/pennon.service',
    ]);

    expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' });
  });
});

function has(tree: Tree, path: string): boolean {
  let at: unknown = tree;
  for (const key of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return false;
    at = (at as Tree)[key];
  }
  return true;
}

const pathsOf = (tree: Tree, before = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? pathsOf(value as Tree, `${before}${key}.`)
      : [before + key],
  );
