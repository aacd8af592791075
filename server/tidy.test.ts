import { describe, expect, test } from 'vitest';
import { owners } from './platform/db/owners.ts';
import {
  domainEdges,
  domainOf,
  fileOf,
  filesIn,
  findCycle,
  folderOf,
  lastingCollections,
  loadedBy,
  sourceOf,
  sources,
  spreadsLiteral,
} from './testing/architecture.ts';

/** The architecture as a test; the reasons are in ARCHITECTURE.md. */

/** The domains, and which others each may import. ARCHITECTURE.md shows the same graph. */
const domains: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  events: ['platform'],
  installation: ['platform', 'events'],
  identity: ['platform', 'events'],
  projects: ['platform', 'events', 'identity'],
  flags: ['platform', 'events', 'identity', 'projects'],
  search: ['platform', 'identity', 'flags'],
  delivery: ['platform', 'events', 'identity', 'flags'],
  usage: ['platform', 'events', 'identity', 'projects', 'flags'],
  approvals: ['platform', 'events', 'identity', 'projects', 'flags', 'delivery'],
  history: ['platform', 'flags', 'approvals'],
  audit: ['platform', 'events', 'identity'],
  views: ['platform', 'events', 'identity', 'search', 'audit'],
  integrations: ['platform', 'events', 'audit'],
  inbox: ['platform', 'identity', 'approvals', 'integrations'],
  transfer: ['platform', 'events', 'identity', 'projects', 'flags', 'approvals'],
  demo: [
    'platform',
    'events',
    'installation',
    'identity',
    'projects',
    'flags',
    'usage',
    'approvals',
  ],
  unleash: ['platform', 'events', 'installation', 'identity', 'delivery', 'approvals'],
  edge: ['platform', 'identity', 'delivery', 'usage'],
  mcp: ['platform', 'flags'],
};

/** Imports that break a rule, each by file name and with its reason; at most ten. */
const exceptions: Readonly<Record<string, readonly string[]>> = {};

/** Without tests and what only tests use. */
const code = sources.filter(
  ({ path }) =>
    !path.endsWith('.test.ts') && domainOf(path) !== 'testing' && fileOf(path) !== 'examples.ts',
);

const pure =
  /^platform\/(errors|caller|data-version|permissions|jobs\/backoff)\.ts$|^platform\/query-language\/|^events\/(types|catalogue)\.ts$|^events\/catalogue\/|^delivery\/evaluation\/|\/(rules|schema|constraints|weights|merge)\.ts$/;
const reading =
  /^platform\/(db|cache)\/|^platform\/http\/(set-filter|days)\.ts$|^events\/chain\.ts$|\/(queries|visibility|filters|secret)\.ts$/;
const either = (...rules: readonly RegExp[]) => new RegExp(rules.map((it) => it.source).join('|'));

/** What a file may import from outside its own folder, by its name. */
const roles: Readonly<Record<string, RegExp>> = {
  'schema.ts': /^events\/types\.ts$|\/schema\.ts$/,
  'rules.ts': pure,
  'filters.ts': either(pure, /^platform\/http\//),
  'queries.ts': either(pure, reading),
  'routes.ts': either(pure, /^platform\/|\/filters\.ts$/),
};

/** Commands, and files with a name of their own. */
const composing =
  /^(?!platform\/http\/(?!(set-filter|days|schema|validator|via|event-streams)\.ts$))(?!.*\/routes\.ts$)/;

const mayImport = (path: string, imported: string) =>
  folderOf(imported) === folderOf(path) ||
  ['root', 'platform'].includes(domainOf(path) ?? '') ||
  exceptions[path]?.includes(imported) ||
  (roles[fileOf(path)] ?? composing).test(imported);

describe('domains', () => {
  test('a domain imports only the domains that the table allows it', () => {
    const trespasses = code.flatMap(({ path, imports }) =>
      imports
        .filter((imported) => domainOf(imported) !== domainOf(path) && domainOf(path) !== 'root')
        .filter((imported) => !domains[domainOf(path) ?? '']?.includes(domainOf(imported) ?? ''))
        .filter((imported) => !exceptions[path]?.includes(imported))
        .map((imported) => `${path} imports ${imported}`),
    );

    expect(trespasses).toEqual([]);
  });

  test('the table has no cycle, and nothing in it that no file needs', () => {
    const used = domainEdges(code);
    const unused = Object.entries(domains).flatMap(([from, to]) =>
      to.map((it) => `${from} → ${it}`).filter((edge) => !used.has(edge)),
    );

    expect(findCycle(domains)).toBeUndefined();
    expect(unused).toEqual([]);
  });

  test('a cycle would be found, in value imports and type imports alike', () => {
    const planted = [
      sourceOf('flags/tags/queries.ts', "import type { Page } from '../../search/schema.ts';"),
      sourceOf('search/find.ts', "export { listTags } from '../flags/tags/queries.ts';"),
    ];
    const graph = { flags: ['search'], search: ['flags'] };

    expect([...domainEdges(planted).keys()]).toEqual(['flags → search', 'search → flags']);
    expect(findCycle(graph)).toEqual(['flags', 'search', 'flags']);
  });

  test('exceptions are few, and each is still needed', () => {
    const unneeded = Object.entries(exceptions).flatMap(([path, allowed]) =>
      allowed.filter((it) => !code.some((file) => file.path === path && file.imports.includes(it))),
    );

    expect(unneeded).toEqual([]);
    expect(Object.keys(exceptions).length).toBeLessThanOrEqual(10);
  });
});

describe('imports', () => {
  test('a file imports only what its name allows', () => {
    const trespasses = code.flatMap(({ path, imports }) =>
      imports
        .filter((imported) => !mayImport(path, imported))
        .map((imported) => `${path} imports ${imported}`),
    );

    expect(trespasses).toEqual([]);
  });

  test('evaluation and the cache import nothing outside themselves', () => {
    const trespasses = code
      .filter(({ path }) => ['delivery/evaluation', 'platform/cache'].includes(folderOf(path)))
      .flatMap(({ path, imports }) =>
        imports
          .filter((imported) => folderOf(imported) !== folderOf(path))
          .map((imported) => `${path} imports ${imported}`),
      );

    expect(trespasses).toEqual([]);
  });

  test('nothing imports the app but the process and the tests', () => {
    const importers = code.filter(({ imports }) => imports.includes('app.ts'));

    expect(importers.map(({ path }) => path)).toEqual(['main.ts']);
  });

  test('an edge loads no database', () => {
    const reached = new Set<string>();
    const visit = (path: string): void => {
      if (reached.has(path)) return;
      reached.add(path);
      const { text = '' } = sources.find((source) => source.path === path) ?? {};
      for (const imported of loadedBy(sourceOf(path, text))) visit(imported);
    };
    visit('cli.ts');
    visit('edge-main.ts');

    const packages = sources
      .filter(({ path }) => reached.has(path))
      .filter(({ text }) => /^(?!import type).*from '(kysely|pg|@electric-sql.*)'/m.test(text));
    expect(reached.size).toBeGreaterThan(50);
    expect(packages.map(({ path }) => path)).toEqual([]);
  });

  test('the product does not import what only tests use', () => {
    const importers = code.filter(({ imports }) =>
      imports.some((imported) => /^testing\/|\/examples\.ts$/.test(imported)),
    );

    expect(importers.map(({ path }) => path)).toEqual([]);
  });
});

describe('one mechanism for each job', () => {
  test('a table is written only by the folders that own it', () => {
    const writes =
      /\.(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)'|\b(?:insert into|update|delete from) (\w+)/g;
    const trespasses = code.flatMap(({ path, text }) =>
      [...text.matchAll(writes)]
        .map(([, built, raw]) => (built ?? raw ?? '') as keyof typeof owners)
        .filter((table) => owners[table] && !owners[table].includes(folderOf(path)))
        .map((table) => `${path} writes ${table}`),
    );

    expect(trespasses).toEqual([]);
  });

  test('statements are only in queries', () => {
    const allowed = [
      'identity/access/visibility.ts',
      'events/chain.ts',
      // Pieces of the statements in search/queries.ts.
      'search/conditions.ts',
      'search/order.ts',
      // Pieces of the statements in audit/event-log/queries.ts.
      'audit/event-log/conditions.ts',
    ];
    const statement = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^`]*>)?`/;
    const strays = code
      .filter(({ path }) => folderOf(path) !== 'platform/db' && fileOf(path) !== 'queries.ts')
      .filter(({ path, text }) => !allowed.includes(path) && statement.test(text));

    expect(strays.map(({ path }) => path)).toEqual([]);
  });

  test('only inTransaction and the migrations open a transaction', () => {
    const openers = code.filter(({ text }) => text.includes('.transaction()'));

    expect(openers.map(({ path }) => path).sort()).toEqual([
      'events/record.ts',
      'platform/db/migrate.ts',
    ]);
  });

  test('every transaction has the hooks of the composition root', () => {
    const creators = code.filter(({ text }) => text.includes('createTransactions('));

    expect(creators.map(({ path }) => path).sort()).toEqual([
      'events/record.ts',
      'transactions.ts',
    ]);
  });

  test('only config.ts reads the environment', () => {
    const readers = code.filter(({ text }) => text.includes('process.env'));

    expect(readers.map(({ path }) => path)).toEqual(['config.ts']);
  });

  test('rules and evaluation never await and never read the clock', () => {
    const impure = code
      .filter(({ path }) => fileOf(path) === 'rules.ts' || folderOf(path) === 'delivery/evaluation')
      .filter(({ text }) =>
        /\bawait\b|\basync\b|Date\.now\(\)|new Date\(\)|Math\.random/.test(text),
      );

    expect(impure.map(({ path }) => path)).toEqual([]);
  });
});

/** Maps and sets that outlive a call and are no caches, each with what bounds it. */
const notCaches: Readonly<Record<string, string>> = {
  'delivery/sdk/change-feed.ts revisions': 'One number per environment.',
  'delivery/sdk/delivery.ts listeners': 'Subscribers to changes.',
  'delivery/sdk/payloads.ts forms': 'The encodings of one cached payload, counted in its bytes.',
  'delivery/sdk/payloads.ts sizes': 'The sizes of those encodings.',
  'delivery/sdk/token-cache.ts used': 'Ids of tokens whose last use is not written yet.',
  'edge/state/edge.ts listeners': 'Subscribers to changes.',
  'edge/state/states.ts entries': 'The data of an edge, one entry for each scope of valid tokens.',
  'edge/tokens/tokens.ts known': 'Tokens that the upstream has accepted.',
  'edge/usage/rules.ts groups': 'Rows of one call, which a function inside it adds.',
  'integrations/deliveries/dispatcher.ts running': 'Deliveries in progress, at most 100.',
  'platform/db/coalesce.ts scheduled': 'Requests that arrived in one tick.',
  'platform/db/driver.ts names': 'Names of prepared statements, at most 500.',
  'platform/db/listen.ts callbacks': 'Listeners by channel.',
  'platform/http/event-streams.ts streams': 'Open connections.',
  'platform/slots.ts counts': 'Open streams and requests, which it limits.',
  'unleash/source/api-reader.ts dependencies': 'Parents of the flags of one import.',
  'unleash/source/api-reader.ts responses': 'Those of one import, for a fixed list of paths.',
  'usage/metrics/budget.ts ofFrontend': 'One number per token, until the next write.',
  'usage/metrics/buffer.ts buckets': 'Counts that are not written yet, with a bound of its own.',
  'usage/metrics/buffer.ts instances': 'Counts that are not written yet, with a bound of its own.',
  'usage/metrics/collector.ts reported': 'Names of an hour, with a bound for each token.',
  'usage/metrics/drops.ts pending': 'One number per reason and scope of tokens.',
  'usage/metrics/rules.ts rows': 'Rows of one call, which a function inside it adds.',
};

test('tests wait with `eventually`, because Vitest waits a second unless a limit is given', () => {
  const impatient = [...sources, ...filesIn(['cli'])].filter(({ text }) => /\bvi\.wait/.test(text));

  expect(impatient.map(({ path }) => path)).toEqual(['testing/eventually.ts']);
});

describe('one cache', () => {
  test('only platform/cache uses lru-cache', () => {
    const importers = code.filter(({ text }) => /from 'lru-cache'/.test(text));

    expect(importers.map(({ path }) => folderOf(path))).toEqual(['platform/cache']);
  });

  test('outside it no map and no set outlives a call, but for those that are listed', () => {
    const found = code
      .filter(({ path }) => folderOf(path) !== 'platform/cache')
      .flatMap((source) => lastingCollections(source).map((name) => `${source.path} ${name}`));

    expect([...new Set(found)].sort()).toEqual(Object.keys(notCaches).sort());
  });

  test.each([
    [
      'of a module',
      "const known = new Map<string, string>();\nconst f = () => {\n  known.set('a', 'b');\n};",
    ],
    [
      'of a function',
      'function f() {\n  const known = new Set();\n  return { add: (key) => known.add(key) };\n}',
    ],
    [
      'behind several lines',
      'function f() {\n  const known = new Map();\n  return async (\n    key: string,\n  ): Promise<void> => {\n    if (key) {\n      known.set(key, 1);\n    }\n  };\n}',
    ],
  ])('a map %s that is used as a cache would be found', (_, text) => {
    expect(lastingCollections(sourceOf('search/find.ts', text))).toEqual(['known']);
  });

  test.each([
    ['a table', "const known = new Map([['a', 1]]);\nconst f = () => known.get('a');"],
    [
      'a map of one call',
      'function f() {\n  const known = new Map();\n  rows.forEach((row) => {\n    known.set(row, 1);\n  });\n}',
    ],
    [
      'a map that its keys bound',
      'const known = new WeakMap();\nconst f = (key) => known.set(key, 1);',
    ],
  ])('%s is no cache', (_, text) => {
    expect(lastingCollections(sourceOf('search/find.ts', text))).toEqual([]);
  });
});

describe('size and names', () => {
  test('no file is longer than 400 lines', () => {
    const all = [...sources, ...filesIn(['cli'])];
    const long = all.filter(({ text }) => text.split('\n').length > 401);

    expect(long.map(({ path }) => path)).toEqual([]);
  });

  test('members of objects and lists are written where they are, not spread from a literal', () => {
    const found = filesIn(['server', 'cli', 'console', 'bench', 'scripts', 'e2e'])
      .filter(({ path, text }) => /\.\.\.[[{]/.test(text) && spreadsLiteral(path, text))
      .map(({ path }) => path);

    expect(found).toEqual([]);
    expect(spreadsLiteral('a.ts', 'const a = { ...{ name, type }, id };')).toBe(true);
    expect(spreadsLiteral('a.ts', "const a = [...['x', 'y'].map(f), ...b];")).toBe(false);
  });

  test('no path is deeper than domain/capability/file, and no file is a drawer', () => {
    const drawers = /(^|\/)(index|utils?|helpers?|common|misc)\.ts$/;
    const bad = sources.filter(({ path }) => path.split('/').length > 3 || drawers.test(path));

    expect(bad.map(({ path }) => path)).toEqual([]);
  });

  test('the words that CONTRIBUTING.md replaces are not used', () => {
    const folders = [
      'server',
      'cli',
      'console/src',
      'e2e',
      'clients',
      'bench',
      'campaigns',
      'scripts',
    ];
    const found = filesIn(folders)
      .filter(({ path }) => !path.endsWith('tidy.test.ts'))
      .flatMap(({ path, text }) => replacedWordsIn(text).map((word) => `${path}: ${word}`));

    expect(found).toEqual([]);
  });

  test('a replaced word would be found in an identifier and in a comment', () => {
    expect(replacedWordsIn('const flagTallies = 1; // A verdict.')).toEqual(['tallies', 'verdict']);
  });
});

const replacedWords = new Set(
  `anew answer answered answers anybody asked asks backdrop carries carry dear doubtful facts forecast
   forget forgets forgotten guarded happening happenings heard hearers hears held judge judged lookout
   manifold mend mended newcomers news outlived question questions recall rehearse renewed said says
   sheet sheets sight sighting sightings somebody speak speaks stands steady surroundings talk tallies
   tally tell tells told touched twin unforeseen verdict verdicts whoever wish wishes`.split(/\s+/),
);

const replacedWordsIn = (text: string) =>
  (text.match(/[A-Za-z][a-z]*/g) ?? [])
    .map((word) => word.toLowerCase())
    .filter((word) => replacedWords.has(word));
