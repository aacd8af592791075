import { describe, expect, test } from 'vitest';
import { createNews } from './news.ts';
import { effectOf, type NewsItem } from './rules.ts';

const item = (id: number, type: string, more: Partial<NewsItem> = {}): NewsItem => ({
  id,
  type,
  environment: null,
  featureName: null,
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
    ['segment-updated', null, 'segments'],
    ['segment-created', null, 'nothing'],
    ['features-imported', null, 'everything'],
    ['project-environment-removed', null, 'everything'],
    ['api-token-deleted', null, 'tokens'],
    ['user-created', null, 'nothing'],
  ])('%s of flag %s: %o', (type, featureName, effect) => {
    expect(effectOf(item(1, type, { featureName }))).toEqual(effect);
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

  test('the flags named since; none for a segment; any for what names no flag', async () => {
    const { news, add } = aLog();
    await news.read();
    add('feature-created', { featureName: 'a' });
    add('feature-environment-enabled', { featureName: 'b', environment: 'one' });
    add('segment-updated');
    await news.read();

    expect(news.flagsChangedSince(1, 'one')).toEqual(['a', 'b']);
    expect(news.flagsChangedSince(1, 'two')).toEqual(['a']);
    expect(news.flagsChangedSince(3, 'one')).toEqual([]);
    add('features-imported');
    await news.read();
    expect(news.flagsChangedSince(3, 'one')).toBeUndefined();
    expect(news.flagsChangedSince(5, 'one')).toEqual([]);
  });

  test.each([
    [5000, 1],
    [5001, undefined],
  ])('after %i changes, how much of the past is known: %o', async (count, known) => {
    const { news, add } = aLog();
    await news.read();
    for (let change = 0; change < count; change++) add('feature-updated', { featureName: 'a' });

    await news.read();

    expect(news.flagsChangedSince(1, 'one')?.length).toBe(known);
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
