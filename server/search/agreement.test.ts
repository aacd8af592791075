import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anApiToken } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import { onPostgres } from '../testing/database.ts';
import { type ModelFlag, plantWorld, searchNaively, type World, world } from '../testing/search.ts';
import { type Asked, asked, urlOf } from '../testing/search-queries.ts';

/** More of them where it is asked for: docs/testing.md has the command. */
const cases = Number(process.env.PENNON_SEARCH_CASES ?? (onPostgres ? 1000 : 3000));
const worlds = 10;

const { db, get, admin } = await testApp();
const adminToken = await anApiToken(db, { type: 'admin' });

describe('GET /api/admin/search/features answers as a plain filter and sort would', () => {
  const plans = fc.sample(world(), { numRuns: worlds, seed: Date.now() % 1_000_000_007 });

  test.each(plans.map((plan, number) => ({ plan, number })))(
    'in made-up world $number',
    async ({ plan, number }) => {
      const planted = await plantWorld(db, `w${number}`, plan, admin.id);

      const agreement = fc.asyncProperty(asked(planted), async (question) => {
        await expectAgreement(planted, question);
      });

      await fc.assert(agreement, {
        numRuns: Math.ceil(cases / worlds),
        reporter: (run) => {
          if (run.failed)
            throw new Error(`${fc.defaultReportMessage(run)}\n${JSON.stringify(plan)}`);
        },
      });
    },
  );
});

async function expectAgreement(planted: World, question: Asked): Promise<void> {
  const expected = searchNaively(planted, question).map(({ name }) => name);
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const paging: string = question.byCursor
      ? cursor === null
        ? ''
        : `&cursor=${cursor}`
      : `&offset=${found.length}`;
    const answer = await get(`${urlOf(question)}${paging}`, tokenOf(question));
    expect(answer.body).toMatchObject({ total: expected.length });
    const names = answer.body.features.map(({ name }: ModelFlag) => name);
    expect(names).toEqual(expected.slice(found.length, found.length + question.limit));
    found.push(...names);
    cursor = answer.body.nextCursor;
    expect(cursor === null).toBe(found.length === expected.length);
  } while (found.length < expected.length);

  if (!question.alsoPastTheEnd) return;
  const past = await get(`${urlOf(question)}&offset=${expected.length + 7}`, tokenOf(question));
  expect(past.body).toMatchObject({ features: [], total: expected.length });
}

/** The token of an admin is nobody's, so it has no favourites. */
const tokenOf = ({ asNobody }: Asked) => (asNobody ? { token: adminToken } : {});
