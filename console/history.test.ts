import { describe, expect, test } from 'vitest';
import { strategyRows } from './src/history/comparison/rows.ts';
import { groupsOf, sentencesOf } from './src/history/comparison/sentences.ts';

const strategy = (id: string, rollout: string) => ({
  ...{ id, name: 'flexibleRollout', featureName: 'f', title: null, disabled: false, sortOrder: 0 },
  ...{ segments: [], constraints: [], variants: [], parameters: { rollout } },
});

const names = {
  typeTitle: (type: string) => (type === 'flexibleRollout' ? 'Gradual rollout' : type),
  segmentName: (id: number) => `Segment of ${id}`,
};

describe('sentences', () => {
  const change = {
    ...{ flag: 'f', environment: 'production', action: 'updateStrategy' as const, payload: {} },
    before: { name: 'flexibleRollout', segments: [] },
    after: { name: 'flexibleRollout', segments: [1, 2] },
  };

  test('have the title of the strategy type and the names of segments', () => {
    const sentences = [
      'Title of flexibleRollout in production changed from none to "flexibleRollout"',
      'Segments of flexibleRollout in production changed from none to 1 and 2',
    ];

    expect(sentencesOf({ ...change, sentences }, names)).toEqual([
      'Title of Gradual rollout in production changed from none to "flexibleRollout"',
      'Segments of Gradual rollout in production changed from none to Segment of 1, Segment of 2',
    ]);
  });

  test('of other changes stay as they are', () => {
    const sentences = ['Description changed from none to "Strategy flexibleRollout added"'];
    const described = { ...change, action: 'updateFeature' as const, sentences };

    expect(sentencesOf(described, names)).toEqual(sentences);
  });

  test('are grouped by environment, first those of none', () => {
    const changes = ['production', null, 'production'].map((environment) => ({
      ...{ ...change, environment },
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
