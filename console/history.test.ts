import { describe, expect, test } from 'vitest';
import type { PlannedChange } from './src/history/comparison/api.ts';
import { strategyRows } from './src/history/comparison/rows.ts';
import { groupsOf, sentencesOf } from './src/history/comparison/sentences.ts';

const strategy = (id: string, rollout: string) => ({
  id,
  name: 'flexibleRollout',
  featureName: 'f',
  title: null,
  disabled: false,
  sortOrder: 0,
  segments: [],
  constraints: [],
  variants: [],
  parameters: { rollout },
});

const names = {
  typeTitle: (type: string) => (type === 'flexibleRollout' ? 'Gradual rollout' : type),
  segmentName: (id: number) => `Segment of ${id}`,
};

describe('sentences', () => {
  const before = {
    name: 'flexibleRollout',
    title: 'VIP',
    segments: [],
    constraints: [],
    parameters: { rollout: '25' },
  };
  const change = {
    flag: 'f',
    environment: 'production',
    action: 'updateStrategy' as const,
    payload: {},
    before,
    after: {
      ...before,
      segments: [1, 2],
      parameters: { rollout: '50' },
      constraints: [
        { contextName: 'userId', operator: 'IN', values: ['1', '2'] },
        { contextName: 'plan', operator: 'STR_CONTAINS', values: ['free'], inverted: true },
      ],
    },
    sentences: ['A sentence of the server'],
  };

  test('have the title of the strategy type and the names of segments', () => {
    expect(sentencesOf(change, names)).toEqual([
      'Rollout of Gradual rollout "VIP" in production changed from 25% to 50%',
      'Constraints of Gradual rollout "VIP" in production changed from none to userId is one of 1 or 2 and plan does not contain free',
      'Segments of Gradual rollout "VIP" in production changed from none to Segment of 1 and Segment of 2',
    ]);
  });

  test('are those of the console for every action that has one', () => {
    const of = (action: PlannedChange['action'], values: Partial<PlannedChange>) =>
      sentencesOf({ ...change, before: undefined, after: undefined, ...values, action }, names);
    const [tag, link] = [
      { type: 'team', value: 'web' },
      { url: 'https://example.com', title: 'a' },
    ];

    expect([
      ...of('createFeature', {}),
      ...of('updateFeature', {
        before: { type: 'release', description: '', stale: false, impressionData: true },
        after: { type: 'experiment', description: 'new', stale: true, impressionData: false },
      }),
      ...of('updateTags', { payload: { addedTags: [tag], removedTags: [tag] } }),
      ...of('updateLink', { before: link, after: { ...link, title: 'b' } }),
      ...of('addDependency', { payload: { feature: 'parent', enabled: false } }),
      ...of('updateEnabled', { after: false }),
      ...of('addStrategy', { after: { name: 'default', title: '' } }),
      ...of('reorderStrategy', {}),
      ...of('patchVariant', { before: [], after: [{ name: 'red', weight: 1000 }] }),
      ...of('updateSegment', { before: { name: 'beta' }, after: { name: 'vip' } }),
    ]).toEqual([
      'Flag f created',
      'Type changed from release to experiment',
      'Description changed from none to "new"',
      'Marked as stale',
      'Impression data switched off',
      'Tag team:web removed',
      'Tag team:web added',
      'Title of a link changed from "a" to "b"',
      'Depends on parent being off',
      'Switched off in production',
      'Strategy default added in production',
      'Order of the strategies in production changed',
      'Variants in production changed from none to red 100%',
      'Name of segment beta changed from beta to vip',
    ]);
  });

  test('of a flag that leaves the archive say what is not restored', () => {
    expect(sentencesOf({ ...change, action: 'reviveFeature' }, names)).toEqual([
      'Revived from the archive: off everywhere, and its lifecycle starts from the beginning',
    ]);
  });

  test('of an action that the console does not know are those of the server', () => {
    const unknown = { ...change, action: 'somethingNew' as PlannedChange['action'] };

    expect(sentencesOf(unknown, names)).toEqual(change.sentences);
  });

  test('are grouped by environment, first those of none', () => {
    const changes = ['production', null, 'production'].map((environment) => ({
      ...change,
      environment,
      sentences: [],
    }));

    const groups = groupsOf(changes);

    expect(groups.map(({ environment }) => environment)).toEqual([null, 'production']);
    expect(groups.map((group) => group.changes.length)).toEqual([1, 2]);
  });
});

describe('strategies side by side', () => {
  test('are paired by id, then by content; others are added or removed', () => {
    const before = [strategy('a', '10'), strategy('b', '20'), strategy('c', '30')];
    const after = [strategy('x', '20'), strategy('a', '15'), strategy('y', '40')];

    const marks = strategyRows(before, after).map(({ key, mark }) => [key, mark]);

    expect(marks).toEqual([
      ['x', undefined],
      ['a', 'changed'],
      ['y', 'added'],
      ['c', 'removed'],
    ]);
  });
});
