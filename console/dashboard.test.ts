import { expect, test } from 'vitest';
import { rankProjects } from './src/usage/dashboard/ranking.ts';

const project = (id: string, featureCount: number, favorite = false) => ({
  id,
  name: id,
  health: 100,
  memberCount: 0,
  featureCount,
  favorite,
});

const names = (ranked: { id: string }[]) => ranked.map(({ id }) => id);

test('projects with a reason come first, and the largest of the others fill the list', () => {
  const others = Array.from({ length: 20 }, (_, index) => project(`other-${index}`, index));
  const all = [...others, project('role', 0), project('old', 1), project('new', 1)];
  const ranked = rankProjects({
    all: [...all, project('star', 0, true)],
    withRole: ['role', 'star'],
    recent: ['new', 'old', 'new', 'deleted'],
  });

  expect(names(ranked)).toEqual([
    'star',
    'new',
    'old',
    'role',
    'other-19',
    'other-18',
    'other-17',
    'other-16',
  ]);
  expect(ranked.map(({ reason }) => reason).slice(0, 5)).toEqual([
    'favorite',
    'changed',
    'changed',
    'role',
    undefined,
  ]);
});

test('all projects with a reason are listed', () => {
  const all = Array.from({ length: 12 }, (_, index) => project(`p-${index}`, 0, true));

  expect(rankProjects({ all, withRole: [], recent: [] })).toHaveLength(12);
  expect(rankProjects({ all: [], withRole: [], recent: [] })).toEqual([]);
});
