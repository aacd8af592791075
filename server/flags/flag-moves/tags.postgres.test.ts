import { describe, expect, test } from 'vitest';
import type { Tx } from '../../platform/db/open.ts';
import { aFlag, aProject, aTagging, aTagType, changesSince, lastEventId } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { runConcurrently } from '../../testing/locks.ts';

const { db, post, del } = await testApp();

describe('POST /api/admin/projects/:projectId/features/:featureName/changeProject', () => {
  test('a tag deleted concurrently is recorded in the previous project', async () => {
    const [project, newProjectId] = [await aProject(db), await aProject(db)];
    const flag = await aFlag(db, { project });
    const { type, value } = await aTagging(db, { flag, type: await aTagType(db) });
    const before = await lastEventId(db);
    const hold = (tx: Tx) =>
      tx.selectFrom('tags').select('value').where('type', '=', type).forShare().execute();

    const responses = await runConcurrently(db, hold, [
      () => del(`/api/admin/tags/${type}/${value}`),
      () => post(`/api/admin/projects/${project}/features/${flag}/changeProject`, { newProjectId }),
    ]);

    const changes = await changesSince(db, before);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(changes.map((change) => [change.type, change.project])).toEqual([
      ['feature-untagged', project],
      ['tag-deleted', null],
      ['feature-project-change', newProjectId],
    ]);
  });
});
