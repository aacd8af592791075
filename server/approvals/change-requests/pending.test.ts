import { expect, test } from 'vitest';
import { aFlag, aProject, aUser, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import {
  aChangeRequest,
  aRequestAbout,
  listPending,
  pendingAsStored,
} from '../../testing/change-requests.ts';

const app = await testApp();
const { db, post, put, del } = app;

test('a write is in the next response, under concurrent reads and writes', async () => {
  const project = await aProject(db);
  const flag = await aFlag(db, { project });
  const base = `/api/admin/projects/${project}`;
  const author = await aUser(db);
  const id = await aChangeRequest(db, { project, flag, author: author.id, state: 'In review' });

  const comment = async (text: string) => {
    await post(`${base}/change-requests/${id}/comments`, { text });
    const requests = await listPending(app, project, flag);
    expect(requests?.[0]?.comments?.map((each) => each.text)).toContain(text);
  };
  const propose = async () => {
    const { id: by } = await aUser(db);
    const other = await aChangeRequest(db, { project, flag, author: by, state: 'In review' });
    const title = unique('title');
    await put(`${base}/change-requests/${other}/title`, { title });
    const requests = await listPending(app, project, flag);
    expect(requests?.map((request) => request.title)).toContain(title);
  };
  const elsewhere = async () => {
    await aFlag(db, { project });
    await listPending(app, project, flag);
  };
  await Promise.all(
    Array.from({ length: 20 }, async (_, turn) => {
      await comment(`${turn}`);
      await elsewhere();
      await propose();
    }),
  );

  expect(await listPending(app, project, flag)).toEqual(await pendingAsStored(db, project, flag));
});

test('a deleted flag without requests is 404 in the next response', async () => {
  const project = await aProject(db);
  const flag = await aFlag(db, { project });
  expect(await listPending(app, project, flag)).toEqual([]);

  await del(`/api/admin/projects/${project}/features/${flag}`);
  await del(`/api/admin/archive/${flag}`);

  expect(await listPending(app, project, flag)).toBeUndefined();
});

test('a request with a flag that was moved to another project is recomputed too', async () => {
  const [project, elsewhere] = [await aProject(db), await aProject(db)];
  const [flag, moved] = [await aFlag(db, { project }), await aFlag(db, { project })];
  await aRequestAbout(db, project, [flag, moved]);
  await post(`/api/admin/projects/${project}/features/${moved}/changeProject`, {
    newProjectId: elsewhere,
  });
  const before = await listPending(app, project, flag);

  await del(`/api/admin/projects/${elsewhere}/environments/development`);

  const after = await listPending(app, project, flag);
  expect(after).not.toEqual(before);
  expect(after).toEqual(await pendingAsStored(db, project, flag));
});
