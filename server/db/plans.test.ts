import { describe, expect, test } from 'vitest';
import { systemCaller } from '../access/caller.ts';
import { listArchived } from '../archive/queries.ts';
import { listEnvironments } from '../environments/queries.ts';
import { countActiveFlags, findOnboardingStatus } from '../projects/queries.ts';
import { listSegments } from '../segments/queries.ts';
import { aFlag, anEnvironment, aProject } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import { stepsOf } from '../testing/plans.ts';
import { aSegment, aStrategy } from '../testing/targeting.ts';

const { db } = await testApp();

describe('lists with counts', () => {
  test('the uses of all segments are counted in one pass', async () => {
    const flag = await aFlag(db);
    for (const _ of [1, 2, 3, 4]) await aStrategy(db, { flag, segments: [await aSegment(db)] });

    const steps = await stepsOf(db, (tx) => listSegments(tx, systemCaller));

    const visits = steps.filter(({ table }) => table === 'strategy_segments');
    expect(visits).toMatchObject([{ times: 1 }]);
  });

  test('what is switched on is counted in one pass over all environments', async () => {
    const environments = [await anEnvironment(db), await anEnvironment(db)];
    const project = await aProject(db, { environments });
    await aFlag(db, { project, enabled: environments });

    const steps = await stepsOf(db, (tx) => listEnvironments(tx, systemCaller));

    const visits = steps.filter(({ table }) => table === 'flag_environments');
    expect(visits).toMatchObject([{ times: 1 }]);
  });
});

describe('flags of one project', () => {
  test('live ones are counted, and the oldest is found, in an index of live ones', async () => {
    const project = await aProject(db);
    await aFlag(db, { project });

    const counting = await stepsOf(db, (tx) => countActiveFlags(tx, project));
    const finding = await stepsOf(db, (tx) => findOnboardingStatus(tx, project));

    const index = 'flags_live_by_project';
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
