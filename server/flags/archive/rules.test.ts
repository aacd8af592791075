import { describe, expect, test } from 'vitest';
import { forecast } from './rules.ts';

describe('forecast', () => {
  const ties = [
    { child: 'one', parent: 'mother' },
    { child: 'two', parent: 'mother' },
  ];

  test.each([
    ['a flag without ties', ['other'], [], false],
    ['a parent alone', ['mother'], ['mother'], false],
    ['a parent with some of its children', ['mother', 'one'], ['mother'], true],
    ['a parent with all of its children', ['one', 'mother', 'two'], [], true],
    ['a child alone', ['two'], [], true],
    ['nothing', [], [], false],
  ])('%s', (_, names, parentsWithChildFeatures, hasDeletedDependencies) => {
    expect(forecast(names, ties)).toEqual({ parentsWithChildFeatures, hasDeletedDependencies });
  });
});
