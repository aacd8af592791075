import { describe, expect, test } from 'vitest';
import { aFlag, aProject, unique } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';

const { db, get } = await testApp();

type Found = { features: { name: string }[]; total: number; nextCursor: string | null };

const project = await aProject(db);
const all: string[] = [];
for (let number = 0; number < 60; number++) all.push(await aFlag(db, { project }));
all.sort();

const url = `/api/admin/search/features?project=IS:${project}&sortBy=name`;
const namesOf = ({ features }: Found) => features.map(({ name }) => name);

describe('GET /api/admin/search/features, paging', () => {
  test.each([
    ['the default limit is 50', '', 0, 50],
    ['limit=1', '&limit=1', 0, 1],
    ['limit=60', '&limit=60', 0, 60],
    ['limit=1000', '&limit=1000', 0, 60],
    ['limit=1001 means 1000', '&limit=1001', 0, 60],
    ['offset', '&offset=55', 55, 60],
    ['offset past the end', '&offset=61', 61, 60],
    ['an offset beyond the integer range', '&offset=99999999999999999999', 61, 60],
  ])('%s; the total counts all matching flags', async (_, paging, from, to) => {
    const { body } = await get(url + paging);

    expect(namesOf(body)).toEqual(all.slice(from, to));
    expect(body.total).toBe(60);
  });

  test('a cursor continues after the last flag of the page, even if flags were created since', async () => {
    const own = await aProject(db);
    const names = ['b', 'd', 'f'].map((letter) => unique(letter));
    for (const name of names) await aFlag(db, { project: own, name });
    const page = `/api/admin/search/features?project=IS:${own}&sortBy=name&limit=2`;
    const { body: first } = await get(page);

    await aFlag(db, { project: own, name: unique('a') });
    const later = await aFlag(db, { project: own, name: unique('e') });
    const { body: second } = await get(`${page}&cursor=${first.nextCursor}`);

    expect(namesOf(first)).toEqual(names.slice(0, 2));
    expect(namesOf(second)).toEqual([later, names[2]]);
    expect(second).toMatchObject({ total: 5, nextCursor: null });
  });

  test('a page that ends with the last flag has no next cursor', async () => {
    const { body } = await get(`${url}&limit=60`);

    expect(body.nextCursor).toBeNull();
  });

  test.each(['sortBy=type', 'sortBy=name&sortOrder=desc', 'sortBy=name&favoritesFirst=true'])(
    'a cursor of another order is 400 with %s',
    async (order) => {
      const { body } = await get(`${url}&limit=2`);

      const response = await get(`/api/admin/search/features?${order}&cursor=${body.nextCursor}`);

      expect(response.status).toBe(400);
      expect(response.body.details).toMatchObject([{ path: '/query/cursor' }]);
    },
  );

  test('a cursor together with an offset is 400', async () => {
    const { body } = await get(`${url}&limit=2`);

    const response = await get(`${url}&limit=2&offset=0&cursor=${body.nextCursor}`);

    expect(response.status).toBe(400);
  });

  test.each([
    ['an invalid timestamp', ['2024-99-01T00:00:00.000Z', 'x']],
    ['no timestamp', ['yesterday', 'x']],
    ['no text', [5, 'x']],
    ['a NUL', ['2024-01-01T00:00:00.000Z', 'x\0']],
  ])('a manipulated cursor with %s is 400', async (_, [key, name]) => {
    const { body } = await get(`/api/admin/search/features?project=IS:${project}&limit=2`);
    const [order] = JSON.parse(Buffer.from(body.nextCursor, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify([order, 0, key, name])).toString('base64url');

    const response = await get(`/api/admin/search/features?cursor=${forged}`);

    expect(response.status).toBe(400);
  });
});
