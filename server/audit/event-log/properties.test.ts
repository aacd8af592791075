import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PastEvent } from '../../events/queries.ts';
import { aGrant, aProject, aUser } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { onPostgres } from '../../testing/database.ts';
import { someEvents } from '../../testing/events.ts';
import { caseCount } from '../../testing/scale.ts';
import { transactionsOf } from '../../transactions.ts';
import { runStep } from '../partitions/job.ts';
import { type EventFilters, parseEventSearch } from './filters.ts';

/** Compares results for random events and queries with a naive filter. */

const { db, get, admin } = await testApp();

const secret = await aProject(db, { id: 'secret', mode: 'private' });
const shared = await aProject(db, { id: 'shared', mode: 'private' });
const open = await aProject(db, { id: 'open' });
const editor = await aUser(db, { rootRole: 'Editor' });
const viewer = await aUser(db);
await aGrant(db, { project: shared, userId: viewer.id });

const projects = [secret, shared, open, 'deleted', null];
const flags = ['f1', 'f,2', 'F1', null];
const environments = ['dev', 'prod', null];
const tags = ['a', 'b, c', 'd:e'].map((value) => ({ type: 'team', value }));
const types = ['feature-created', 'feature-archived', 'tag-created', 'user-created'] as const;
const creators = [1, 2, -42];
const days = ['2024-01-01', '2024-01-02', '2024-02-29', '2024-03-01'];
const words = ['alpha', 'Beta', '50%', 'a_b', 'be', 'x', 'alphabet', 'alpha beta-a1b2c3d4 gamma'];

const callers: Record<string, { token: string; maySee: (project: string | null) => boolean }> = {
  admin: { token: admin.token, maySee: () => true },
  editor: { token: editor.token, maySee: (project) => project !== null },
  viewer: { token: viewer.token, maySee: (project) => project === shared || project === open },
};

const payload: fc.Arbitrary<object | null> = fc.option(
  fc.constantFrom(...words).map((word) => ({ word })),
);

const event: fc.Arbitrary<Partial<PastEvent>> = fc.record({
  project: fc.constantFrom(...projects),
  featureName: fc.constantFrom(...flags),
  environment: fc.constantFrom(...environments),
  type: fc.constantFrom(...types),
  createdByUserId: fc.constantFrom(...creators),
  createdAt: fc.constantFrom(...days).map((day) => `${day}T23:59:59.999Z`),
  data: payload,
  preData: payload,
  tags: fc.subarray([...tags]),
});

type Stored = Partial<PastEvent> & { id: number };
type Test = (event: Stored) => boolean;
/** The same search by parameters and by the parameter q. */
type Query = { params: [string, string][]; q: string; matches: Test };

const always: Query = { params: [], q: '', matches: () => true };

const quoted = (text: string | number) => `"${text}"`;

/** The keys of the query language. */
const keys: Record<string, string> = { feature: 'flag', project: 'in', createdBy: 'by' };

const setTerm = (param: string, operator: string, values: readonly (string | number)[]) =>
  `${operator.includes('NO') ? '-' : ''}(${values
    .map((value) => `${keys[param] ?? (param === 'environment' ? 'env' : param)}:${quoted(value)}`)
    .join(' or ')})`;

const setFilter = (
  param: string,
  values: readonly (string | number)[],
  memberOf: (event: Stored) => unknown,
): fc.Arbitrary<Query> =>
  fc
    .tuple(
      fc.constantFrom('IS', 'IS_ANY_OF', 'IS_NOT', 'IS_NONE_OF'),
      fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }),
    )
    .map(([operator, chosen]) => ({
      params: [[param, `${operator}:${chosen.map(quoted).join(',')}`]],
      q: setTerm(param, operator, chosen),
      matches: (one) => chosen.includes(memberOf(one) as never) !== operator.includes('NO'),
    }));

const tagFilter: fc.Arbitrary<Query> = fc
  .tuple(
    fc.constantFrom('IS', 'IS_ANY_OF', 'IS_NOT', 'IS_NONE_OF'),
    fc.subarray([...tags, { type: 'team', value: 'none' }], { minLength: 1 }),
  )
  .map(([operator, chosen]) => ({
    params: [['tag', `${operator}:${chosen.map((it) => `"${it.type}:${it.value}"`).join(',')}`]],
    q: setTerm(
      'tag',
      operator,
      chosen.map(({ type, value }) => `${type}:${value}`),
    ),
    matches: (one) =>
      chosen.some((it) => (one.tags as typeof chosen).some(({ value }) => value === it.value)) !==
      operator.includes('NO'),
  }));

const dayFilter = (param: 'from' | 'to'): fc.Arbitrary<Query> =>
  fc.constantFrom(...days, '2024-01-15').map((day) => ({
    params: [[param, `IS:${day}`]],
    q: `${param === 'from' ? 'since' : 'until'}:${day}`,
    matches: ({ createdAt = '' }) => {
      const own = createdAt.slice(0, 10);
      return param === 'from' ? own >= day : own <= day;
    },
  }));

const textFilter: fc.Arbitrary<Query> = fc
  .constantFrom(...words, 'ALPHA', 'zzz', 'beta-A1B2C3D4 ga', 'alpha b1-a2c3d4 gamma')
  .map((text) => ({
    params: [['query', text]],
    q: quoted(text),
    matches: ({ data, preData }) =>
      [data, preData].some(
        (part) => part && JSON.stringify(part).toLowerCase().includes(text.toLowerCase()),
      ),
  }));

const sometimes = (filter: fc.Arbitrary<Query>) => fc.option(filter, { nil: always, freq: 1 });

const filters = [
  setFilter('project', [secret, shared, open, 'deleted', 'never'], ({ project }) => project),
  setFilter('feature', ['f1', 'f,2', 'F1', 'none'], ({ featureName }) => featureName),
  setFilter('environment', ['dev', 'prod'], ({ environment }) => environment),
  setFilter('type', types, ({ type }) => type),
  setFilter('createdBy', [1, 2, -42, 77], ({ createdByUserId }) => createdByUserId),
  tagFilter,
  dayFilter('from'),
  dayFilter('to'),
  textFilter,
];

const query: fc.Arbitrary<Query> = fc.tuple(...filters.map(sometimes)).map((parts) => ({
  params: parts.flatMap(({ params }) => params),
  q: parts.map(({ q }) => q).join(' '),
  matches: (one) => parts.every(({ matches }) => matches(one)),
}));

/** Filters joined and negated in any way, which only a query can express. */
const { tree } = fc.letrec<{ tree: Query }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(...filters),
    tie('tree').map(({ q, matches }) => ({
      params: [],
      q: `-(${q})`,
      matches: (one: Stored) => !matches(one),
    })),
    fc.tuple(tie('tree'), tie('tree')).map(([one, other]) => ({
      params: [],
      q: `(${one.q} or ${other.q})`,
      matches: (it: Stored) => one.matches(it) || other.matches(it),
    })),
    fc.tuple(tie('tree'), tie('tree')).map(([one, other]) => ({
      params: [],
      q: `(${one.q} ${other.q})`,
      matches: (it: Stored) => one.matches(it) && other.matches(it),
    })),
  ),
}));

const paging = fc.record({ limit: fc.integer({ min: 1, max: 60 }), offset: fc.nat({ max: 400 }) });

let log: Stored[] = [];

async function append(events: readonly Partial<PastEvent>[]): Promise<void> {
  if (events.length === 0) return;
  const ids = await someEvents(db, events);
  log.push(...events.map((one, index) => ({ ...one, id: ids[index] ?? 0 })));
}

let month = 0;

/** Partitions the log, closes partitions and deletes those of more than five months. */
async function startNextMonth(): Promise<void> {
  month += 1;
  const now = new Date(Date.UTC(2026, month)).toISOString();
  const settings = { partitionsFrom: 1, retentionMonths: 5 };
  for (;;) {
    const step = await runStep(transactionsOf(db), settings, now);
    if (step.did === 'nothing') return;
    if (step.did === 'deleted') await readDeletion();
  }
}

async function readDeletion(): Promise<void> {
  const { id, created_at, data } = await db
    .selectFrom('events')
    .select(['id', 'created_at', 'data'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const { lastId, events } = data as { lastId: number; events: number };
  const left = log.filter((one) => one.id > lastId);
  expect(log.length - left.length).toBe(events);
  const fields = { project: null, featureName: null, environment: null, preData: null, tags: [] };
  const type = 'events-deleted' as const;
  log = [...left, { ...fields, id, type, createdAt: created_at, createdByUserId: -1337, data }];
}

test('pages and totals equal a naive filter, while other events arrive and months change', async () => {
  await append(fc.sample(event, { numRuns: 300, seed: 7 }));
  const idFilter = setFilter('id', log.map(({ id }) => id).slice(0, 40), ({ id }) => id);
  let seen = 0;

  await fc.assert(
    fc.asyncProperty(
      query,
      sometimes(idFilter),
      paging,
      fc.constantFrom(...Object.keys(callers)),
      fc.array(event, { maxLength: 2 }),
      fc.nat({ max: 9 }),
      fc.boolean(),
      async (query, byId, { limit, offset }, caller, arriving, chance, asQuery) => {
        await append(arriving);
        if (onPostgres && chance === 0) await startNextMonth();
        const { token, maySee } = callers[caller] ?? { token: '', maySee: () => false };
        const whole: [string, string] = ['q', `${query.q} ${byId.q}`];
        const params = new URLSearchParams([
          ...(asQuery ? [whole] : [...query.params, ...byId.params]),
          ['limit', String(limit)],
          ['offset', String(offset)],
        ]);

        const { status, body } = await get(`/api/admin/search/events?${params}`, { token });
        const all = await get('/api/admin/search/events?limit=1');

        const expected = log
          .filter((one) => maySee(one.project ?? null) && query.matches(one) && byId.matches(one))
          .map(({ id }) => id)
          .sort((one, other) => other - one);
        expect({ status, total: body.total }).toEqual({ status: 200, total: expected.length });
        expect(body.events.map(({ id }: { id: number }) => id)).toEqual(
          expected.slice(offset, offset + limit),
        );
        expect(all.body.total).toBe(log.length);
        expect(all.body.events[0].id).toBeGreaterThanOrEqual(seen);
        seen = all.body.events[0].id;
      },
    ),
    { numRuns: caseCount({ short: 150, full: 2000 }) },
  );
}, 600_000);

test('parameters and their query are the same filters', () => {
  fc.assert(
    fc.property(query, ({ params, q }) => {
      const byParameter = parseEventSearch(Object.fromEntries(params)).filters;
      const byQuery = parseEventSearch({ q }).filters;

      expect(inOrder(byQuery)).toEqual(inOrder(byParameter));
    }),
  );
});

const inOrder = ({ sets, ...filters }: EventFilters) => ({
  ...filters,
  sets: [...sets].sort((one, other) => (one.column < other.column ? -1 : 1)),
});

test('a query with any combination of filters equals a naive filter, in both orders', async () => {
  await append(fc.sample(event, { numRuns: 50, seed: 9 }));

  await fc.assert(
    fc.asyncProperty(
      tree,
      paging,
      fc.constantFrom(...Object.keys(callers)),
      fc.constantFrom('', ' sort:newest', ' sort:oldest'),
      async ({ q, matches }, { limit, offset }, caller, sort) => {
        const { token, maySee } = callers[caller] ?? { token: '', maySee: () => false };
        const page = { limit: String(limit), offset: String(offset) };
        const params = new URLSearchParams({ q: `${q}${sort}`, ...page });

        const { status, body } = await get(`/api/admin/search/events?${params}`, { token });

        const expected = log
          .filter((one) => maySee(one.project ?? null) && matches(one))
          .map(({ id }) => id)
          .sort((one, other) => (sort.endsWith('oldest') ? one - other : other - one));
        expect({ status, total: body.total }, q).toEqual({ status: 200, total: expected.length });
        expect(
          body.events.map(({ id }: { id: number }) => id),
          q,
        ).toEqual(expected.slice(offset, offset + limit));
      },
    ),
    { numRuns: caseCount({ short: 60, full: 2000 }) },
  );
}, 600_000);

test('all pages together contain each match once', async () => {
  await append(fc.sample(event, { numRuns: 50, seed: 8 }));

  await fc.assert(
    fc.asyncProperty(query, fc.integer({ min: 5, max: 70 }), async ({ params }, limit) => {
      const ids: number[] = [];
      for (let total = 1; ids.length < total; ) {
        const page: [string, string][] = [
          ['limit', String(limit)],
          ['offset', String(ids.length)],
        ];
        const search = new URLSearchParams([...params, ...page]);
        const { body } = await get(`/api/admin/search/events?${search}`);
        ids.push(...body.events.map(({ id }: { id: number }) => id));
        total = body.total;
      }

      const { body } = await get(
        `/api/admin/search/events/export?format=ndjson&${new URLSearchParams(params)}`,
      );
      const exported = typeof body === 'string' ? body.trim().split('\n') : body ? [body] : [];
      expect(new Set(ids).size).toBe(ids.length);
      expect(
        exported.map((line) => (typeof line === 'string' ? JSON.parse(line) : line).id).reverse(),
      ).toEqual(ids);
    }),
    { numRuns: caseCount({ short: 10, full: 200 }) },
  );
}, 600_000);
