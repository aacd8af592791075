import { expect, test } from 'vitest';
import { aFlag, aProject, aUser } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get } = await testApp();

test('lists each creator of a live flag of the project once, by name', async () => {
  const [project, elsewhere] = [await aProject(db), await aProject(db)];
  const zoe = await aUser(db, { name: 'Zoe' });
  const unnamed = await aUser(db, { username: 'mia' });
  const gone = await aUser(db, { name: 'Deleted user', deletedAt: '2026-01-01T00:00:00.000Z' });
  const [archiver, stranger] = [await aUser(db), await aUser(db)];
  for (const { id } of [zoe, zoe, unnamed, gone]) await aFlag(db, { project, createdByUserId: id });
  await aFlag(db, { project });
  await aFlag(db, { project, createdByUserId: -42 });
  const archivedAt = '2026-01-01T00:00:00.000Z';
  await aFlag(db, { project, createdByUserId: archiver.id, archivedAt });
  await aFlag(db, { project: elsewhere, createdByUserId: stranger.id });

  const { status, body } = await get(`/api/admin/projects/${project}/flag-creators`);

  expect(status).toBe(200);
  expect(body).toEqual([
    { id: gone.id, name: 'Deleted user' },
    { id: unnamed.id, name: 'mia' },
    { id: zoe.id, name: 'Zoe' },
  ]);
});
