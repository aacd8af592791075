import { describe, expect, test } from 'vitest';
import { archiveImpactOf } from './rules.ts';

describe('archiveImpactOf', () => {
  const edges = [
    { child: 'one', parent: 'parent' },
    { child: 'two', parent: 'parent' },
  ];

  test.each([
    ['a flag without dependencies', ['other'], [], false],
    ['a parent alone', ['parent'], ['parent'], true],
    ['a parent with some of its children', ['parent', 'one'], ['parent'], true],
    ['a parent with all of its children', ['one', 'parent', 'two'], [], true],
    ['a child alone', ['two'], [], true],
    ['no flags', [], [], false],
  ])('%s', (_, names, parentsWithChildFeatures, hasDeletedDependencies) => {
    expect(archiveImpactOf(names, edges)).toEqual({
      parentsWithChildFeatures,
      hasDeletedDependencies,
    });
  });
});
