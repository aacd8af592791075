import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printQuery } from '../platform/query-language/printer.ts';
import { anApiToken } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import { caseCount } from '../testing/scale.ts';
import {
  type Dataset,
  dataset,
  insertDataset,
  type ModelFlag,
  searchNaively,
} from '../testing/search.ts';
import {
  type SearchQuery,
  type SearchTree,
  searchQuery,
  searchTree,
  urlOf,
} from '../testing/search-queries.ts';

const cases = caseCount({ short: 600, full: 20_000 });
const datasetCount = caseCount({ short: 4, full: 10 });

const { db, get, admin } = await testApp();
const adminToken = await anApiToken(db, { type: 'admin' });

describe('GET /api/admin/search/features returns the same flags as a plain filter and sort', () => {
  const plans = fc.sample(dataset(), { numRuns: datasetCount, seed: Date.now() % 1_000_000_007 });

  test.each(plans.map((plan, number) => ({ plan, number })))(
    'for generated dataset $number',
    async ({ plan, number }) => {
      const stored = await insertDataset(db, `w${number}`, plan, admin.id);

      const agreement = fc.asyncProperty(searchQuery(stored), async (query) => {
        await expectAgreement(stored, query);
      });

      const trees = fc.asyncProperty(searchTree(stored), async (tree) => {
        await expectSameFlags(stored, tree);
      });

      await assertFor(plan, agreement, Math.ceil(cases / datasetCount));
      await assertFor(plan, trees, Math.ceil(cases / datasetCount / 4));
    },
  );
});

async function assertFor<T>(plan: unknown, property: fc.IAsyncProperty<T>, numRuns: number) {
  await fc.assert(property, {
    numRuns,
    reporter: (run) => {
      if (run.failed) throw new Error(`${fc.defaultReportMessage(run)}\n${JSON.stringify(plan)}`);
    },
  });
}

/** Any combination of filters in the query language, among all flags of the data. */
async function expectSameFlags({ flags, projects }: Dataset, { expression, matches }: SearchTree) {
  const any = (words: string[]) => `(${words.join(' or ')})`;
  const among = any(projects.map((project) => `project:${project}`));
  const archivedToo = any(['is:archived', '-is:archived']);
  const q = `${among} ${archivedToo} (${printQuery([expression])}) sort:name`;
  const { status, body } = await get(
    `/api/admin/search/features?${new URLSearchParams({ q, limit: '1000' })}`,
  );

  expect(status, JSON.stringify([q, body])).toBe(200);
  const names = body.features.map(({ name }: ModelFlag) => name);
  expect(names, q).toEqual(
    flags
      .filter(matches)
      .map(({ name }) => name)
      .sort(),
  );
  expect(body.total).toBe(names.length);
}

async function expectAgreement(stored: Dataset, query: SearchQuery): Promise<void> {
  const expected = searchNaively(stored, query).map(({ name }) => name);
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const paging: string = query.byCursor
      ? cursor === null
        ? ''
        : `&cursor=${cursor}`
      : `&offset=${found.length}`;
    const response = await get(`${urlOf(query)}${paging}`, tokenOf(query));
    expect(response.body).toMatchObject({ total: expected.length });
    const names = response.body.features.map(({ name }: ModelFlag) => name);
    expect(names).toEqual(expected.slice(found.length, found.length + query.limit));
    found.push(...names);
    cursor = response.body.nextCursor;
    expect(cursor === null).toBe(found.length === expected.length);
  } while (found.length < expected.length);

  if (!query.alsoPastTheEnd) return;
  const past = await get(`${urlOf(query)}&offset=${expected.length + 7}`, tokenOf(query));
  expect(past.body).toMatchObject({ features: [], total: expected.length });
}

/** An admin API token belongs to no user, so it has no favourites. */
const tokenOf = ({ withoutUser }: SearchQuery) => (withoutUser ? { token: adminToken } : {});
