import { describe, expect, test } from 'vitest';
import { aFlag, aProject, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { lockEventLog, runConcurrently } from '../../testing/locks.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';

const { db, post, put } = await testApp();

describe('POST /api/admin/projects/:projectId/features/:featureName/changeProject', () => {
  test('a flag cannot move while its segment is being assigned to its project', async () => {
    const { move, narrow } = await aFlagWithSegment();

    const [narrowed, moved] = await runConcurrently(db, lockEventLog, [narrow, move]);

    expect([narrowed?.status, moved?.status]).toEqual([204, 403]);
  });

  test('a segment cannot be assigned to a project while its flag is being moved', async () => {
    const { move, narrow } = await aFlagWithSegment();

    const [moved, narrowed] = await runConcurrently(db, lockEventLog, [move, narrow]);

    expect([moved?.status, narrowed?.status]).toEqual([200, 400]);
  });
});

async function aFlagWithSegment() {
  const [project, newProjectId] = [await aProject(db), await aProject(db)];
  const flag = await aFlag(db, { project });
  const segment = await aSegment(db);
  await aStrategy(db, { flag, segments: [segment] });
  const path = `/api/admin/projects/${project}/features/${flag}/changeProject`;
  return {
    move: () => post(path, { newProjectId }),
    narrow: () =>
      put(`/api/admin/segments/${segment}`, { name: unique('segment'), project, constraints: [] }),
  };
}
