import { expect, test } from 'vitest';
import { aFlag, aProject } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import { caseCount } from '../testing/scale.ts';

const { db, get, put } = await testApp();

const flagCount = 8;
const writesPerFlag = caseCount({ short: 10, full: 500 });

type Item = { name: string; description: string };

test('a page under concurrent writers never shows less than was acknowledged before', async () => {
  const project = await aProject(db);
  const names = await Promise.all(
    Array.from({ length: flagCount }, () => aFlag(db, { project, description: '0' })),
  );
  const acknowledged = new Map(names.map((name) => [name, 0]));
  let writing = true;

  const write = async (name: string) => {
    for (let version = 1; version <= writesPerFlag; version++) {
      const { status } = await put(`/api/admin/projects/${project}/features/${name}`, {
        name,
        type: 'release',
        description: String(version),
      });
      expect(status).toBe(200);
      acknowledged.set(name, version);
    }
  };
  const read = async (limit: number) => {
    let pages = 0;
    for (; writing; pages++) {
      const before = new Map(acknowledged);
      const url = `/api/admin/search/features?project=IS:${project}&limit=${limit}&sortBy=name`;
      const { body } = await get(url);
      const stale = body.features.filter(
        ({ name, description }: Item) => Number(description) < (before.get(name) ?? 0),
      );
      expect(stale).toEqual([]);
    }
    return pages;
  };

  const readers = [flagCount, 5, 3].map(read);
  await Promise.all(names.map(write)).finally(() => {
    writing = false;
  });
  const pages = await Promise.all(readers);

  expect(Math.min(...pages)).toBeGreaterThan(1);
  const { body } = await get(`/api/admin/search/features?project=IS:${project}`);
  expect(body.features.map(({ description }: Item) => description)).toEqual(
    names.map(() => String(writesPerFlag)),
  );
});
