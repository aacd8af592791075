import { describe, expect, test } from 'vitest';
import { aProject, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { eventsOf, someEvents } from '../../testing/events.ts';
import { eventOf } from './wire.ts';

const { db, get } = await testApp();
const path = '/api/admin/search/events';

const search = (query: Record<string, string>) => get(`${path}?${new URLSearchParams(query)}`);

async function idsOf(query: Record<string, string>): Promise<number[]> {
  const { status, body } = await search(query);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.events.map(({ id }: { id: number }) => id);
}

describe('GET /api/admin/search/events', () => {
  test('returns the recorded event with all properties', async () => {
    const project = await aProject(db);
    const event = {
      type: 'feature-strategy-update' as const,
      project,
      environment: 'production',
      featureName: unique('flag'),
      data: { name: 'flexibleRollout', list: [1, { deep: null }] },
      preData: { name: 'default' },
      tags: [{ type: 'simple', value: 'team' }],
      createdBy: 'jo@example.com',
      createdByUserId: 77,
      createdAt: '2024-02-29T23:59:59.999Z',
    };
    const [id = 0] = await someEvents(db, [event]);

    const { status, body } = await search({ project: `IS:${project}` });

    expect(status).toBe(200);
    expect(body).toEqual({ events: [eventOf({ id, ...event })], total: 1 });
  });

  test('missing properties are null, and tags is an empty array', async () => {
    const [id] = await someEvents(db, [{ type: 'tag-type-created' }]);

    const { body } = await search({ id: `IS:${id}` });

    expect(body.events).toMatchObject([
      {
        id,
        project: null,
        environment: null,
        featureName: null,
        data: null,
        preData: null,
        tags: [],
      },
    ]);
  });

  test('returns the newest event first', async () => {
    const project = await aProject(db);
    const ids = await eventsOf(db, project, 5);

    expect(await idsOf({ project: `IS:${project}` })).toEqual(ids.reverse());
  });

  const one = unique('one');
  const two = unique('two');
  const three = unique('three');

  test.each([
    ['project', 'project', [one, two, three]],
    ['feature', 'featureName', [one, two, three]],
    ['environment', 'environment', [one, two, three]],
    ['type', 'type', ['segment-created', 'segment-updated', 'segment-deleted']],
    ['createdBy', 'createdByUserId', [-901, 902, 903]],
  ])('%s: each operator', async (param, member, [a, b, c]) => {
    const marker = unique('marker');
    const [first, second, third, none] = await someEvents(
      db,
      [a, b, c, member === 'type' ? 'tag-created' : null].map((value) => ({
        [member]: value,
        data: { marker },
      })),
    );
    const found = (filter: string) => idsOf({ [param]: filter, query: marker });

    expect(await found(`IS:${a}`)).toEqual([first]);
    expect(await found(`IS:${a},${b}`)).toEqual([second, first]);
    expect(await found(`IS_ANY_OF:${a}, ${c}`)).toEqual([third, first]);
    expect(await found(`IS_NOT:${a}`)).toEqual([none, third, second]);
    expect(await found(`IS_NONE_OF:${a},${c}`)).toEqual([none, second]);
  });

  test('tag: each operator, among all tags of an event', async () => {
    const marker = unique('marker');
    const tag = (value: string) => ({ type: 'team', value });
    const [first, second, both, none] = await someEvents(
      db,
      [[tag('a')], [tag('b:c')], [tag('a'), tag('b:c')], []].map((tags) => ({
        tags,
        data: { marker },
      })),
    );
    const found = (filter: string) => idsOf({ tag: filter, query: marker });

    expect(await found('IS:team:a')).toEqual([both, first]);
    expect(await found('IS_ANY_OF:team:a,team:b:c')).toEqual([both, second, first]);
    expect(await found('IS_NOT:team:a')).toEqual([none, second]);
    expect(await found('IS_NONE_OF:team:a,team:b:c')).toEqual([none]);
    expect(await found('IS:simple:a')).toEqual([]);
  });

  test('id: each operator', async () => {
    const project = await aProject(db);
    const [first, second, third] = await eventsOf(db, project, 3);
    const found = (id: string) => idsOf({ id, project: `IS:${project}` });

    expect(await found(`IS:${first}`)).toEqual([first]);
    expect(await found(`IS_ANY_OF:${first},${third}`)).toEqual([third, first]);
    expect(await found(`IS_NOT:${first}`)).toEqual([third, second]);
    expect(await found(`IS_NONE_OF:${first},${third}`)).toEqual([second]);
    expect(await found('IS:99999999999999999999')).toEqual([]);
  });

  test('values are matched exactly and case-sensitively', async () => {
    const featureName = unique('Flag');
    const [id] = await someEvents(db, [{ featureName }]);

    expect(await idsOf({ feature: `IS:${featureName}` })).toEqual([id]);
    expect(await idsOf({ feature: `IS:${featureName.toLowerCase()}` })).toEqual([]);
    expect(await idsOf({ feature: `IS:${featureName}%` })).toEqual([]);
  });

  test('a value with a comma is quoted with double quotes', async () => {
    const featureName = `${unique('a')},"b"`;
    const [id] = await someEvents(db, [{ featureName }]);

    expect(await idsOf({ feature: `IS:"${featureName.replaceAll('"', '""')}"` })).toEqual([id]);
  });

  test('an event must match all filters', async () => {
    const [project, other] = [await aProject(db), await aProject(db)];
    const [, wanted] = await someEvents(db, [
      { project, type: 'feature-archived' },
      { project, type: 'feature-revived', environment: 'e' },
      { project: other, type: 'feature-revived', environment: 'e' },
    ]);

    expect(
      await idsOf({
        project: `IS_ANY_OF:${project},${unique('x')}`,
        type: 'IS:feature-revived',
        environment: 'IS_NOT:f',
      }),
    ).toEqual([wanted]);
  });

  test.each(['IS', 'IS_ANY_OF', 'IS_NOT', 'IS_NONE_OF'])(
    'a creator id out of range matches no event, with %s',
    async (operator) => {
      const project = await aProject(db);
      const ids = await eventsOf(db, project, 1);

      const found = await idsOf({ project: `IS:${project}`, createdBy: `${operator}:4294967297` });

      expect(found).toEqual(operator.includes('NO') ? ids : []);
    },
  );
});

describe('GET /api/admin/search/events: query', () => {
  test('matches the JSON text of data and preData, case-insensitive', async () => {
    const word = unique('Wörd');
    const [inData, inPreData] = await someEvents(db, [
      { data: { a: { deep: [`x${word}y`] } } },
      { preData: { [word]: 1 } },
      {
        data: { a: 1 },
        featureName: word,
        createdBy: word,
        tags: [{ type: 'simple', value: word }],
      },
    ]);

    expect(await idsOf({ query: word.slice(2).toUpperCase() })).toEqual([inPreData, inData]);
  });

  test.each(['100%', 'a_b', 'back\\\\slash', '"key": "val', 'üñ🏳️', "it's", '(a|b)*', '  '])(
    '%s is matched literally',
    async (text) => {
      const project = await aProject(db);
      const [id] = await someEvents(db, [
        { project, data: { key: 'val', text: `100% a_b back\\slash üñ🏳️ it's (a|b)*  .` } },
        { project, data: { text: '100x aXb' } },
      ]);

      expect(await idsOf({ query: text, project: `IS:${project}` })).toEqual([id]);
    },
  );

  test('letters whose lower case depends on the locale are found', async () => {
    const project = await aProject(db);
    const text = `${unique('text')} ab\u0130 12\u212Aelvin`;
    const [id] = await someEvents(db, [{ project, data: { text } }]);

    expect(await idsOf({ query: text })).toEqual([id]);
  });

  test.each(['q', 'qz', 'qzj'])('a short text is found: %s', async (text) => {
    const project = await aProject(db);
    const [, id] = await someEvents(db, [
      { project, data: {} },
      { project, data: { k: '.qzj.' } },
    ]);

    expect(await idsOf({ query: text, project: `IS:${project}` })).toEqual([id]);
  });

  test('a text does not match across data and preData', async () => {
    const project = await aProject(db);
    await someEvents(db, [{ project, data: { a: 1 }, preData: { b: 1 } }]);

    expect(await idsOf({ query: '}\n{', project: `IS:${project}` })).toEqual([]);
    expect(await idsOf({ query: '}{', project: `IS:${project}` })).toEqual([]);
  });

  test.each([1000, 1001])('all of %s events with a text are counted', async (count) => {
    const project = await aProject(db);
    const text = unique('several words and-an-id');
    await someEvents(
      db,
      Array.from({ length: count }, () => ({ project, data: { text } })),
    );

    const first = await search({ query: text, limit: '3' });
    const [id = 0] = await someEvents(db, [{ project, preData: { text } }]);
    const then = await search({ query: text, limit: '3', offset: String(count - 1) });

    expect(first.body.total).toBe(count);
    expect(first.body.events.map((it: { id: number }) => it.id)).toEqual([id - 1, id - 2, id - 3]);
    expect(then.body.total).toBe(count + 1);
    expect(then.body.events.map((it: { id: number }) => it.id)).toEqual([
      id - count + 1,
      id - count,
    ]);
  });

  test('an empty text is ignored', async () => {
    const project = await aProject(db);
    const ids = await eventsOf(db, project, 2);

    expect(await idsOf({ query: '', project: `IS:${project}` })).toEqual(ids.reverse());
  });

  test.each([
    [500, 200],
    [501, 400],
  ])('a text of %s characters is %s', async (length, status) => {
    expect((await search({ query: 'x'.repeat(length) })).status).toBe(status);
  });
});

describe('GET /api/admin/search/events: from and to', () => {
  test('both days are inclusive, in UTC', async () => {
    const project = await aProject(db);
    const moments = [
      '2023-12-31T23:59:59.999Z',
      '2024-01-01T00:00:00.000Z',
      '2024-01-02T23:59:59.999Z',
      '2024-01-03T00:00:00.000Z',
    ];
    const ids = await someEvents(
      db,
      moments.map((createdAt) => ({ project, createdAt })),
    );
    const found = (days: object) => idsOf({ project: `IS:${project}`, ...days });
    const [before, first, last, after] = ids;

    expect(await found({ from: 'IS:2024-01-01', to: 'IS:2024-01-02' })).toEqual([last, first]);
    expect(await found({ from: 'IS:2024-01-01' })).toEqual([after, last, first]);
    expect(await found({ to: 'IS:2024-01-02' })).toEqual([last, first, before]);
    expect(await found({ from: 'IS:2024-01-02', to: 'IS:2024-01-01' })).toEqual([]);
    expect(await found({ from: 'IS:0001-01-01', to: 'IS:9999-12-31' })).toEqual(ids.reverse());
  });

  test('days are found in any order of recording', async () => {
    const project = await aProject(db);
    const days = ['2020-03-05', '2020-03-01', '2020-03-05', '2020-03-02', '2020-03-01'];
    const ids = await someEvents(
      db,
      days.map((day) => ({ project, createdAt: `${day}T08:00:00.000Z` })),
    );
    const [, first, , third, fourth] = ids;

    const found = await idsOf({
      from: 'IS:2020-03-01',
      to: 'IS:2020-03-02',
      project: `IS:${project}`,
    });

    expect(found).toEqual([fourth, third, first]);
  });

  test('alternating days are found', async () => {
    const project = await aProject(db);
    const ids = await someEvents(
      db,
      Array.from({ length: 300 }, (_, index) => ({
        project,
        createdAt: `2019-0${1 + (index % 2)}-01T00:00:00.000Z`,
      })),
    );

    const { body } = await search({ from: 'IS:2019-01-01', to: 'IS:2019-01-31', limit: '1000' });

    expect(body.total).toBe(150);
    expect(body.events.map(({ id }: { id: number }) => id)).toEqual(
      ids.filter((_, index) => index % 2 === 0).reverse(),
    );
  });
});

describe('GET /api/admin/search/events: pages', () => {
  test.each([
    [{}, 50],
    [{ limit: '49' }, 49],
    [{ limit: '50' }, 50],
    [{ limit: '51' }, 51],
    [{ limit: '1' }, 1],
    [{ limit: '999' }, 999],
    [{ limit: '1000' }, 1000],
    [{ limit: '1001' }, 1000],
    [{ limit: '99999999999999999999' }, 1000],
  ])('%o returns %s events', async (page, count) => {
    const project = await theLargeProject();

    const { body } = await search({ project: `IS:${project}`, ...page });

    expect(body.events).toHaveLength(count);
    expect(body.total).toBe(1002);
  });

  test.each([
    ['0', 1001],
    ['1', 1000],
    ['500', 501],
    ['501', 500],
    ['502', 499],
    ['1000', 1],
    ['1001', 0],
    ['1002', undefined],
    ['1003', undefined],
    ['99999999999999999999', undefined],
  ])('offset %s starts at the right event, and total counts all pages', async (offset, first) => {
    const project = await theLargeProject();

    const { body } = await search({ project: `IS:${project}`, limit: '2', offset });

    expect(body.events[0]?.data.number).toBe(first);
    expect(body.total).toBe(1002);
  });

  test('a page is complete also if most matches are far from its end of the log', async () => {
    const [project, other] = [await aProject(db), await aProject(db)];
    const old = await eventsOf(db, project, 30);
    await eventsOf(db, other, 300);
    const last = await eventsOf(db, project, 1);

    const ids = await idsOf({ project: `IS:${project}`, limit: '5' });

    expect(ids).toEqual([...last, ...old.reverse().slice(0, 4)]);
  });

  const theLargeProject = once(async () => {
    const project = await aProject(db);
    await eventsOf(db, project, 1002);
    return project;
  });
});

/** Creates the events once for all rows of a table. */
function once<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return () => {
    created ??= create();
    return created;
  };
}
