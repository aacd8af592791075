import { expect, test } from 'vitest';
import { parseFlagSearch } from '../../search/filters.ts';
import { createFlagSearcher } from '../../search/find.ts';
import { aFlag, aProject } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { type Read, systemCaller } from '../caller.ts';
import { type Caches, createCaches } from './cache.ts';

const { db, get } = await testApp();

const names = [
  'event_counts',
  'event_items',
  'event_pages',
  'event_text_samples',
  'flag_search_counts',
  'flag_search_expiry',
  'flag_search_facets',
  'flag_search_items',
  'flag_search_pages',
  'frontend_origins',
  'instance_statistics',
  'pending_change_requests',
  'project_activity',
  'sdk_environments',
  'sdk_not_modified',
  'sdk_payloads',
  'sdk_repeated',
  'sdk_tokens',
  'usage_bulk_keys',
  'view_event_counts',
  'visible_projects',
];

/** The values of a metric by the name of the cache. */
async function readMetric(metric: string): Promise<Record<string, number>> {
  const { body } = await get('/internal-backstage/prometheus');
  const lines = String(body).matchAll(new RegExp(`^${metric}\\{cache="(\\w+)"\\} (\\d+)$`, 'gm'));
  return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]));
}

test('the metrics show each cache by name', async () => {
  const metrics = [
    'hits_total',
    'misses_total',
    'evictions_total',
    'entries',
    'bytes',
    'bytes_max',
  ];
  for (const metric of metrics) {
    expect(Object.keys(await readMetric(`pennon_cache_${metric}`)).sort()).toEqual(names);
  }
});

test('a first request counts as a miss, repeated ones as hits, until the data changes', async () => {
  const [project, another] = [await aProject(db), await aProject(db)];
  const flag = await aFlag(db, { project });
  const requests = {
    flag_search_pages: `/api/admin/search/features?project=IS:${project}`,
    event_pages: `/api/admin/search/events?project=IS:${project}`,
    pending_change_requests: `/api/admin/projects/${project}/change-requests/pending/${flag}`,
    visible_projects: `/api/admin/projects/${another}/features`,
  };
  for (const [name, url] of Object.entries(requests)) {
    const counts = async () => {
      const [hits, misses] = await Promise.all(
        ['hits', 'misses'].map((kind) => readMetric(`pennon_cache_${kind}_total`)),
      );
      return [hits?.[name], misses?.[name]];
    };
    const [hits = 0, misses = 0] = await counts();

    await get(url);
    expect([name, ...(await counts())]).toEqual([name, hits, misses + 1]);
    await get(url);
    expect([name, ...(await counts())]).toEqual([name, hits + 1, misses + 1]);
  }
});

test('many distinct searches stay within the bound', async () => {
  for (let number = 0; number < 10; number++) await aFlag(db);
  const bytesMax = 100_000;
  const all = createCaches();
  const small: Caches = { ...all, create: (options) => all.create({ ...options, bytesMax }) };
  const search = createFlagSearcher(small);
  const dataVersion = {
    newestEvent: 1,
    flagVersion: 1,
    displayVersion: 0,
    usageVersion: 0,
    commentVersion: 0,
    projectDeletion: 0,
    eventDeletion: 0,
  };

  const read: Read = (run) => run(db);

  for (let number = 0; number < 60; number++) {
    const query = parseFlagSearch({ query: `,${number}`, limit: '1000' });
    const { body } = await search({ caller: systemCaller, dataVersion, read }, query);
    await body.as('gzip');

    for (const { bytes } of all.statistics()) expect(bytes).toBeLessThanOrEqual(bytesMax);
  }
  const pages = all.statistics().find(({ name }) => name === 'flag_search_pages');
  expect(pages?.evictions).toBeGreaterThan(0);
});
