import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { owners } from './db/owners.ts';

/** The architecture as a test; the reasons are in ARCHITECTURE.md. */

const root = fileURLToPath(new URL('.', import.meta.url));

type Source = { path: string; folder: string; file: string; text: string; imports: string[] };

const sources: Source[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readSource(path.split(sep).join('/')));

/** What the product is made of: neither tests nor what only tests use. */
const code = sources.filter(
  ({ path, file }) =>
    !/\.test\.ts$/.test(path) && !path.startsWith('testing/') && file !== 'examples.ts',
);

const ruleOfCommands =
  /^(db\/open|errors|access\/caller|access\/checks|access\/permissions|events\/(record|types)|tokens\/secret|users\/passwords)\.ts$|^(answers|evaluation)\/|\/(queries|rules|schema)\.ts$/;

const ruleOfQueries =
  /^db\/|^evaluation\/model\.ts$|^http\/(set-filter|days)\.ts$|^access\/(caller|visibility|permissions|queries)\.ts$|^tallies\/queries\.ts$|^tokens\/secret\.ts$|^events\/(types|chain)\.ts$|\/(rules|filters|schema)\.ts$/;

/** Query text becomes data by the grammars that all searches share. */
const ruleOfFilters = /^errors\.ts$|^http\/|^events\/types\.ts$|\/(rules|schema)\.ts$/;

/** What a file may import from outside its own folder, by its name. */
const layers: Record<string, RegExp> = {
  'schema.ts': /^events\/types\.ts$|\/schema\.ts$/,
  'rules.ts':
    /^errors\.ts$|^access\/(permissions|caller)\.ts$|^events\/types\.ts$|^targeting\/(constraints|weights)\.ts$|^evaluation\/|\/(rules|schema)\.ts$/,
  'filters.ts': ruleOfFilters,
  'cursor.ts': ruleOfFilters,
  'queries.ts': ruleOfQueries,
  'conditions.ts': ruleOfQueries,
  'order.ts': ruleOfQueries,
  'commands.ts': ruleOfCommands,
  'routes.ts': /^answers\/|^errors\.ts$|^http\/|^events\/record\.ts$|\/schema\.ts$/,
};

/** Commands that are made of other folders' commands, each by name. */
const composed: Record<string, readonly string[]> = {
  'archive/commands.ts': ['dependencies/commands.ts'],
  'change-request-previews/commands.ts': [
    'change-request-conflicts/conflicts.ts',
    'change-request-conflicts/surroundings.ts',
    'change-request-states/apply.ts',
    'change-requests/commands.ts',
    'change-requests/replay.ts',
  ],
  'change-request-previews/rules.ts': ['change-request-conflicts/merge.ts'],
  'change-request-reviews/commands.ts': ['change-requests/commands.ts'],
  'change-request-schedules/commands.ts': [
    'change-request-states/apply.ts',
    'change-requests/commands.ts',
  ],
  'change-request-schedules/suspension.ts': ['change-request-conflicts/surroundings.ts'],
  'change-request-states/apply.ts': [
    'change-request-conflicts/conflicts.ts',
    'change-request-conflicts/surroundings.ts',
    'change-requests/commands.ts',
    'change-requests/replay.ts',
  ],
  'change-request-states/commands.ts': ['change-requests/commands.ts'],
  'change-requests/actions.ts': [
    'archive/commands.ts',
    'dependencies/commands.ts',
    'http/validator.ts',
    'segments/commands.ts',
    'targeting/commands.ts',
    'targeting/switches.ts',
    'variants/commands.ts',
  ],
  'change-requests/pending.ts': ['change-request-conflicts/surroundings.ts'],
  'change-requests/replay.ts': ['change-request-conflicts/surroundings.ts'],
  'change-requests/showing.ts': [
    'change-request-conflicts/conflicts.ts',
    'change-request-conflicts/surroundings.ts',
  ],
  'dashboard/find.ts': ['event-log/summary.ts'],
  'environments/commands.ts': ['access/commands.ts', 'tokens/commands.ts'],
  'event-stream/following.ts': [
    'db/listen.ts',
    'event-log/filters.ts',
    'event-log/reading.ts',
    'event-log/queries.ts',
  ],
  'event-stream/routes.ts': ['event-log/filters.ts'],
  'events/record.ts': ['change-request-schedules/suspension.ts', 'protection/checks.ts'],
  'flag-moves/commands.ts': ['dependencies/commands.ts', 'flags/commands.ts', 'tags/commands.ts'],
  'flags/commands.ts': ['projects/naming-pattern.ts', 'tags/commands.ts'],
  'generator/demo.ts': [
    'access/commands.ts',
    'groups/commands.ts',
    'project-access/commands.ts',
    'projects/commands.ts',
    'segments/commands.ts',
    'tag-types/commands.ts',
    'tags/commands.ts',
    'users/commands.ts',
  ],
  'jobs/apply-scheduled.ts': ['change-request-schedules/commands.ts'],
  'jobs/record-health.ts': ['health/commands.ts'],
  'jobs/tell-of-outlived.ts': ['staleness/commands.ts'],
  'projects/commands.ts': [
    'project-access/commands.ts',
    'segments/commands.ts',
    'tokens/commands.ts',
  ],
  'sdk-changes/routes.ts': ['sdk/rules.ts', 'sdk/selections.ts'],
  'sdk-changes/streams.ts': ['sdk/delivery.ts'],
  'sdk-changes/telling.ts': ['sdk/delivery.ts'],
  'sdk/delivery.ts': ['db/listen.ts'],
  'tag-types/commands.ts': ['tags/commands.ts'],
  'transfer/apply.ts': [
    'context-fields/commands.ts',
    'dependencies/commands.ts',
    'flags/commands.ts',
    'links/commands.ts',
    'segments/commands.ts',
    'tag-types/commands.ts',
    'tags/commands.ts',
    'targeting/commands.ts',
    'targeting/switches.ts',
    'variants/commands.ts',
  ],
  'transfer/plan.ts': ['projects/naming-pattern.ts'],
  'usage/intake.ts': ['applications/commands.ts'],
  'users/removal.ts': [
    'groups/commands.ts',
    'personal-tokens/commands.ts',
    'project-access/commands.ts',
  ],
  'service-accounts/commands.ts': [
    'personal-tokens/commands.ts',
    'users/checks.ts',
    'users/removal.ts',
  ],
};

/** Files with names of their own obey the rule of commands; the process itself may see everything. */
const layerOf = (path: string, file: string) =>
  layers[file] ?? (path === file || /^(db|http)\//.test(path) ? /^/ : ruleOfCommands);

describe('imports', () => {
  test('a file imports only what its name allows', () => {
    const trespasses = code.flatMap(({ path, folder, file, imports }) =>
      imports
        .filter((imported) => dirname(imported) !== folder)
        .filter((imported) => !layerOf(path, file).test(imported))
        .filter((imported) => !composed[path]?.includes(imported))
        .map((imported) => `${path} imports ${imported}`),
    );

    expect(trespasses).toEqual([]);
  });

  test('db and http know no capability, but for the types of the caller', () => {
    const allowed = /^(answers|db|http)\/|^(errors|config)\.ts$|^access\/(caller|permissions)\.ts$/;
    const trespasses = code
      .filter(({ folder }) => folder === 'db' || folder === 'http')
      .flatMap(({ path, imports }) =>
        imports.filter((imported) => !allowed.test(imported)).map((it) => `${path} imports ${it}`),
      );

    expect(trespasses).toEqual([]);
  });

  test('evaluation and answers import nothing outside themselves', () => {
    const trespasses = code
      .filter(({ folder }) => ['answers', 'evaluation'].includes(folder))
      .flatMap(({ path, folder, imports }) =>
        imports
          .filter((imported) => !imported.startsWith(`${folder}/`))
          .map((it) => `${path} imports ${it}`),
      );

    expect(trespasses).toEqual([]);
  });

  test('nothing imports the app but the process and the tests', () => {
    const importers = code.filter(({ imports }) => imports.includes('app.ts'));

    expect(importers.map(({ path }) => path)).toEqual(['main.ts']);
  });

  test('the product does not import what only tests use', () => {
    const importers = code.filter(({ imports }) =>
      imports.some((imported) => /^testing\/|\/examples\.ts$/.test(imported)),
    );

    expect(importers.map(({ path }) => path)).toEqual([]);
  });
});

describe('one way to do a thing', () => {
  test('a table is written only by the folders that own it', () => {
    const writes =
      /\.(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)'|\b(?:insert into|update|delete from) (\w+)/g;
    const trespasses = code.flatMap(({ path, folder, text }) =>
      [...text.matchAll(writes)]
        .map(([, built, raw]) => (built ?? raw ?? '') as keyof typeof owners)
        .filter((table) => owners[table] && !owners[table].includes(folder))
        .map((table) => `${path} writes ${table}`),
    );

    expect(trespasses).toEqual([]);
  });

  test('statements are only in queries', () => {
    const exceptions = [
      'access/visibility.ts',
      'events/chain.ts',
      'http/health.ts',
      // Pieces of the statements in search/queries.ts.
      'search/conditions.ts',
      'search/order.ts',
    ];
    const statement = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^`]*>)?`/;
    const strays = code
      .filter(
        ({ folder, file, path }) =>
          folder !== 'db' && file !== 'queries.ts' && !exceptions.includes(path),
      )
      .filter(({ text }) => statement.test(text));

    expect(strays.map(({ path }) => path)).toEqual([]);
  });

  test('only inTransaction and the migrations open a transaction', () => {
    const openers = code.filter(({ text }) => text.includes('.transaction()'));

    expect(openers.map(({ path }) => path).sort()).toEqual(['db/migrate.ts', 'events/record.ts']);
  });

  test('only config.ts reads the environment', () => {
    const readers = code.filter(({ text }) => text.includes('process.env'));

    expect(readers.map(({ path }) => path)).toEqual(['config.ts']);
  });

  test('rules and evaluation never wait and never ask the clock', () => {
    const impure = code
      .filter(({ file, folder }) => file === 'rules.ts' || folder === 'evaluation')
      .filter(({ text }) =>
        /\bawait\b|\basync\b|Date\.now\(\)|new Date\(\)|Math\.random/.test(text),
      );

    expect(impure.map(({ path }) => path)).toEqual([]);
  });
});

describe('size and names', () => {
  test('no file is longer than 400 lines', () => {
    const long = sources.filter(({ text }) => text.split('\n').length > 401);

    expect(long.map(({ path }) => path)).toEqual([]);
  });

  test('no folder is deeper than two levels and no file is a drawer', () => {
    const drawers = /(^|\/)(index|utils?|helpers?|common|misc)\.ts$/;
    const bad = sources.filter(({ path }) => path.split('/').length > 2 || drawers.test(path));

    expect(bad.map(({ path }) => path)).toEqual([]);
  });
});

function readSource(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const folder = dirname(path);
  const imports = [...text.matchAll(/^(?:import|export)\b[^;]*?from '(\.[^']+)';/gms)].map(
    ([, specifier = '']) => normalize(join(folder, specifier)).split(sep).join('/'),
  );
  return { path, folder, file: path.split('/').at(-1) ?? path, text, imports };
}
