import type { Samples } from './samples.ts';
import { type BackgroundLoad, type BenchRequest, getOf, type Scenario } from './scenario.ts';
import { writes } from './writes.ts';

const flagSearch = '/api/admin/search/features';
const eventSearch = '/api/admin/search/events';

/** Searches with random parameters while flags are changed and usage is reported. */
export function live(samples: Samples): Scenario[] {
  const background = liveLoad(samples);
  const kinds = {
    'flag searches': flagSearches,
    'event searches': eventSearches,
    'personal dashboard': [dashboard],
  };
  const scenario = (name: string, builders: readonly Builder[]): Scenario => ({
    ...{ name, group: 'live', status: 200, background },
    request: (n) => requestOf(samples, builders, n),
  });
  return [
    scenario('these three in random order', Object.values(kinds).flat()),
    ...Object.entries(kinds).map(([name, builders]) => scenario(name, builders)),
    // The peer has none.
    scenario('pending change requests', [pending]),
  ];
}

/** Twenty changes a second, and a report about 200 flags every second. */
function liveLoad(samples: Samples): BackgroundLoad[] {
  const changes = writes(samples).filter(({ name }) => name !== 'flag create');
  const names = samples.writableFlags.map(({ flag }) => flag);
  return [
    ...changes.map(
      ({ request, status }): BackgroundLoad => ({ perSecond: 10, as: 'admin', request, status }),
    ),
    { perSecond: 1, as: 'client', status: 202, request: (n) => usageReport(names, n) },
  ];
}

const usageReport = (names: readonly string[], n: number): BenchRequest => ({
  method: 'POST',
  path: '/api/client/metrics',
  body: {
    appName: 'bench',
    instanceId: 'live',
    bucket: {
      start: new Date(Date.now() - 1000).toISOString(),
      stop: new Date().toISOString(),
      toggles: Object.fromEntries(
        names.map((name) => [name, { yes: 1 + (n % 7), no: n % 3, variants: {} }]),
      ),
    },
  },
});

type Random = { below: (limit: number) => number; of: <T>(values: readonly T[]) => T };
type Builder = (random: Random, samples: Samples) => BenchRequest;

/** The same for every server. */
function requestOf(samples: Samples, builders: readonly Builder[], n: number): BenchRequest {
  const random = randomOf(n);
  return random.of(builders)(random, samples);
}

/** Mulberry32. */
function randomOf(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    const again = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return ((again ^ (again >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    of: (values) => {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error('Nothing to choose from');
      return value;
    },
  };
}

const searchBy =
  (path: string, queryOf: (random: Random, samples: Samples) => Record<string, string>): Builder =>
  (random, samples) =>
    getOf(path, queryOf(random, samples));

const flagNameOf = (random: Random, { writableFlags }: Samples) => random.of(writableFlags).flag;

/** A page among the first of at least this many rows. */
const offsetBelow = (random: Random, rows: number) =>
  String(50 * random.below(Math.max(1, Math.floor(rows / 50))));

const dayOf = (random: Random) =>
  new Date(Date.UTC(2025, random.below(12), 1 + random.below(28))).toISOString().slice(0, 10);

const flagSearches: readonly Builder[] = [
  searchBy(flagSearch, (random) => ({ offset: offsetBelow(random, 500) })),
  searchBy(flagSearch, (random, samples) => {
    const name = flagNameOf(random, samples);
    const start = random.below(Math.max(1, name.length - 3));
    return { query: name.slice(start, start + 3) };
  }),
  searchBy(flagSearch, (random, { projects }) => ({
    project: `IS:${random.of(projects)}`,
    state: random.of(['IS:active', 'IS:stale']),
  })),
  searchBy(flagSearch, (random, { tags }) => ({
    tag: `INCLUDE:${random.of(tags)}`,
    sortBy: 'name',
  })),
  searchBy(flagSearch, (random, { segments }) => ({ segment: `INCLUDE:${random.of(segments)}` })),
  searchBy(flagSearch, (random) => ({
    'status[]': `production:${random.of(['enabled', 'disabled'])}`,
    sortBy: 'lastSeenAt',
    sortOrder: 'desc',
    offset: offsetBelow(random, 500),
  })),
  searchBy(flagSearch, (random, { flags }) => ({ offset: offsetBelow(random, flags) })),
  searchBy(flagSearch, (random) => ({
    createdAt: `IS_ON_OR_AFTER:${dayOf(random)}`,
    favoritesFirst: 'true',
  })),
  searchBy(flagSearch, (random, { tags }) => ({
    tag: `EXCLUDE_ALL:${random.of(tags)},${random.of(tags)}`,
  })),
  searchBy(flagSearch, (random, { creators }) => ({
    type: random.of(['IS:release', 'IS:experiment', 'IS:operational']),
    createdBy: `IS:${random.of(creators)}`,
  })),
];

const eventSearches: readonly Builder[] = [
  searchBy(eventSearch, (random) => ({ offset: offsetBelow(random, 5000) })),
  searchBy(eventSearch, (random, samples) => ({
    query: random.of(samples.writableFlags).strategy,
  })),
  searchBy(eventSearch, (random, samples) => ({ feature: `IS:${flagNameOf(random, samples)}` })),
  searchBy(eventSearch, (random, { projects }) => ({
    project: `IS:${random.of(projects)}`,
    type: `IS_ANY_OF:feature-created,${random.of(['feature-archived', 'feature-updated'])}`,
  })),
  searchBy(eventSearch, (random) => {
    const day = dayOf(random);
    return { from: `IS:${day}`, to: `IS:${day.slice(0, 8)}28` };
  }),
];

const dashboard: Builder = (random, { projects }) =>
  getOf(`/api/admin/personal-dashboard/${random.of(projects)}`);

const pending: Builder = (random, { writableFlags }) => {
  const { project, flag } = random.of(writableFlags);
  return getOf(`/api/admin/projects/${project}/change-requests/pending/${flag}`);
};
