import { describe, expect, test } from 'vitest';
import { aFlag, aProject, aUser, unique } from '../../testing/a.ts';
import { aChangeRequest, pendingAsStored } from '../../testing/change-requests.ts';
import { aWorld, callExample, examples, nameOf } from '../../testing/world.ts';
import type { ChangeRequest } from './schema.ts';

const world = await aWorld();
const { db, get, post, put, del } = world;

const writes = examples.filter(({ method }) => method !== 'GET');

describe('the pending requests of a flag that were cached before a write', () => {
  test.each(writes.map((example) => [nameOf(example), example] as const))(
    '%s: are current after it',
    async (_, example) => {
      const project = await aProject(db);
      const call = await example.arrange({ ...world, project });
      const flags = await flagsIn(project);
      await aRequestAbout(project, flags);
      for (const flag of flags) await list(project, flag);

      await callExample(world, example, call);

      for (const flag of flags) {
        expect(await list(project, flag)).toEqual(await pendingAsStored(db, project, flag));
      }
    },
  );
});

test('a write is in the next response, under concurrent reads and writes', async () => {
  const project = await aProject(db);
  const flag = await aFlag(db, { project });
  const base = `/api/admin/projects/${project}`;
  const author = await aUser(db);
  const id = await aChangeRequest(db, { project, flag, author: author.id, state: 'In review' });

  const comment = async (text: string) => {
    await post(`${base}/change-requests/${id}/comments`, { text });
    const requests = await list(project, flag);
    expect(requests?.[0]?.comments?.map((each) => each.text)).toContain(text);
  };
  const propose = async () => {
    const { id: by } = await aUser(db);
    const other = await aChangeRequest(db, { project, flag, author: by, state: 'In review' });
    const title = unique('title');
    await put(`${base}/change-requests/${other}/title`, { title });
    const requests = await list(project, flag);
    expect(requests?.map((request) => request.title)).toContain(title);
  };
  const elsewhere = async () => {
    await aFlag(db, { project });
    await list(project, flag);
  };
  await Promise.all(
    Array.from({ length: 20 }, async (_, turn) => {
      await comment(`${turn}`);
      await elsewhere();
      await propose();
    }),
  );

  expect(await list(project, flag)).toEqual(await pendingAsStored(db, project, flag));
});

test('a deleted flag without requests is 404 in the next response', async () => {
  const project = await aProject(db);
  const flag = await aFlag(db, { project });
  expect(await list(project, flag)).toEqual([]);

  await del(`/api/admin/projects/${project}/features/${flag}`);
  await del(`/api/admin/archive/${flag}`);

  expect(await list(project, flag)).toBeUndefined();
});

test('a request with a flag that was moved to another project is recomputed too', async () => {
  const [project, elsewhere] = [await aProject(db), await aProject(db)];
  const [flag, moved] = [await aFlag(db, { project }), await aFlag(db, { project })];
  await aRequestAbout(project, [flag, moved]);
  await post(`/api/admin/projects/${project}/features/${moved}/changeProject`, {
    newProjectId: elsewhere,
  });
  const before = await list(project, flag);

  await del(`/api/admin/projects/${elsewhere}/environments/development`);

  const after = await list(project, flag);
  expect(after).not.toEqual(before);
  expect(after).toEqual(await pendingAsStored(db, project, flag));
});

/** Some of the flags that the example created, and one more, so that there is always one. */
async function flagsIn(project: string): Promise<string[]> {
  await aFlag(db, { project });
  const flags = await db
    .selectFrom('flags')
    .select('name')
    .where('project', '=', project)
    .limit(5)
    .execute();
  return flags.map(({ name }) => name);
}

/** One request with a change of each flag, besides those that the example created. */
async function aRequestAbout(project: string, flags: readonly string[]): Promise<void> {
  const { id: author } = await aUser(db);
  const [flag = '', ...others] = flags;
  const id = await aChangeRequest(db, { project, flag, author, state: 'In review' });
  for (const other of others) {
    await db
      .insertInto('change_request_changes')
      .columns(['change_request_id', 'flag', 'action', 'payload', 'base', 'proposed', 'created_by'])
      .expression((query) =>
        query
          .selectFrom('change_request_changes')
          .select(['change_request_id', query.val(other).as('flag'), 'action', 'payload', 'base'])
          .select(['proposed', 'created_by'])
          .where('change_request_id', '=', id)
          .limit(1),
      )
      .execute();
  }
}

async function list(project: string, flag: string): Promise<ChangeRequest[] | undefined> {
  const path = `/api/admin/projects/${project}/change-requests/pending/${flag}`;
  const { status, body } = await get(path);
  return status === 404 ? undefined : body;
}
