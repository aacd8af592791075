import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changesSince, lastEventId } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { caseCount } from '../../testing/scale.ts';
import { aScimToken } from '../../testing/scim.ts';
import { parseFilter } from './filters.ts';
import { matches } from './matching.ts';

const { db, call } = await testApp();
const token = await aScimToken(db);

type Resource = { id: string; userName: string; displayName: string } & Record<string, unknown>;

const scim = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: object) =>
  call(method, `/scim/v2/${path}`, { token, ...(body && { body }) });

const search = async (type: string, filter: string, more = '&count=1000') =>
  scim('GET', `${type}?filter=${encodeURIComponent(filter)}${more}`);

const [users, groups] = [caseCount({ short: 50, full: 2000 }), caseCount({ short: 5, full: 100 })];

const userBody = (index: number) => ({
  userName: `user-${index}@example.com`,
  externalId: `E-${index}`,
  displayName: index % 3 === 0 ? undefined : `User ${index}`,
  name: { givenName: index % 2 === 0 ? 'Ann' : 'bob', familyName: `F${index % 7}` },
  emails: index % 5 === 0 ? [] : [{ value: `mail-${index}@example.com`, primary: true }],
  active: index % 4 !== 0,
});

/** As a provider does: looks for each by name, creates it, or replaces it. */
async function provision<T extends object>(type: string, name: string, bodies: T[]) {
  const ids: string[] = [];
  for (const body of bodies) {
    const text = JSON.stringify((body as Record<string, unknown>)[name]);
    const found = await search(type, `${name} eq ${text}`);
    const id = found.body.Resources[0]?.id;
    const { status, body: saved } = id
      ? await scim('PUT', `${type}/${id}`, body)
      : await scim('POST', type, body);
    expect(status, JSON.stringify(saved)).toBeLessThan(300);
    ids.push(saved.id);
  }
  return ids;
}

async function provisionAll() {
  const bodies = Array.from({ length: users }, (_, index) => userBody(index));
  const ids = await provision('Users', 'userName', bodies);
  await provision(
    'Groups',
    'displayName',
    Array.from({ length: groups }, (_, index) => ({
      displayName: `Group ${index}`,
      externalId: `G-${index}`,
      members: ids.filter((__, at) => at % groups === index).map((value) => ({ value })),
    })),
  );
}

test(`${users} users and ${groups} groups are provisioned; again, nothing changes`, async () => {
  const before = await lastEventId(db);
  await provisionAll();
  const after = await lastEventId(db);
  const inactive = Array.from({ length: users }, (_, index) => index).filter((it) => it % 4 === 0);

  await provisionAll();

  expect(await changesSince(db, before)).toHaveLength(users + inactive.length + groups);
  expect(await lastEventId(db)).toBe(after);
}, 900_000);

describe('lists', () => {
  test.each([
    ['', { startIndex: 1, itemsPerPage: Math.min(users + 1, 100) }],
    ['?startIndex=2&count=3', { startIndex: 2, itemsPerPage: 3 }],
    ['?startIndex=0&count=1', { startIndex: 1, itemsPerPage: 1 }],
    ['?startIndex=-5&count=1', { startIndex: 1, itemsPerPage: 1 }],
    ['?count=0', { itemsPerPage: 0 }],
    ['?count=-1', { itemsPerPage: 0 }],
    ['?startIndex=100000', { startIndex: 100_000, itemsPerPage: 0 }],
    ['?sortBy=userName&sortOrder=descending&count=1', { itemsPerPage: 1 }],
  ])('Users%s is a page, and counts all', async (query, expected) => {
    const { status, body } = await scim('GET', `Users${query}`);

    expect(status).toBe(200);
    expect(body).toMatchObject({ ...expected, totalResults: users + 1 });
    expect(body.Resources).toHaveLength(expected.itemsPerPage);
  });

  test.each([
    'password eq "x"',
    'active gt true',
    'active eq "true"',
    'userName eq 5',
    'meta.created gt "yesterday"',
    'meta.created co "2026-01-01T00:00:00Z"',
    'name[givenName eq "x"]',
    'emails[other eq "x"]',
    'toString eq "x"',
    'constructor[value eq "x"]',
    'userName eq',
  ])('the filter %s is refused', async (filter) => {
    const { status, body } = await search('Users', filter);

    expect([status, body.scimType]).toEqual([400, 'invalidFilter']);
  });

  const texts = ['a', 'User 1', 'ann', 'BOB', 'e-1', 'E-1', 'mail-', '@EXAMPLE.com', '', '%', '1'];
  const text = fc.constantFrom(...texts).map((it) => JSON.stringify(it));
  const operator = fc.constantFrom('eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le');
  const ofUsers = ['userName', 'externalId', 'displayName', 'name.formatted', 'name.givenName'];
  const moreOfUsers = ['name.familyName', 'emails', 'emails.value', 'emails.type', 'id'];
  const leaf = (names: readonly string[]) =>
    fc.oneof(
      fc.tuple(fc.constantFrom(...names), operator, text).map((parts) => parts.join(' ')),
      fc.constantFrom(...names).map((name) => `${name} pr`),
      fc.constantFrom(...names).map((name) => `${name} eq null`),
      fc.constantFrom(...names).map((name) => `${name} ne null`),
    );
  const tree = (leaves: fc.Arbitrary<string>) =>
    fc.letrec<{ filter: string }>((tie) => ({
      filter: fc.oneof(
        { maxDepth: 3, depthSize: 'small' },
        leaves,
        tie('filter').map((each) => `not (${each})`),
        fc
          .tuple(tie('filter'), fc.constantFrom('and', 'or'), tie('filter'))
          .map(([one, word, two]) => `(${one}) ${word} (${two})`),
      ),
    })).filter;
  const inEmails = leaf(['value', 'type']).map((each) => `emails[${each}]`);
  const flags = fc.constantFrom('active eq true', 'active ne true', 'emails.primary eq true');
  const ofGroups = ['displayName', 'externalId', 'id', 'members', 'members.value'];
  const inMembers = leaf(['value']).map((each) => `members[${each}]`);

  test.each([
    ['Users', tree(fc.oneof(leaf([...ofUsers, ...moreOfUsers]), inEmails, flags))],
    ['Groups', tree(fc.oneof(leaf(ofGroups), inMembers))],
  ])(
    '%s: filters find what they find in memory',
    async (type, filters) => {
      const all: Resource[] = (await scim('GET', `${type}?count=1000`)).body.Resources;
      await fc.assert(
        fc.asyncProperty(filters, async (filter) => {
          const { status, body } = await search(type, filter);

          expect(status, JSON.stringify(body)).toBe(200);
          const expected = all.filter((each) => matches(parseFilter(filter), each));
          const ids = (list: Resource[]) => list.map(({ id }) => id);
          if (all.length < 1000) expect(ids(body.Resources)).toEqual(ids(expected));
        }),
        { numRuns: caseCount({ short: 60, full: 2000 }) },
      );
    },
    900_000,
  );

  test('times are compared', async () => {
    const { body } = await scim('GET', 'Users?startIndex=10&count=1');
    const { created } = body.Resources[0].meta;

    const until = await search('Users', `meta.created le "${created}"`);
    const after = await search('Users', `meta.created gt "${created}"`);

    expect(until.body.totalResults + after.body.totalResults).toBe(users + 1);
    expect((await search('Users', `meta.created eq "${created}"`)).body.totalResults).toBe(1);
  });
});
