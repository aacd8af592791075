import { describe, expect, test } from 'vitest';
import { systemCaller } from '../../platform/caller.ts';
import {
  aDependency,
  aFlag,
  aProject,
  changesSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { inTransaction } from '../../transactions.ts';
import { removeDependencies } from './commands.ts';
import { variantsMax } from './schema.ts';

const { db, get, post, del } = await testApp();

const flagPath = (flag: string, project = 'default') =>
  `/api/admin/projects/${project}/features/${flag}`;
const dependenciesOf = (flag: string, project?: string) =>
  `${flagPath(flag, project)}/dependencies`;
const archivedAt = '2024-01-01T00:00:00.000Z';

const storedFor = (child: string) =>
  db.selectFrom('dependencies').selectAll().where('child', '=', child).execute();

const added = (featureName: string, data: object) => ({
  type: 'feature-dependency-added',
  project: 'default',
  environment: null,
  featureName,
  data,
  preData: null,
});

describe('POST /api/admin/projects/:projectId/features/:child/dependencies', () => {
  test('by default the child requires that the parent is on', async () => {
    const [child, parent] = [await aFlag(db), await aFlag(db)];
    const before = await lastEventId(db);

    const { status } = await post(dependenciesOf(child), { feature: parent });

    expect(status).toBe(200);
    expect(await storedFor(child)).toEqual([{ child, parent, enabled: true, variants: [] }]);
    expect(await changesSince(db, before)).toEqual([
      added(child, { feature: parent, enabled: true }),
    ]);
  });

  test('it can require variants of the parent; duplicates are removed', async () => {
    const [child, parent] = [await aFlag(db), await aFlag(db)];
    const before = await lastEventId(db);

    await post(dependenciesOf(child), { feature: parent, variants: ['red', 'blue', 'red'] });

    expect(await changesSince(db, before)).toEqual([
      added(child, { feature: parent, enabled: true, variants: ['blue', 'red'] }),
    ]);
  });

  test('a second call replaces the parent; the same call again changes nothing', async () => {
    const [child, first, second] = [await aFlag(db), await aFlag(db), await aFlag(db)];
    await post(dependenciesOf(child), { feature: first });
    const before = await lastEventId(db);

    await post(dependenciesOf(child), { feature: second, enabled: false });
    const again = await post(dependenciesOf(child), { feature: second, enabled: false });

    expect(again.status).toBe(200);
    expect(await storedFor(child)).toEqual([
      { child, parent: second, enabled: false, variants: [] },
    ]);
    expect(await changesSince(db, before)).toEqual([
      added(child, { feature: second, enabled: false }),
    ]);
  });

  test('the required variants can change', async () => {
    const [child, parent] = [await aFlag(db), await aFlag(db)];
    await aDependency(db, { child, parent, variants: ['red'] });
    const before = await lastEventId(db);

    await post(dependenciesOf(child), { feature: parent, variants: ['blue'] });

    expect(await changesSince(db, before)).toEqual([
      added(child, { feature: parent, enabled: true, variants: ['blue'] }),
    ]);
  });

  test.each([
    ['itself', async (child: string) => child, /cannot depend on itself/],
    ['a flag that does not exist', async () => 'moon', /no active flag "moon"/],
    ['an archived flag', async () => aFlag(db, { archivedAt }), /no active flag/],
    [
      'a flag of another project',
      async () => aFlag(db, { project: await aProject(db) }),
      /Project "default" has no active flag/,
    ],
    ['a flag with a parent', async () => aChildOf(await aFlag(db)), /depends on another flag/],
  ])('%s cannot be the parent', async (_, choose, sentence) => {
    const child = await aFlag(db);
    const feature = await choose(child);
    const before = await lastEventId(db);

    const { status, body } = await post(dependenciesOf(child), { feature });

    expect({ status, name: body.name }).toEqual({ status: 403, name: 'NoAccessError' });
    expect(body.message).toMatch(sentence);
    expect(await changesSince(db, before)).toEqual([]);
  });

  test('a flag that other flags depend on cannot have a parent', async () => {
    const parent = await aFlag(db);
    await aChildOf(parent);

    expect(await post(dependenciesOf(parent), { feature: await aFlag(db) })).toMatchObject({
      status: 403,
      body: { message: `Other flags depend on flag "${parent}". It cannot depend on one.` },
    });
  });

  test('an archived child is refused, and a child of another project is not found', async () => {
    const parent = await aFlag(db);
    const archived = await aFlag(db, { archivedAt });
    const elsewhere = await aFlag(db, { project: await aProject(db) });

    expect((await post(dependenciesOf(archived), { feature: parent })).status).toBe(400);
    expect((await post(dependenciesOf(elsewhere), { feature: parent })).status).toBe(404);
    expect((await post(dependenciesOf('moon'), { feature: parent })).status).toBe(404);
  });

  test.each([
    ['no parent', { feature: undefined }, '/body/feature'],
    ['a parent’s name of 101 characters', { feature: 'x'.repeat(101) }, '/body/feature'],
    ['variants of a parent that is off', { enabled: false, variants: ['x'] }, '/body/variants'],
    ['a variant without a name', { variants: [''] }, '/body/variants/0'],
    ['a variant of 101 characters', { variants: ['x'.repeat(101)] }, '/body/variants/0'],
    ['101 variants', { variants: new Array(variantsMax + 1).fill('x') }, '/body/variants'],
  ])('%s is refused, and the error names the member', async (_, input, where) => {
    const [child, feature] = [await aFlag(db), await aFlag(db)];

    const { status, body } = await post(dependenciesOf(child), { feature, ...input });

    expect(status).toBe(400);
    expect(body).toMatchObject({ name: 'BadDataError', details: [{ path: where }] });
  });

  test('100 variants of 100 characters are accepted, and an empty list for a parent that is off', async () => {
    const [child, feature] = [
      await aFlag(db),
      await aFlag(db, { name: unique('x').padEnd(100, 'x') }),
    ];
    const variants = Array.from({ length: variantsMax }, (_, index) => `${index}`.padEnd(100, 'x'));

    expect((await post(dependenciesOf(child), { feature, variants })).status).toBe(200);
    expect(
      (await post(dependenciesOf(child), { feature, enabled: false, variants: [] })).status,
    ).toBe(200);
  });

  test('two concurrent requests cannot create a cycle', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await aFlag(db), await aFlag(db)];

      const responses = await Promise.all([
        post(dependenciesOf(one), { feature: other }),
        post(dependenciesOf(other), { feature: one }),
      ]);

      expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
    }
  });

  test('two concurrent requests cannot create a chain of three flags', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two, three] = [await aFlag(db), await aFlag(db), await aFlag(db)];

      const responses = await Promise.all([
        post(dependenciesOf(one), { feature: two }),
        post(dependenciesOf(two), { feature: three }),
      ]);

      expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
    }
  });
});

describe('DELETE /api/admin/projects/:projectId/features/:child/dependencies/:parent', () => {
  test('removes the dependency and records it', async () => {
    const parent = await aFlag(db);
    const child = await aChildOf(parent);
    const before = await lastEventId(db);

    const { status } = await del(`${dependenciesOf(child)}/${parent}`);

    expect(status).toBe(200);
    expect(await storedFor(child)).toEqual([]);
    expect(await changesSince(db, before)).toEqual([
      { ...added(child, { feature: parent }), type: 'feature-dependency-removed' },
    ]);
  });

  test('removing a parent that the flag does not have succeeds and changes nothing', async () => {
    const child = await aChildOf(await aFlag(db));
    const before = await lastEventId(db);

    expect((await del(`${dependenciesOf(child)}/moon`)).status).toBe(200);
    expect(await storedFor(child)).toHaveLength(1);
    expect(await changesSince(db, before)).toEqual([]);
  });

  test('an archived child is refused', async () => {
    const child = await aFlag(db, { archivedAt });

    expect((await del(`${dependenciesOf(child)}/moon`)).status).toBe(400);
  });
});

describe('DELETE /api/admin/projects/:projectId/features/:child/dependencies', () => {
  test('removes all dependencies; without any, no event is recorded', async () => {
    const child = await aChildOf(await aFlag(db));
    const before = await lastEventId(db);

    const first = await del(dependenciesOf(child));
    const second = await del(dependenciesOf(child));

    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await storedFor(child)).toEqual([]);
    expect(await changesSince(db, before)).toEqual([
      { ...added(child, {}), type: 'feature-dependencies-removed', data: null },
    ]);
  });
});

describe('GET /api/admin/projects/:projectId/features/:child/parents', () => {
  test('lists active flags of the project without a parent, except the flag itself', async () => {
    const project = await aProject(db);
    const child = await aFlag(db, { project, name: unique('c') });
    const free = await aFlag(db, { project, name: unique('a') });
    const parent = await aFlag(db, { project, name: unique('b') });
    await aFlag(db, { project, archivedAt });
    await aFlag(db);
    const sibling = await aFlag(db, { project });
    await aDependency(db, { child: sibling, parent });

    const options = await get(`${flagPath(child, project)}/parents`);
    const ofParent = await get(`${flagPath(parent, project)}/parents`);

    expect(options.body).toEqual([free, parent]);
    expect(ofParent.body).toEqual([]);
  });
});

describe('GET /api/admin/projects/:projectId/features/:parent/parent-variants', () => {
  test('lists the distinct variants of its strategies and environments', async () => {
    const flag = await aFlag(db);
    const variants = (...names: string[]) => JSON.stringify(names.map((name) => ({ name })));
    await db
      .insertInto('strategies')
      .values({
        flag,
        environment: 'production',
        name: 'default',
        sort_order: 0,
        variants: variants('green', 'red'),
      })
      .execute();
    await db
      .updateTable('flag_environments')
      .set({ variants: variants('blue', 'red') })
      .where('flag', '=', flag)
      .execute();

    expect((await get(`${flagPath(flag)}/parent-variants`)).body).toEqual(['blue', 'green', 'red']);
    expect((await get(`${flagPath(await aFlag(db))}/parent-variants`)).body).toEqual([]);
  });
});

describe('GET /api/admin/projects/:projectId/dependencies', () => {
  test('returns whether the project has a dependency', async () => {
    const project = await aProject(db);
    const [child, parent] = [await aFlag(db, { project }), await aFlag(db, { project })];
    const path = `/api/admin/projects/${project}/dependencies`;

    const before = await get(path);
    await aDependency(db, { child, parent });
    const after = await get(path);

    expect([before.body, after.body]).toEqual([false, true]);
  });
});

describe('removeDependencies', () => {
  test('records events for the children that had a parent only', async () => {
    const parent = await aFlag(db);
    const children = [await aChildOf(parent), await aChildOf(parent), await aFlag(db)];
    const before = await lastEventId(db);

    await inTransaction(db, (tx) =>
      removeDependencies(tx, systemCaller, { project: 'default', children }),
    );

    expect((await changesSince(db, before)).map(({ featureName }) => featureName)).toEqual(
      children.slice(0, 2).sort(),
    );
  });
});

async function aChildOf(parent: string): Promise<string> {
  const child = await aFlag(db);
  await aDependency(db, { child, parent });
  return child;
}
