import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { IToggle, UnleashClient } from 'unleash-proxy-client';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { runProcess } from '../bench/processes.ts';
import {
  aFlag,
  aProject,
  aVariant,
  sdksOf,
  switchFlag,
  unique,
  untilDelivered,
  url,
  usageOf,
} from './pennon.ts';
import { aFlagOfEachKind, comparable, contexts, fetchFlags, frontendUrl } from './targeting.ts';

/** The functions of the package that servers use, configured by the environment. */
type Nextjs = {
  getDefinitions: () => Promise<{ features: { name: string; variants?: object[] }[] }>;
  evaluateFlags: (definitions: object, context: object) => { toggles: IToggle[] };
  flag: (name: string, context?: object) => Promise<{ enabled: boolean; variant: object }>;
  flagsClient: (toggles: IToggle[], config?: object) => UnleashClient;
  getFrontendFlags: (config: object) => Promise<{ toggles: IToggle[] }>;
  FlagProvider: unknown;
  useFlag: (name: string) => boolean;
  useVariant: (name: string) => { name: string };
};

/** Its types are available only where it is installed. */
const load = createRequire(import.meta.url);
const nextjs = load('@unleash/nextjs') as Nextjs;

const project = await aProject();
const appName = unique('nextjs');
const settings = {
  UNLEASH_APP_NAME: appName,
  UNLEASH_SERVER_API_URL: `${url}/api`,
  UNLEASH_SERVER_API_TOKEN: project.clientToken,
  UNLEASH_FRONTEND_API_TOKEN: project.frontendToken,
};
const blue = aVariant('blue', { type: 'string', value: 'sky' });

beforeEach(() => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  return () => vi.unstubAllEnvs();
});

describe('@unleash/nextjs', () => {
  test('evaluates definitions as the frontend API does', async () => {
    const names = await aFlagOfEachKind(project);
    await untilDelivered(project);
    const definitions = await nextjs.getDefinitions();

    expect(definitions.features.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    for (const context of contexts) {
      const { toggles } = nextjs.evaluateFlags(definitions, context);
      const direct = await fetchFlags(frontendUrl, project.frontendToken, context);
      const { toggles: frontend } = await nextjs.getFrontendFlags({ context });
      expect(comparable(toggles)).toEqual(comparable(direct));
      expect(comparable(frontend)).toEqual(comparable(direct));
      expect(direct.length).toBeGreaterThan(0);
    }
  });

  test('revalidates definitions', async () => {
    const flag = await aFlag(project);
    await untilDelivered(project);
    const fetchTwice = () =>
      nextjs.getDefinitions().then(async (first) => first === (await nextjs.getDefinitions()));
    // The same object, because the second response was a 304.
    await expect.poll(fetchTwice).toBe(true);

    await switchFlag(project, flag, 'off');

    await expect
      .poll(async () => (await nextjs.getDefinitions()).features.find(({ name }) => name === flag))
      .toMatchObject({ enabled: false });
  });

  test('evaluates one flag', async () => {
    const flag = await aFlag(project, { variants: [blue] });
    await untilDelivered(project);

    expect(await nextjs.flag(flag, { userId: '7' })).toEqual({
      enabled: true,
      variant: expect.objectContaining({ name: 'blue', payload: blue.payload }),
    });
    expect(await nextjs.flag('unknown')).toMatchObject({ enabled: false });
  });

  test('reports usage to the client API, and without a server token to the frontend API', async () => {
    const flag = await aFlag(project, { variants: [blue] });
    await untilDelivered(project);
    const { toggles } = nextjs.evaluateFlags(await nextjs.getDefinitions(), { userId: '7' });
    const server = nextjs.flagsClient(toggles);
    server.isEnabled(flag);
    server.getVariant(flag);
    await server.sendMetrics();
    await expect
      .poll(() => usageOf(flag, appName))
      .toEqual({ yes: 2, no: 0, variants: { blue: 1 } });

    vi.stubEnv('UNLEASH_SERVER_API_TOKEN', '');
    const frontend = nextjs.flagsClient(toggles);
    frontend.isEnabled(flag);
    await frontend.sendMetrics();

    await expect.poll(() => usageOf(flag, appName)).toMatchObject({ yes: 3 });
    expect(await sdksOf(appName)).toEqual([expect.stringMatching(/^unleash-js-sdk:/)]);
  });

  test('renders flags on the server', async () => {
    const { createElement } = load('react');
    const { renderToStaticMarkup } = load('react-dom/server');
    const flag = await aFlag(project, { variants: [blue] });
    await untilDelivered(project);
    const { toggles } = nextjs.evaluateFlags(await nextjs.getDefinitions(), { userId: '7' });
    const Flag = () => `${nextjs.useFlag(flag)} ${nextjs.useVariant(flag).name}`;

    const page = createElement(
      nextjs.FlagProvider,
      { config: { bootstrap: toggles } },
      createElement(Flag),
    );

    expect(renderToStaticMarkup(page)).toBe('true blue');
  });
});

describe('unleash, the command of @unleash/nextjs', () => {
  const command = fileURLToPath(new URL('node_modules/.bin/unleash', import.meta.url));

  test('get-definitions and generate-types write the flags of the token', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pennon-nextjs-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const [plain, coloured] = [await aFlag(project), await aFlag(project, { variants: [blue] })];
    await untilDelivered(project);
    const run = (...args: string[]) => runProcess(command, args, { cwd: folder, env: settings });

    await run('get-definitions', 'flags.json');
    await run('generate-types', 'flags.ts');
    await run('generate-types', '--bootstrap', 'flags.json', '--typesOnly', 'types.ts');

    const read = (file: string) => readFile(join(folder, file), 'utf8');
    const { features } = await nextjs.getDefinitions();
    expect(JSON.parse(await read('flags.json'))).toMatchObject({ version: 2, features });
    for (const types of [await read('flags.ts'), await read('types.ts')]) {
      expect(types).toContain(`"${plain}": [{ "name": "disabled", "enabled": false }]`);
      expect(types).toContain(`"${coloured}": [{ "name": "blue"; "enabled": true; "payload": `);
    }
  });
});
