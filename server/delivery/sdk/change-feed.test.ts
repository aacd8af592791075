import { describe, expect, test } from 'vitest';
import { createChangeFeed } from './change-feed.ts';
import { effectOf, type FeedEvent } from './rules.ts';

const event = (id: number, type: string, more: Partial<FeedEvent> = {}): FeedEvent => ({
  id,
  type,
  environment: null,
  featureName: null,
  project: null,
  oldProject: null,
  segmentId: null,
  ...more,
});

describe('the effect of an event on SDKs', () => {
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
    ['unleash-imported', null, 'everything'],
    ['project-environment-removed', null, { project: 'web' }],
    ['api-token-deleted', null, 'tokens'],
    ['user-created', null, 'nothing'],
  ])('%s of flag %s: %o', (type, featureName, effect) => {
    const changed = event(1, type, { featureName, project: 'web', segmentId: 3 });

    expect(effectOf(changed)).toEqual(effect);
  });
});

/** A log in memory, with an event for each call of `add`. */
function aLog() {
  const events: FeedEvent[] = [event(1, 'user-created')];
  const feed = createChangeFeed({
    findNewest: async () => events.at(-1)?.id ?? 0,
    list: async (after, limit) => events.filter(({ id }) => id > after).slice(0, limit),
    findRevision: async () => 1,
  });
  const add = (type: string, more: Partial<FeedEvent> = {}) =>
    events.push(event(events.length + 1, type, more));
  return { feed, add };
}

describe('the change feed', () => {
  test('an event of one environment changes its revision, other events all revisions', async () => {
    const { feed, add } = aLog();
    await feed.read();
    await Promise.all([feed.revisionOf('one'), feed.revisionOf('two')]);

    add('feature-environment-enabled', { featureName: 'a', environment: 'one' });
    await feed.read();
    expect([feed.revisionOf('one'), feed.revisionOf('two')]).toEqual([2, 1]);
    add('feature-archived', { featureName: 'a' });
    await feed.read();
    expect([feed.revisionOf('one'), feed.revisionOf('two')]).toEqual([3, 3]);
    add('feature-favorited', { featureName: 'a' });
    await feed.read();
    expect([feed.revisionOf('one'), feed.revisionOf('two')]).toEqual([3, 3]);
  });

  test('an event that is read during the query of the revision is included', async () => {
    const { feed, add } = aLog();
    await feed.read();
    const finding = feed.revisionOf('one');
    add('feature-created', { featureName: 'a' });
    await feed.read();

    await finding;

    expect(feed.revisionOf('one')).toBe(2);
  });

  test('returns the changes since an event, by environment; undefined if all data may have changed', async () => {
    const { feed, add } = aLog();
    const effectsSince = (id: number, environment: string) =>
      feed.changesSince(id, environment)?.map(({ effect }) => effect);
    await feed.read();
    add('feature-created', { featureName: 'a' });
    add('feature-environment-enabled', { featureName: 'b', environment: 'one' });
    add('segment-updated', { segmentId: 3 });
    await feed.read();

    expect(effectsSince(1, 'one')).toEqual([{ flag: 'a' }, { flag: 'b' }, { segment: 3 }]);
    expect(effectsSince(1, 'two')).toEqual([{ flag: 'a' }, { segment: 3 }]);
    expect(effectsSince(3, 'one')).toEqual([{ segment: 3 }]);
    add('feature-import');
    await feed.read();
    expect(effectsSince(3, 'one')).toBeUndefined();
    expect(effectsSince(5, 'one')).toEqual([]);
  });

  test('a flag that was moved is a change to both projects', async () => {
    const { feed, add } = aLog();
    await feed.read();
    add('feature-project-change', { featureName: 'a', project: 'new', oldProject: 'old' });

    await feed.read();

    expect(feed.changesSince(1, 'one')).toEqual([
      { id: 2, environment: null, projects: ['new', 'old'], effect: { flag: 'a' } },
    ]);
  });

  test.each([
    [5000, 5000],
    [5001, undefined],
  ])('after %i changes, how many are available: %o', async (count, available) => {
    const { feed, add } = aLog();
    await feed.read();
    for (let change = 0; change < count; change++) add('feature-updated', { featureName: 'a' });

    await feed.read();

    expect(feed.changesSince(1, 'one')?.length).toBe(available);
    expect(feed.position()).toBe(count + 1);
  });

  test('the tokens version changes with tokens, the version with any change', async () => {
    const { feed, add } = aLog();
    const versions = async () => {
      await feed.read();
      return [feed.tokensVersion(), feed.version()];
    };
    expect(await versions()).toEqual([0, 0]);
    add('api-token-created');
    expect(await versions()).toEqual([2, 2]);
    add('feature-created', { featureName: 'a' });
    expect(await versions()).toEqual([2, 3]);
    add('user-created');
    expect(await versions()).toEqual([2, 3]);
  });
});
