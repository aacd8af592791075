import { createRandoms, type Random } from '../../server/demo/random.ts';
import { listOf } from '../../server/demo/vocabulary.ts';
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
    name,
    group: 'live',
    status: 200,
    background,
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

type Builder = (random: Random, samples: Samples) => BenchRequest;

const randoms = createRandoms('live');

/** The same for every server. */
function requestOf(samples: Samples, builders: readonly Builder[], n: number): BenchRequest {
  const random = randoms(n);
  return oneOf(random, builders)(random, samples);
}

const oneOf = <T>(random: Random, values: readonly T[]): T =>
  random.pick(listOf(values, 'samples'));

const searchBy =
  (path: string, queryOf: (random: Random, samples: Samples) => Record<string, string>): Builder =>
  (random, samples) =>
    getOf(path, queryOf(random, samples));

const flagNameOf = (random: Random, { writableFlags }: Samples) =>
  oneOf(random, writableFlags).flag;

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
    project: `IS:${oneOf(random, projects)}`,
    state: oneOf(random, ['IS:active', 'IS:stale']),
  })),
  searchBy(flagSearch, (random, { tags }) => ({
    tag: `INCLUDE:${oneOf(random, tags)}`,
    sortBy: 'name',
  })),
  searchBy(flagSearch, (random, { segments }) => ({
    segment: `INCLUDE:${oneOf(random, segments)}`,
  })),
  searchBy(flagSearch, (random) => ({
    'status[]': `production:${oneOf(random, ['enabled', 'disabled'])}`,
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
    tag: `EXCLUDE_ALL:${oneOf(random, tags)},${oneOf(random, tags)}`,
  })),
  searchBy(flagSearch, (random, { creators }) => ({
    type: oneOf(random, ['IS:release', 'IS:experiment', 'IS:operational']),
    createdBy: `IS:${oneOf(random, creators)}`,
  })),
];

const eventSearches: readonly Builder[] = [
  searchBy(eventSearch, (random) => ({ offset: offsetBelow(random, 5000) })),
  searchBy(eventSearch, (random, samples) => ({
    query: oneOf(random, samples.writableFlags).strategy,
  })),
  searchBy(eventSearch, (random, samples) => ({ feature: `IS:${flagNameOf(random, samples)}` })),
  searchBy(eventSearch, (random, { projects }) => ({
    project: `IS:${oneOf(random, projects)}`,
    type: `IS_ANY_OF:feature-created,${oneOf(random, ['feature-archived', 'feature-updated'])}`,
  })),
  searchBy(eventSearch, (random) => {
    const day = dayOf(random);
    return { from: `IS:${day}`, to: `IS:${day.slice(0, 8)}28` };
  }),
];

const dashboard: Builder = (random, { projects }) =>
  getOf(`/api/admin/personal-dashboard/${oneOf(random, projects)}`);

const pending: Builder = (random, { writableFlags }) => {
  const { project, flag } = oneOf(random, writableFlags);
  return getOf(`/api/admin/projects/${project}/change-requests/pending/${flag}`);
};
