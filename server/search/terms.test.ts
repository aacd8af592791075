import { describe, expect, test } from 'vitest';
import { aFlag, aProject, aUser } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import { expectPositions } from '../testing/query-positions.ts';
import { flagKeys, parseTerms } from './terms.ts';

const now = Date.parse('2026-11-18T10:20:30.400Z');

describe('a time', () => {
  const day = (before: boolean, date: string) => ({ before, time: `${date}T00:00:00.000Z` });

  test.each([
    ['created:<30d', [{ before: false, time: '2026-10-19T10:20:00.000Z' }]],
    ['created:>12h', [{ before: true, time: '2026-11-17T22:20:00.000Z' }]],
    ['created:<=2w', [{ before: false, time: '2026-11-04T10:20:00.000Z' }]],
    ['created:<2026-11-01', [day(true, '2026-11-01')]],
    ['created:<=2026-11-01', [day(true, '2026-11-02')]],
    ['created:>2026-11-01', [day(false, '2026-11-02')]],
    ['created:>=2026-11-01', [day(false, '2026-11-01')]],
    ['created:2026-11-01', [day(false, '2026-11-01'), day(true, '2026-11-02')]],
  ])('%s', (text, bounds) => {
    expect(parseTerms(text, now).criteria).toEqual([{ on: 'created', bounds }]);
  });
});

describe('what a query cannot mean is refused with its place and a hint', () => {
  test.each([
    ['porject:checkout', 1, 'did you mean "project:"?'],
    ['a http://x', 3, 'a text with a colon needs quotes'],
    ['constructor:x', 1, '"constructor:" is unknown'],
    ['is:stael', 4, 'did you mean "stale"?'],
    ['is:green', 4, 'expected active, stale, potentially-stale, archived, favorite'],
    ['stage:love', 7, 'did you mean "live"?'],
    ['type:<5', 7, '"type:" takes no "<"'],
    ['type:rel*', 6, '"type:" takes no "*"'],
    ['tag:legacy', 5, 'did you mean "simple:legacy"'],
    ['tag:team:', 5, 'expected type:value'],
    ['env:production', 5, 'env:production=on'],
    ['created:30d', 9, 'takes an age or a day'],
    ['created:<2026-02-30', 10, 'takes an age or a day'],
    ['sort:nmae', 6, 'did you mean "name"?'],
    ['sort:name sort:type', 11, 'one "sort:"'],
    ['-sort:name', 2, 'cannot be negated'],
    ['(sort:name or a)', 2, 'cannot be negated or in parentheses'],
  ])('%s', async (q, position, hint) => {
    const { status, body } = await search({ q });

    expect(status).toBe(400);
    expect(body.details).toMatchObject([{ position, path: '/query/q' }]);
    expect(body.message).toContain(`q, character ${position}: `);
    expect(body.message).toContain(hint);
  });

  test('an order in the query and in a parameter', async () => {
    const { status, body } = await search({ q: 'sort:name', sortBy: 'type' });

    expect(status).toBe(400);
    expect(body.message).toContain('omitted if q contains sort:');
  });
});

const { db, get } = await testApp();

const search = (params: Record<string, string>) =>
  get(`/api/admin/search/features?${new URLSearchParams(params)}`);

describe('a query', () => {
  const found = async (params: Record<string, string>) => {
    const { body } = await search(params);
    return body.features.map(({ name }: { name: string }) => name);
  };

  test('is combined with parameters, and sorts', async () => {
    const project = await aProject(db);
    for (const name of ['pay-a', 'pay-b', 'other', 'pay_c', 'Pay-d']) {
      await aFlag(db, { project, name: `${name}-${project}` });
    }
    const names = (...stems: string[]) => stems.map((stem) => `${stem}-${project}`);
    const params = { project: `IS:${project}` };

    expect(await found({ ...params, q: 'name:pay* sort:-name' })).toEqual(
      names('pay_c', 'pay-b', 'pay-a'),
    );
    expect(await found({ ...params, q: 'name:pay_*' })).toEqual(names('pay_c'));
    expect(await found({ ...params, q: `-name:pay-a-${project} pay sort:name` })).toEqual(
      names('Pay-d', 'pay-b', 'pay_c'),
    );
    expect(await found({ ...params, q: 'created:<1h -created:>1h other' })).toEqual(names('other'));
    expect(await found({ ...params, q: 'created:>1h' })).toEqual([]);
  });

  test('finds archived flags if it names them', async () => {
    const project = await aProject(db);
    const active = await aFlag(db, { project });
    const archived = await aFlag(db, { project, archivedAt: new Date().toISOString() });
    const q = `project:${project}`;

    expect(await found({ q })).toEqual([active]);
    expect(await found({ q: `${q} is:archived` })).toEqual([archived]);
    expect(await found({ q: `${q} (is:archived or type:release) sort:created` })).toEqual([
      active,
      archived,
    ]);
    expect(await found({ q: `${q} -stage:live` })).toEqual([active]);
  });

  test('names of users and segments may be those of members of every object', async () => {
    const { username = '' } = await aUser(db);
    const q = `by:constructor or by:${username} or segment:toString or segment:__proto__`;

    expect(await found({ q })).toEqual([]);
  });

  test('finds nothing in a private project of others', async () => {
    const project = await aProject(db, { mode: 'private' });
    const flag = await aFlag(db, { project });
    const { token } = await aUser(db, { rootRole: 'Viewer' });
    const q = `project:${project} or name:${flag}`;

    expect(await found({ q })).toEqual([flag]);
    const { body } = await get(`/api/admin/search/features?${new URLSearchParams({ q })}`, {
      token,
    });
    expect(body).toMatchObject({ features: [], total: 0 });
  });
});

test('any text is a query or is refused at one of its characters', async () => {
  await expectPositions({
    keys: [...flagKeys, 'constraint.userId'],
    parse: (q) => parseTerms(q, now),
    send: (q) => search({ q, limit: '1' }),
  });
}, 3_600_000);
