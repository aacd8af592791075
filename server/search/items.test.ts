import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { createCaches } from '../platform/cache/cache.ts';
import { type Read, systemCaller } from '../platform/caller.ts';
import {
  aDependency,
  aFlag,
  aGrant,
  anApiToken,
  aProject,
  aTagging,
  aUser,
  unique,
} from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import { openApiDocument } from '../testing/openapi-document.ts';
import { countStatements } from '../testing/statements.ts';
import { aSegment, aStrategy } from '../testing/targeting.ts';
import { parseFlagSearch } from './filters.ts';
import { createFlagSearcher } from './find.ts';

const { db, get, post, put, admin } = await testApp();
const find = async (project: string, token?: string) =>
  (
    await get(
      `/api/admin/search/features?project=IS:${project}&sortBy=name`,
      token === undefined ? {} : { token },
    )
  ).body.features;

const validateResponse = await compileResponse();

describe('GET /api/admin/search/features, an item', () => {
  test('contains all members of a flag', async () => {
    const project = await aProject(db);
    const { id } = await aUser(db, { name: 'Ann "A" Author' });
    const name = await aFlag(db, {
      project,
      name: unique('a'),
      type: 'experiment',
      description: 'A "quoted"\nline \u2028 with 🏳️',
      stale: true,
      impressionData: true,
      createdAt: '2024-02-03T04:05:06.789Z',
      createdByUserId: id,
      enabled: ['production'],
    });
    const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString();
    const child = await aFlag(db, { project, name: unique('b') });
    await aDependency(db, { child, parent: name });
    await aTagging(db, { flag: name, value: 'beta' });
    await aTagging(db, { flag: name, value: 'alpha' });
    const [one, two] = [await aSegment(db, { name: unique('s1') }), await aSegment(db)];
    const constraint = { contextName: 'appName', operator: 'IN', values: ['"x"', '\\', 'ü'] };
    const variant = { name: 'v', weight: 1000, weightType: 'variable', stickiness: 'default' };
    const strategy = await aStrategy(db, {
      flag: name,
      environment: 'production',
      name: 'flexibleRollout',
      title: 'Half',
      constraints: [constraint],
      parameters: { rollout: '50' },
      variants: [variant],
      segments: [two, one],
    });
    await aStrategy(db, { flag: name, environment: 'development', disabled: true });
    await db
      .updateTable('flag_environments')
      .set({ variants: JSON.stringify([variant]) })
      .where('flag', '=', name)
      .where('environment', '=', 'production')
      .execute();
    await db
      .insertInto('flag_usage')
      .values({ flag: name, environment: 'production', last_seen_at: hour, hour, yes: 7, no: 2 })
      .execute();
    await db.insertInto('flag_favorites').values({ user_id: admin.id, flag: name }).execute();

    const [item, other] = await find(project);

    expect(item).toEqual({
      name,
      type: 'experiment',
      description: 'A "quoted"\nline \u2028 with 🏳️',
      dependencyType: 'parent',
      project,
      stale: true,
      potentiallyStale: false,
      favorite: true,
      impressionData: true,
      createdAt: '2024-02-03T04:05:06.789Z',
      archivedAt: null,
      lastSeenAt: hour,
      environments: [
        {
          name: 'development',
          featureName: name,
          environment: 'development',
          type: 'development',
          enabled: false,
          sortOrder: 1,
          variantCount: 0,
          strategies: [expect.objectContaining({ name: 'default', disabled: true })],
          variants: [],
          lastSeenAt: null,
          hasStrategies: true,
          hasEnabledStrategies: false,
          yes: 0,
          no: 0,
        },
        {
          name: 'production',
          featureName: name,
          environment: 'production',
          type: 'production',
          enabled: true,
          sortOrder: 2,
          variantCount: 1,
          strategies: [
            {
              id: strategy,
              name: 'flexibleRollout',
              title: 'Half',
              disabled: false,
              featureName: name,
              sortOrder: 0,
              segments: [one, two],
              constraints: [constraint],
              variants: [variant],
              parameters: { rollout: '50' },
            },
          ],
          variants: [variant],
          lastSeenAt: hour,
          hasStrategies: true,
          hasEnabledStrategies: true,
          yes: 7,
          no: 2,
        },
      ],
      segments: expect.arrayContaining([expect.stringMatching(/^s1/)]),
      tags: [
        { value: 'alpha', type: 'simple', color: '#FFFFFF' },
        { value: 'beta', type: 'simple', color: '#FFFFFF' },
      ],
      lifecycle: { stage: 'initial', status: null, enteredStageAt: expect.any(String) },
      createdBy: { id, name: 'Ann "A" Author', imageUrl: expect.stringContaining('https://') },
    });
    expect(item.segments).toHaveLength(2);
    expect(other).toMatchObject({ name: child, dependencyType: 'child' });
  });

  test('contains null and empty members of an empty flag', async () => {
    const project = await aProject(db, { environments: ['development'] });
    const createdAt = new Date().toISOString();
    const name = await aFlag(db, { project, createdAt });
    await db.deleteFrom('flag_environments').where('flag', '=', name).execute();

    const [item] = await find(project);

    expect(item).toEqual({
      name,
      type: 'release',
      description: null,
      dependencyType: null,
      project,
      stale: false,
      potentiallyStale: false,
      favorite: false,
      impressionData: false,
      createdAt,
      archivedAt: null,
      lastSeenAt: null,
      environments: [],
      segments: [],
      tags: [],
      lifecycle: { stage: 'initial', status: null, enteredStageAt: expect.any(String) },
      createdBy: { id: 0, name: 'unknown', imageUrl: expect.any(String) },
    });
  });

  test('contains all tags and environments, whichever the filter matches', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project, enabled: ['production'] });
    await aTagging(db, { flag, value: 'one' });
    await aTagging(db, { flag, value: 'two' });

    const { body } = await get(
      `/api/admin/search/features?project=IS:${project}&tag=INCLUDE:simple:one&status[]=production:enabled`,
    );

    expect(body.features[0].tags).toHaveLength(2);
    expect(body.features[0].environments).toHaveLength(2);
  });

  test('contains the current colour of each tag', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const name = unique('team');
    await post('/api/admin/tag-types', { name, color: '#FF8800' });
    for (const value of ['a:b', '"q"']) await aTagging(db, { flag, type: name, value });
    const before = await find(project);

    await put(`/api/admin/tag-types/${name}`, { color: null });
    const after = await find(project);

    const tags = ['"q"', 'a:b'].map((value) => ({ type: name, value }));
    expect(before[0].tags).toEqual(tags.map((tag) => ({ ...tag, color: '#FF8800' })));
    expect(after[0].tags).toEqual(tags.map((tag) => ({ ...tag, color: null })));
  });

  test('contains usage counts of the current or the previous hour', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString();
    const seen = { flag, last_seen_at: hours(3), yes: 1, no: 1 };
    await db
      .insertInto('flag_usage')
      .values([
        { ...seen, environment: 'development', hour: hours(3) },
        { ...seen, environment: 'production', hour: hours(0.5) },
      ])
      .execute();

    const [item] = await find(project);

    expect(item.environments).toMatchObject([
      { name: 'development', yes: 0, no: 0, lastSeenAt: seen.last_seen_at },
      { name: 'production', yes: 1, no: 1 },
    ]);
  });

  test('an admin API token has no favourites', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    await db.insertInto('flag_favorites').values({ user_id: admin.id, flag }).execute();
    const token = await anApiToken(db, { type: 'admin' });

    const { status, body } = await get(
      `/api/admin/search/features?project=IS:${project}&favoritesFirst=true`,
      { token },
    );

    expect(status).toBe(200);
    expect(body.features[0].favorite).toBe(false);
  });

  test('matches the OpenAPI document', async () => {
    const { body } = await get('/api/admin/search/features?limit=1000&facets=type,createdBy');

    expect(validateResponse(body), JSON.stringify(validateResponse.errors)).toBe(true);
    expect(body.features.length).toBeGreaterThan(3);
  });
});

describe('GET /api/admin/search/features, visibility', () => {
  test('flags of a private project are visible only to its members, in items, totals, facets and pages', async () => {
    const [open, hidden] = [await aProject(db), await aProject(db, { mode: 'private' })];
    const name = unique('secret');
    for (const project of [open, hidden]) {
      for (const suffix of ['a', 'b'])
        await aFlag(db, { project, name: `${name}.${project}.${suffix}` });
    }
    const [outsider, member] = [await aUser(db), await aUser(db)];
    await aGrant(db, { project: hidden, userId: member.id });
    const search = (token: string, more = '') =>
      get(`/api/admin/search/features?query=${name}&facets=project&sortBy=project${more}`, {
        token,
      });

    const inside = await search(member.token);
    const outside = await search(outsider.token);
    const page = await search(outsider.token, '&limit=1');
    const next = await search(outsider.token, `&limit=1&cursor=${page.body.nextCursor}`);

    expect(inside.body.total).toBe(4);
    expect(outside.body).toMatchObject({
      total: 2,
      features: [{ project: open }, { project: open }],
      facets: { project: [{ value: open, count: 2 }] },
    });
    expect(next.body).toMatchObject({ total: 2, features: [{ project: open }], nextCursor: null });
    const filtered = await search(outsider.token, `&project=IS_ANY_OF:${hidden},${open}`);
    expect(filtered.body.total).toBe(2);
    const none = await search(outsider.token, `&project=IS:${hidden}`);
    expect(none.body).toMatchObject({ total: 0, features: [], facets: { project: [] } });
  });

  test('a cached total of one caller is not returned to another', async () => {
    const hidden = await aProject(db, { mode: 'private' });
    await aFlag(db, { project: hidden });
    const { token } = await aUser(db);
    const url = `/api/admin/search/features?project=IS:${hidden}`;

    const forAdmin = await get(url);
    const forViewer = await get(url, { token });

    expect(forAdmin.body.total).toBe(1);
    expect(forViewer.body.total).toBe(0);
  });
});

describe('the cost of a search', () => {
  test('is no statement for a cached page, and a fixed number otherwise', async () => {
    const project = await aProject(db);
    for (let number = 0; number < 30; number++) await aFlag(db, { project });
    const { db: counted, count } = countStatements(db);
    const read: Read = (run) => run(counted);
    const search = createFlagSearcher(createCaches());
    const dataVersion = {
      newestEvent: 1,
      flagVersion: 1,
      displayVersion: 0,
      usageVersion: 0,
      commentVersion: 0,
      projectDeletion: 0,
      eventDeletion: 0,
    };
    const run = async (query: Record<string, string>) => {
      const before = count();
      await search({ caller: systemCaller, dataVersion, read }, parseFlagSearch(query));
      return count() - before;
    };
    const query = { project: `IS:${project}`, favoritesFirst: 'true', sortBy: 'stale' };

    expect(await run(query)).toBe(4);
    expect(await run(query)).toBe(0);
    expect(await run({ ...query, limit: '5' })).toBe(1);
    expect(await run({ ...query, segment: 'INCLUDE:x', facets: 'type,tag' })).toBe(4);
  });

  test('is in the header Server-Timing', async () => {
    const { headers } = await get('/api/admin/search/features');

    expect(headers['server-timing']).toMatch(/^db;dur=[\d.]+, total;dur=[\d.]+$/);
  });
});

async function compileResponse() {
  const { components } = JSON.parse(await openApiDocument());
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  for (const [name, schema] of Object.entries(components.schemas)) {
    ajv.addSchema(schema as object, `#/components/schemas/${name}`);
  }
  return ajv.compile({ $ref: '#/components/schemas/FlagSearchResult' });
}
