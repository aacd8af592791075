import { describe, expect, test } from 'vitest';
import { aUser } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { someEvents } from '../../testing/events.ts';
import { expectPositions } from '../../testing/query-positions.ts';
import { type EventFilters, parseEventSearch } from './filters.ts';
import { eventKeys } from './terms.ts';

const { db, get } = await testApp();

const path = '/api/admin/search/events';
const search = (params: Record<string, string>) => get(`${path}?${new URLSearchParams(params)}`);

describe('GET /api/admin/search/events: the parameter q', () => {
  const now = Date.parse('2026-11-18T10:20:30.400Z');

  test.each<[string, Partial<EventFilters>]>([
    ['since:2026-11-01 until:2026-11-02', { from: '2026-11-01', to: '2026-11-02' }],
    ['since:2026-11-01 since:2026-11-05', { from: '2026-11-05' }],
    ['until:9999-12-31', { to: '9999-12-31' }],
    [
      'since:12h',
      {
        from: '2026-11-17',
        criteria: [{ on: 'time', bounds: [{ before: false, time: '2026-11-17T22:20:00.000Z' }] }],
      },
    ],
    ['a "b c"', { text: text('a'), criteria: [{ on: 'text', text: 'b c' }] }],
    ['-flag:a', { sets: [{ column: 'feature_name', exclude: true, values: ['a'] }] }],
    [
      'by:Ada or by:7',
      { sets: [{ column: 'created_by_user_id', exclude: false, values: [7], names: ['ada'] }] },
    ],
  ])('%s', (q, filters) => {
    expect(parseEventSearch({ q }, now).filters).toEqual({ sets: [], ...filters });
  });

  test.each([
    ['tpye:feature-created', 1, 'did you mean "type:"?'],
    ['type:archived', 6, 'did you mean "feature-archived"?'],
    ['type:feature-archvied', 6, 'did you mean "feature-archived"?'],
    ['type:x-*', 6, 'no event type begins with "x-"'],
    ['by:<5', 5, '"by:" takes no "<"'],
    ['id:first', 4, 'an integer'],
    ['tag:legacy', 5, 'did you mean "simple:legacy"'],
    ['since:soon', 7, 'takes an age such as 7d'],
    ['since:>7d', 8, 'takes an age such as 7d'],
    ['env:production(flag:a)', 15, 'a space is expected'],
    ['sort:name', 6, 'expected newest, oldest'],
    ['sort:newest sort:oldest', 13, 'one "sort:"'],
    ['-sort:newest', 2, 'cannot be negated'],
  ])('%s is 400 with the position and a hint', async (q, position, hint) => {
    const { status, body } = await search({ q });

    expect(status).toBe(400);
    expect(body.details).toMatchObject([{ position, path: '/query/q' }]);
    expect(body.message).toContain(hint);
  });

  test('finds events by the username and the e-mail of their creator, in any case', async () => {
    const { id } = await aUser(db, { username: 'Grace', email: 'grace@navy.example' });
    const [event] = await someEvents(db, [{ createdByUserId: id, type: 'tag-created' }]);
    const found = async (q: string) => (await search({ q })).body.events.map(idOf);

    expect(await found('by:grace type:tag-*')).toEqual([event]);
    expect(await found('by:GRACE@navy.example type:tag-created')).toEqual([event]);
    expect(await found(`-(-by:grace or type:user-*) id:${event}`)).toEqual([event]);
    expect(await found('by:constructor')).toEqual([]);
  });

  test('is also for an export, in the order of the log', async () => {
    const [event] = await someEvents(db, [{ type: 'tag-created', featureName: 'exported' }]);

    const { body } = await get(`${path}/export?format=ndjson&q=flag:exported`);
    const sorted = await get(`${path}/export?format=ndjson&q=sort:oldest`);

    expect(idOf(typeof body === 'string' ? JSON.parse(body) : body)).toBe(event);
    expect(sorted.status).toBe(400);
    expect(sorted.body.message).toContain('a query without sort:');
  });

  test('any text is a query or is refused at one of its characters', async () => {
    await expectPositions({
      keys: eventKeys,
      parse: (q) => parseEventSearch({ q }),
      send: (q) => search({ q, limit: '1' }),
    });
  }, 3_600_000);
});

const idOf = ({ id }: { id: number }) => id;

function text(words: string) {
  return { text: words, everywhere: false };
}
