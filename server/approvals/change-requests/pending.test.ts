import { describe, expect, test } from 'vitest';
import { aFlag, aProject, aUser, lastEventId, unique } from '../../testing/a.ts';
import { aChangeRequest, pendingAsStored } from '../../testing/change-requests.ts';
import { aWorld, callExample, examples, nameOf } from '../../testing/world.ts';
import { listHappenings } from './queries.ts';
import { concernOf } from './rules.ts';
import type { ChangeRequest } from './schema.ts';

const world = await aWorld();
const { db, get, post, put, del } = world;

const writes = examples.filter(({ method }) => method !== 'GET');

describe('the pending requests of a flag that were asked for before a write', () => {
  test.each(writes.map((example) => [nameOf(example), example] as const))(
    '%s: are told as they are after it',
    async (_, example) => {
      const project = await aProject(db);
      const call = await example.arrange({ ...world, project });
      const flags = await flagsIn(project);
      await aRequestAbout(project, flags);
      for (const flag of flags) await ask(project, flag);

      await callExample(world, example, call);

      for (const flag of flags) {
        expect(await ask(project, flag)).toEqual(await pendingAsStored(db, project, flag));
      }
    },
  );
});

test('who writes sees it with the next question, however many write and ask meanwhile', async () => {
  const project = await aProject(db);
  const flag = await aFlag(db, { project });
  const base = `/api/admin/projects/${project}`;
  const author = await aUser(db);
  const id = await aChangeRequest(db, { project, flag, author: author.id, state: 'In review' });

  const say = async (text: string) => {
    await post(`${base}/change-requests/${id}/comments`, { text });
    const requests = await ask(project, flag);
    expect(requests?.[0]?.comments?.map((comment) => comment.text)).toContain(text);
  };
  const propose = async () => {
    const { id: by } = await aUser(db);
    const other = await aChangeRequest(db, { project, flag, author: by, state: 'In review' });
    const title = unique('title');
    await put(`${base}/change-requests/${other}/title`, { title });
    const requests = await ask(project, flag);
    expect(requests?.map((request) => request.title)).toContain(title);
  };
  const elsewhere = async () => {
    await aFlag(db, { project });
    await ask(project, flag);
  };
  await Promise.all(
    Array.from({ length: 20 }, async (_, turn) => {
      await say(`${turn}`);
      await elsewhere();
      await propose();
    }),
  );

  expect(await ask(project, flag)).toEqual(await pendingAsStored(db, project, flag));
});

test('a flag that no request is about is gone with the next question when it is deleted', async () => {
  const project = await aProject(db);
  const flag = await aFlag(db, { project });
  expect(await ask(project, flag)).toEqual([]);

  await del(`/api/admin/projects/${project}/features/${flag}`);
  await del(`/api/admin/archive/${flag}`);

  expect(await ask(project, flag)).toBeUndefined();
});

test('what becomes of a flag that went to another project is told too', async () => {
  const [project, elsewhere] = [await aProject(db), await aProject(db)];
  const [flag, moved] = [await aFlag(db, { project }), await aFlag(db, { project })];
  await aRequestAbout(project, [flag, moved]);
  await post(`/api/admin/projects/${project}/features/${moved}/changeProject`, {
    newProjectId: elsewhere,
  });
  const before = await ask(project, flag);

  await del(`/api/admin/projects/${elsewhere}/environments/development`);

  const after = await ask(project, flag);
  expect(after).not.toEqual(before);
  expect(after).toEqual(await pendingAsStored(db, project, flag));
});

test('in a log that was put back to an earlier time nothing that was kept is trusted', async () => {
  const concern = concernOf({ project: 'any', flag: 'any' }, [], { flags: new Map() });
  const newest = await lastEventId(db);

  expect(await listHappenings(db, concern, { since: newest, newest })).toEqual([]);
  expect(await listHappenings(db, concern, { since: newest + 1, newest })).toBeUndefined();
});

/** Some of the flags that the example has made, and one of ours, so that there is always one. */
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

/** One request with a change of each flag, beside those that the example has made. */
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

async function ask(project: string, flag: string): Promise<ChangeRequest[] | undefined> {
  const path = `/api/admin/projects/${project}/change-requests/pending/${flag}`;
  const { status, body } = await get(path);
  return status === 404 ? undefined : body;
}
