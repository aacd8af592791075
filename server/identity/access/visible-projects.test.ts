import { expect, test } from 'vitest';
import { aProject, aUser, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, post, del } = await testApp();

const flagsOf = (project: string) => `/api/admin/projects/${project}/features`;

test('a deleted project is 404, and 200 when it is created again', async () => {
  const project = unique('project');
  await post('/api/admin/projects', { id: project, name: project });
  const before = await get(flagsOf(project));
  await post(`/api/admin/projects/archive/${project}`);
  await del(`/api/admin/projects/${project}`);

  const deleted = await get(flagsOf(project));
  await post('/api/admin/projects', { id: project, name: project });
  const recreated = await get(flagsOf(project));

  expect([before.status, deleted.status, recreated.status]).toEqual([200, 404, 200]);
});

test('a 404 is not cached: a project created afterwards is found', async () => {
  const project = unique('project');
  const before = await get(flagsOf(project));

  await post('/api/admin/projects', { id: project, name: project });

  const after = await get(flagsOf(project));
  expect([before.status, after.status]).toEqual([404, 200]);
});

test('a cached project stays hidden from callers who may not see it', async () => {
  const project = await aProject(db, { mode: 'private' });
  const { token } = await aUser(db, { rootRole: 'Viewer' });
  const visible = await get(flagsOf(project));

  const hidden = await get(flagsOf(project), { token });

  expect([visible.status, hidden.status]).toEqual([200, 404]);
});
