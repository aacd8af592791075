import { describe, expect, test } from 'vitest';
import { listArchived } from '../../flags/archive/queries.ts';
import { listContextFields } from '../../flags/context-fields/queries.ts';
import { listSegments } from '../../flags/segments/queries.ts';
import { listEnvironments } from '../../projects/environments/queries.ts';
import { countActiveFlags, findOnboardingStatus } from '../../projects/projects/queries.ts';
import { aFlag, aProject } from '../../testing/a.ts';
import { testAppOn } from '../../testing/app.ts';
import { openTestDb } from '../../testing/database.ts';
import { stepsOf } from '../../testing/plans.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';
import { countStages } from '../../usage/lifecycle/queries.ts';
import { systemCaller } from '../caller.ts';

// A reused database may have statistics about the rows of other tests.
const { db } = await testAppOn(await openTestDb({ reusable: false }));

describe('lists with counts', () => {
  const lists = {
    'the uses of segments': listSegments,
    'the uses of context fields': listContextFields,
    'what is switched on': listEnvironments,
    'the stages of flags': countStages,
  };

  test.each(Object.entries(lists))('%s are counted without reading flags', async (_, list) => {
    const flag = await aFlag(db, { enabled: ['production'] });
    await aStrategy(db, { flag, segments: [await aSegment(db)] });

    const steps = await stepsOf(db, (tx) => list(tx, systemCaller));

    const ofFlags = [
      'flags',
      'flag_environments',
      'flag_search',
      'strategies',
      'strategy_segments',
    ];
    expect(steps.filter(({ table = '' }) => ofFlags.includes(table))).toEqual([]);
    const visits = steps.filter(({ table = '' }) => table.endsWith('_counts'));
    expect(visits).toMatchObject([{ times: 1 }]);
  });
});

describe('flags of one project', () => {
  test('active ones are counted, and the oldest is found, in an index of active ones', async () => {
    const project = await aProject(db);
    await aFlag(db, { project });

    const counting = await stepsOf(db, (tx) => countActiveFlags(tx, project));
    const finding = await stepsOf(db, (tx) => findOnboardingStatus(tx, project));

    const index = expect.stringMatching(/^flags_live_by_/);
    expect(counting).toContainEqual(expect.objectContaining({ index }));
    expect(finding).toContainEqual(expect.objectContaining({ index }));
  });

  test('archived ones are found in an index of archived ones', async () => {
    const project = await aProject(db);
    await aFlag(db, { project, archivedAt: '2026-01-01T00:00:00.000Z' });

    const steps = await stepsOf(db, (tx) => listArchived(tx, systemCaller, project));

    expect(steps).toContainEqual(expect.objectContaining({ index: 'flags_archived_by_project' }));
  });
});
