import { expect, test } from 'vitest';
import { aProject, aUser, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, post, del } = await testApp();

const flagsOf = (project: string) => `/api/admin/projects/${project}/features`;

test('a project is not found once it is deleted, and found again when it is created again', async () => {
  const project = unique('project');
  await post('/api/admin/projects', { id: project, name: project });
  const before = await get(flagsOf(project));
  await post(`/api/admin/projects/archive/${project}`);
  await del(`/api/admin/projects/${project}`);

  const gone = await get(flagsOf(project));
  await post('/api/admin/projects', { id: project, name: project });
  const back = await get(flagsOf(project));

  expect([before.status, gone.status, back.status]).toEqual([200, 404, 200]);
});

test('a project that is created after a request for it is found', async () => {
  const project = unique('project');
  const before = await get(flagsOf(project));

  await post('/api/admin/projects', { id: project, name: project });

  const after = await get(flagsOf(project));
  expect([before.status, after.status]).toEqual([404, 200]);
});

test('what others may see stays hidden from whom it is hidden', async () => {
  const project = await aProject(db, { mode: 'private' });
  const { token } = await aUser(db, { rootRole: 'Viewer' });
  const seen = await get(flagsOf(project));

  const hidden = await get(flagsOf(project), { token });

  expect([seen.status, hidden.status]).toEqual([200, 404]);
});
