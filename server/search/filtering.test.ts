import { describe, expect, test } from 'vitest';
import { aFlag, aProject, aTagging, aUser, unique } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import { aSegment, aStrategy } from '../testing/targeting.ts';

const { db, get, admin } = await testApp();

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
const dayText = (days: number) => daysAgo(days).slice(0, 10);

/** One project whose flags differ in every member that has a filter. */
const project = await aProject(db);
const other = await aProject(db);
const [author, colleague] = [
  await aUser(db, { username: unique('Ann'), email: `${unique('ann')}@example.com` }),
  await aUser(db),
];
const [vip, comma] = [`${unique('vip')}`, `"Big", ${unique('seg')}`];
const flag = (name: string, input: Parameters<typeof aFlag>[1] = {}) =>
  aFlag(db, { name: `${name}.${project}`, project, ...input });
const tagged = (name: string, ...values: string[]) =>
  Promise.all(values.map((value) => aTagging(db, { flag: `${name}.${project}`, value })));

await flag('plain', { createdAt: daysAgo(9), createdByUserId: author.id });
await flag('Under_Score', { createdAt: daysAgo(8), type: 'kill-switch' });
await flag("it's", { createdAt: daysAgo(7), stale: true, createdByUserId: colleague.id });
await flag('old', { createdAt: daysAgo(100), type: 'experiment' });
await flag('on', { createdAt: daysAgo(6), enabled: ['production'] });
await flag('archived', { createdAt: daysAgo(5), archivedAt: daysAgo(1) });
await aFlag(db, { name: `elsewhere.${project}`, project: other, createdAt: daysAgo(4) });
await tagged('plain', 'red', 'a,b', 'x:y');
await tagged('Under_Score', 'red', '100%', 'Ünï');
await tagged("it's", 'say "hi"', 'back\\slash');
const [first, second] = [await aSegment(db, { name: vip }), await aSegment(db, { name: comma })];
await aStrategy(db, { flag: `plain.${project}`, segments: [first] });
await aStrategy(db, { flag: `plain.${project}`, environment: 'production', segments: [first] });
await aStrategy(db, { flag: `on.${project}`, segments: [first, second] });
await db
  .insertInto('flag_favorites')
  .values({ user_id: admin.id, flag: `on.${project}` })
  .execute();
for (const [name, days] of [['plain', 3] as const, ['on', 1] as const]) {
  await db
    .insertInto('flag_usage')
    .values({
      flag: `${name}.${project}`,
      environment: 'production',
      last_seen_at: daysAgo(days),
      hour: daysAgo(days),
    })
    .execute();
}

const search = (params: Record<string, string | string[]>) => {
  const query = new URLSearchParams(
    Object.entries(params).flatMap(([key, value]) =>
      [value].flat().map((one): [string, string] => [key, one]),
    ),
  );
  return get(`/api/admin/search/features?${query}`);
};

/** The matching flags of the project, without the suffix that makes names unique. */
async function names(params: Record<string, string | string[]>): Promise<string[]> {
  const { body } = await search({ project: `IS:${project}`, sortBy: 'name', ...params });
  expect(body.total).toBe(body.features.length);
  return body.features.map(({ name }: { name: string }) => name.replace(/\.project.*/, ''));
}

const unarchived = ['Under_Score', "it's", 'old', 'on', 'plain'];

describe('GET /api/admin/search/features, filters', () => {
  test.each<[string, Record<string, string | string[]>, string[]]>([
    ['no filter: flags that are not archived', {}, unarchived],
    ['query: part of a name', { query: 'lai' }, ['plain']],
    ['query: case-insensitive', { query: 'UNDER' }, ['Under_Score']],
    ['query: _ is an ordinary character', { query: 'r_s' }, ['Under_Score']],
    ['query: _ matches nothing else', { query: 'l_i' }, []],
    ['query: % is an ordinary character', { query: '%' }, ['Under_Score']],
    ['query: a backslash is an ordinary character', { query: 'k\\s' }, ["it's"]],
    ['query: a quote', { query: "it's" }, ["it's"]],
    ['query: the value of a tag', { query: 'RED' }, ['Under_Score', 'plain']],
    ['query: type:value', { query: 'simple:re' }, ['Under_Score', 'plain']],
    ['query: a colon in a value', { query: 'x:y' }, ['plain']],
    ['query: letters of another language', { query: 'üNÏ' }, ['Under_Score']],
    ['query: alternatives', { query: " lai , it's," }, ["it's", 'plain']],
    ['query: nothing but commas is no filter', { query: ' , ' }, unarchived],
    ['query: not across a name and a tag', { query: 'plain.simple' }, []],
    ['query: not the separator between them', { query: '\u001f' }, []],
    ['query: one letter', { query: 'é' }, []],
    ['project: IS_NOT', { project: `IS_NOT:${project}`, query: project }, ['elsewhere']],
    [
      'project: IS_ANY_OF',
      { project: `IS_ANY_OF:${other}, ${project}`, query: 'lai,else,old' },
      ['elsewhere', 'old', 'plain'],
    ],
    ['project: IS_NONE_OF', { project: `IS_NONE_OF:${project},x`, query: project }, ['elsewhere']],
    ['project: case-sensitive', { project: `IS:${project.toUpperCase()}` }, []],
    ['state: active', { state: 'IS:active' }, ['Under_Score', 'on', 'plain']],
    ['state: stale, by age or by mark', { state: 'IS:stale' }, ["it's", 'old']],
    ['state: potentially-stale', { state: 'IS:potentially-stale' }, ['old']],
    [
      'state: any of',
      { state: 'IS_ANY_OF:active,potentially-stale' },
      ['Under_Score', 'old', 'on', 'plain'],
    ],
    ['state: IS_NOT', { state: 'IS_NOT:stale' }, ['Under_Score', 'on', 'plain']],
    ['state: IS_NONE_OF', { state: 'IS_NONE_OF:active,stale' }, []],
    ['type: IS', { type: 'IS:experiment' }, ['old']],
    ['type: IS_ANY_OF', { type: 'IS_ANY_OF:experiment,kill-switch' }, ['Under_Score', 'old']],
    ['type: IS_NOT', { type: 'IS_NOT:release' }, ['Under_Score', 'old']],
    ['type: IS_NONE_OF', { type: 'IS_NONE_OF:release,experiment' }, ['Under_Score']],
    ['createdBy: an id', { createdBy: `IS:${author.id}` }, ['plain']],
    ['createdBy: a username', { createdBy: `IS:${author.username.toUpperCase()}` }, ['plain']],
    [
      'createdBy: ids and names',
      { createdBy: `IS_ANY_OF:${colleague.id},${author.username}` },
      ["it's", 'plain'],
    ],
    ['createdBy: an unknown user', { createdBy: 'IS:unknown' }, []],
    ['createdBy: a number too large', { createdBy: 'IS:99999999999' }, []],
    [
      'createdBy: IS_NOT, unknown creators included',
      { createdBy: `IS_NOT:${author.id}` },
      ['Under_Score', "it's", 'old', 'on'],
    ],
    ['tag: INCLUDE', { tag: 'INCLUDE:simple:red' }, ['Under_Score', 'plain']],
    [
      'tag: INCLUDE_ANY_OF',
      { tag: 'INCLUDE_ANY_OF:simple:x:y,simple:100%' },
      ['Under_Score', 'plain'],
    ],
    ['tag: INCLUDE_ALL_OF', { tag: 'INCLUDE_ALL_OF:simple:red,simple:x:y' }, ['plain']],
    [
      'tag: a duplicate is ignored',
      { tag: 'INCLUDE_ALL_OF:simple:red, simple : red' },
      ['Under_Score', 'plain'],
    ],
    ['tag: DO_NOT_INCLUDE', { tag: 'DO_NOT_INCLUDE:simple:red' }, ["it's", 'old', 'on']],
    [
      'tag: EXCLUDE_IF_ANY_OF',
      { tag: 'EXCLUDE_IF_ANY_OF:simple:100%,simple:x:y' },
      ["it's", 'old', 'on'],
    ],
    [
      'tag: EXCLUDE_ALL',
      { tag: 'EXCLUDE_ALL:simple:red,simple:x:y' },
      ['Under_Score', "it's", 'old', 'on'],
    ],
    ['tag: a comma in quotes', { tag: 'INCLUDE:"simple:a,b"' }, ['plain']],
    ['tag: a quote in quotes', { tag: 'INCLUDE:"simple:say ""hi"""' }, ["it's"]],
    ['tag: case-sensitive', { tag: 'INCLUDE:simple:RED' }, []],
    ['tag: another type', { tag: 'INCLUDE:other:red' }, []],
    ['segment: INCLUDE', { segment: `INCLUDE:${vip}` }, ['on', 'plain']],
    [
      'segment: a name with comma and quotes',
      {
        segment: `INCLUDE:"${comma.replaceAll('"', '""')}"`,
      },
      ['on'],
    ],
    [
      'segment: INCLUDE_ALL_OF counts segments, not uses',
      {
        segment: `INCLUDE_ALL_OF:${vip},"${comma.replaceAll('"', '""')}"`,
      },
      ['on'],
    ],
    ['segment: INCLUDE_ALL_OF with an unknown one', { segment: `INCLUDE_ALL_OF:${vip},no` }, []],
    ['segment: EXCLUDE_ALL with an unknown one', { segment: `EXCLUDE_ALL:${vip},no` }, unarchived],
    [
      'segment: DO_NOT_INCLUDE',
      { segment: `DO_NOT_INCLUDE:${vip}` },
      ['Under_Score', "it's", 'old'],
    ],
    ['segment: unknown', { segment: 'INCLUDE:no such' }, []],
    ['status[]', { 'status[]': 'production:enabled' }, ['on']],
    [
      'status, repeated: alternatives',
      {
        status: ['production:enabled', 'development:enabled'],
      },
      ['on'],
    ],
    [
      'status: disabled',
      { status: 'production:disabled' },
      ['Under_Score', "it's", 'old', 'plain'],
    ],
    ['status: an unknown environment', { status: 'nowhere:enabled' }, []],
    ['archived: true', { archived: 'true' }, ['archived']],
    ['archived: IS:true', { archived: 'IS:true' }, ['archived']],
    ['archived: false', { archived: 'false' }, unarchived],
    ['archived: IS:false', { archived: 'IS:false' }, unarchived],
    ['createdAt: before a day', { createdAt: `IS_BEFORE:${dayText(8)}` }, ['old', 'plain']],
    ['createdAt: from a day on', { createdAt: `IS_ON_OR_AFTER:${dayText(7)}` }, ["it's", 'on']],
    ['lifecycle: IS', { lifecycle: 'IS:initial' }, unarchived],
    [
      'lifecycle: the stage archived includes archived flags',
      {
        lifecycle: 'IS_ANY_OF:initial,archived',
      },
      [...unarchived.slice(0, 1), 'archived', ...unarchived.slice(1)],
    ],
    ['lifecycle: IS_NOT excludes archived flags', { lifecycle: 'IS_NOT:live' }, unarchived],
    ['lifecycle: archived and another stage', { lifecycle: 'IS:live', archived: 'true' }, []],
    ['favorite: true', { favorite: 'IS:true' }, ['on']],
    ['favorite: false', { favorite: 'IS:false' }, ['Under_Score', "it's", 'old', 'plain']],
    ['favorite: either', { favorite: 'IS_ANY_OF:true,false' }, unarchived],
    ['lastSeenAt: before', { lastSeenAt: `IS_BEFORE:${dayText(2)}` }, ['plain']],
    ['lastSeenAt: from a day on', { lastSeenAt: `IS_ON_OR_AFTER:${dayText(1)}` }, ['on']],
    ['all filters must match', { tag: 'INCLUDE:simple:red', type: 'IS:release' }, ['plain']],
  ])('%s', async (_, params, expected) => {
    expect((await names(params)).sort()).toEqual([...expected].sort());
  });
});

describe('GET /api/admin/search/features, order', () => {
  test.each<[string, Record<string, string>, string[]]>([
    [
      'by creation by default',
      { sortBy: 'createdAt' },
      ['old', 'plain', 'Under_Score', "it's", 'on'],
    ],
    [
      'newest first',
      { sortBy: 'createdAt', sortOrder: 'desc' },
      ['on', "it's", 'Under_Score', 'plain', 'old'],
    ],
    ['by name', { sortBy: 'name' }, unarchived],
    ['by name, descending', { sortBy: 'name', sortOrder: 'desc' }, [...unarchived].reverse()],
    ['by type, ties by name', { sortBy: 'type' }, ['old', 'Under_Score', "it's", 'on', 'plain']],
    [
      'by type, descending, ties still by name',
      { sortBy: 'type', sortOrder: 'desc' },
      ["it's", 'on', 'plain', 'Under_Score', 'old'],
    ],
    [
      'by creation if the parameters are empty',
      { sortBy: '', sortOrder: '' },
      ['old', 'plain', 'Under_Score', "it's", 'on'],
    ],
    ['by project', { sortBy: 'project' }, unarchived],
    ['stale last', { sortBy: 'stale' }, ['Under_Score', 'on', 'plain', "it's", 'old']],
    [
      'stale first',
      { sortBy: 'stale', sortOrder: 'desc' },
      ["it's", 'old', 'Under_Score', 'on', 'plain'],
    ],
    [
      'longest unseen first, never seen last',
      { sortBy: 'lastSeenAt' },
      ['plain', 'on', 'Under_Score', "it's", 'old'],
    ],
    [
      'last seen first, never seen last',
      { sortBy: 'lastSeenAt', sortOrder: 'desc' },
      ['on', 'plain', 'Under_Score', "it's", 'old'],
    ],
    [
      'off before on',
      { sortBy: 'environment:production' },
      ['Under_Score', "it's", 'old', 'plain', 'on'],
    ],
    [
      'on before off',
      { sortBy: 'environment:production', sortOrder: 'desc' },
      ['on', 'Under_Score', "it's", 'old', 'plain'],
    ],
    ['by an unknown environment', { sortBy: 'environment:nowhere' }, unarchived],
    ['favourites first', { favoritesFirst: 'true' }, ['on', 'Under_Score', "it's", 'old', 'plain']],
    ['favourites not first', { favoritesFirst: 'false' }, unarchived],
  ])('%s', async (_, params, expected) => {
    expect(await names(params)).toEqual(expected);
  });
});

describe('GET /api/admin/search/features, malformed parameters', () => {
  const listForms = ['', 'x', 'is:x', 'IS', 'IS:', 'IS: ', 'IS:a,,b', 'IS:a,', 'IS:"a', 'LIKE:x'];
  const labelForms = ['', 'x', 'IS:simple:x', 'INCLUDE', 'INCLUDE:', 'include:simple:x'];
  const dates = ['2024-01-01', 'IS:2024-01-01', 'IS_BEFORE:', 'IS_BEFORE:2023-99-99'];
  const moreDates = ['IS_BEFORE:2023-02-29', 'IS_ON_OR_AFTER:24-1-1', 'IS_BEFORE:0000-01-01'];
  const forms: Record<string, string[]> = {
    project: listForms,
    type: listForms,
    createdBy: listForms,
    state: [...listForms, 'IS:foo', 'IS:Active'],
    lifecycle: [...listForms, 'IS:foo'],
    segment: labelForms,
    tag: [...labelForms, 'INCLUDE:simple', 'INCLUDE:simple:a,b', 'INCLUDE::a', 'INCLUDE:simple:'],
    status: ['', 'production', 'production:on', ':enabled', 'production:enabled:x'],
    favorite: ['', 'true', 'IS:', 'IS:yes', 'IS_NOT:true'],
    archived: ['', 'yes', 'TRUE', 'IS_NOT:true'],
    createdAt: [...dates, ...moreDates],
    lastSeenAt: [...dates, ...moreDates],
    sortBy: ['foo', 'createdat', 'environment:', 'constructor'],
    sortOrder: ['ASC', 'up'],
    favoritesFirst: ['', '1', 'TRUE'],
    offset: ['', '-1', '1.5', 'x', '1e3', ' 1'],
    limit: ['', '0', '-1', '1.5', 'x'],
    cursor: ['', 'x', 'W10', Buffer.from('[1,2,3,4]').toString('base64url')],
    facets: ['x', 'type,x', 'type,,tag'],
  };

  test.each(
    Object.entries(forms).flatMap(([param, texts]) => texts.map((text) => [param, text] as const)),
  )('%s=%s is 400, and the error names it', async (param, text) => {
    const { status, body } = await search({ [param]: text });

    expect(status).toBe(400);
    expect(body).toMatchObject({
      name: 'BadDataError',
      details: [{ path: expect.stringContaining(`/query/${param}`) }],
    });
  });

  test.each(Object.keys(forms).filter((param) => param !== 'status'))(
    '%s given twice is 400',
    async (param) => {
      const { status, body } = await search({ [param]: ['a', 'b'] });

      expect(status).toBe(400);
      expect(body.details).toMatchObject([{ path: `/query/${param}` }]);
    },
  );

  test('a query that is too long is 400', async () => {
    const { status } = await search({ query: 'x'.repeat(10_001) });

    expect(status).toBe(400);
  });
});
