import { describe, expect, test } from 'vitest';
import { createNews } from './change-feed.ts';
import { effectOf, type NewsItem } from './rules.ts';

const item = (id: number, type: string, more: Partial<NewsItem> = {}): NewsItem => ({
  id,
  type,
  environment: null,
  featureName: null,
  project: null,
  oldProject: null,
  segmentId: null,
  ...more,
});

describe('what an event changes for SDKs', () => {
  test.each([
    ['feature-created', 'a', { flag: 'a' }],
    ['feature-tagged', 'a', { flag: 'a' }],
    ['feature-strategy-update', 'everything', { flag: 'everything' }],
    ['feature-favorited', 'a', 'nothing'],
    ['change-request-created', 'a', 'nothing'],
    ['change-added', 'a', 'nothing'],
    ['segment-updated', null, { segment: 3 }],
    ['segment-created', null, 'nothing'],
    ['features-imported', null, 'revision'],
    ['feature-import', null, 'everything'],
    ['project-environment-removed', null, { project: 'web' }],
    ['api-token-deleted', null, 'tokens'],
    ['user-created', null, 'nothing'],
  ])('%s of flag %s: %o', (type, featureName, effect) => {
    const told = item(1, type, { featureName, project: 'web', segmentId: 3 });

    expect(effectOf(told)).toEqual(effect);
  });
});

/** A log in memory, with an event for each call of `add`. */
function aLog() {
  const events: NewsItem[] = [item(1, 'user-created')];
  const news = createNews({
    findNewest: async () => events.at(-1)?.id ?? 0,
    list: async (after, limit) => events.filter(({ id }) => id > after).slice(0, limit),
    findRevision: async () => 1,
  });
  const add = (type: string, more: Partial<NewsItem> = {}) =>
    events.push(item(events.length + 1, type, more));
  return { news, add };
}

describe('news', () => {
  test('an event of one environment is a revision of that one, others of all', async () => {
    const { news, add } = aLog();
    await news.read();
    await Promise.all([news.revisionOf('one'), news.revisionOf('two')]);

    add('feature-environment-enabled', { featureName: 'a', environment: 'one' });
    await news.read();
    expect([news.revisionOf('one'), news.revisionOf('two')]).toEqual([2, 1]);
    add('feature-archived', { featureName: 'a' });
    await news.read();
    expect([news.revisionOf('one'), news.revisionOf('two')]).toEqual([3, 3]);
    add('feature-favorited', { featureName: 'a' });
    await news.read();
    expect([news.revisionOf('one'), news.revisionOf('two')]).toEqual([3, 3]);
  });

  test('an event that is read while the revision is asked for counts', async () => {
    const { news, add } = aLog();
    await news.read();
    const asking = news.revisionOf('one');
    add('feature-created', { featureName: 'a' });
    await news.read();

    await asking;

    expect(news.revisionOf('one')).toBe(2);
  });

  test('what has changed since, for each environment; unknown when it may be anything', async () => {
    const { news, add } = aLog();
    const effectsSince = (id: number, environment: string) =>
      news.changesSince(id, environment)?.map(({ effect }) => effect);
    await news.read();
    add('feature-created', { featureName: 'a' });
    add('feature-environment-enabled', { featureName: 'b', environment: 'one' });
    add('segment-updated', { segmentId: 3 });
    await news.read();

    expect(effectsSince(1, 'one')).toEqual([{ flag: 'a' }, { flag: 'b' }, { segment: 3 }]);
    expect(effectsSince(1, 'two')).toEqual([{ flag: 'a' }, { segment: 3 }]);
    expect(effectsSince(3, 'one')).toEqual([{ segment: 3 }]);
    add('feature-import');
    await news.read();
    expect(effectsSince(3, 'one')).toBeUndefined();
    expect(effectsSince(5, 'one')).toEqual([]);
  });

  test('a flag that was moved is a change to both projects', async () => {
    const { news, add } = aLog();
    await news.read();
    add('feature-project-change', { featureName: 'a', project: 'new', oldProject: 'old' });

    await news.read();

    expect(news.changesSince(1, 'one')).toEqual([
      { id: 2, environment: null, projects: ['new', 'old'], effect: { flag: 'a' } },
    ]);
  });

  test.each([
    [5000, 5000],
    [5001, undefined],
  ])('after %i changes, how much of the past is known: %o', async (count, known) => {
    const { news, add } = aLog();
    await news.read();
    for (let change = 0; change < count; change++) add('feature-updated', { featureName: 'a' });

    await news.read();

    expect(news.changesSince(1, 'one')?.length).toBe(known);
    expect(news.position()).toBe(count + 1);
  });

  test('says whether tokens have changed', async () => {
    const { news, add } = aLog();
    expect(await news.read()).toBe(false);
    add('api-token-created');
    add('feature-created', { featureName: 'a' });
    expect(await news.read()).toBe(true);
    expect(await news.read()).toBe(false);
  });
});
