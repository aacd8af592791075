import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readFlagAt, readVersions, writeSnapshot } from '../flags/versions/commands.ts';
import { deleteVersions } from '../flags/versions/job.ts';
import { systemCaller } from '../platform/caller.ts';
import type { Db } from '../platform/db/open.ts';
import { aFlag, aGrant, aProject, aUser, lastEventId, unique } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import {
  aChangedWorld,
  makeChange,
  projectOf,
  randomChanges,
  withoutUsage,
} from '../testing/random-changes.ts';
import { countStatements } from '../testing/statements.ts';

const app = await testApp();
const { db, get, post, put, del } = app;
const pathOf = (project: string, name: string) => `/api/admin/projects/${project}/features/${name}`;

/** The flag and its project now; undefined if it does not exist. */
async function stateOf(name: string) {
  const project = await projectOf(app, name);
  if (project === undefined) return undefined;
  const { body } = await get(`${pathOf(project, name)}?archived=true`);
  return { project, flag: withoutUsage(body) };
}

const eventTime = async (id: number) =>
  (
    await db
      .selectFrom('events')
      .select('created_at as at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).at;

describe('versions', () => {
  test('at any moment, a flag is as it was', async () => {
    const full = process.env.PENNON_TEST_FULL !== undefined;
    await fc.assert(
      fc.asyncProperty(randomChanges(full ? 100 : 30), async (changes) => {
        const world = await aChangedWorld(app);
        const moments: {
          event: number;
          at: string;
          states: Awaited<ReturnType<typeof stateOf>>[];
        }[] = [];
        for (const change of changes) {
          const { status } = await makeChange(app, world, change);
          expect(status).toBeLessThan(500);
          const event = await lastEventId(db);
          const states = [];
          for (const name of world.flags) states.push(await stateOf(name));
          moments.push({ event, at: await eventTime(event), states });
        }
        for (const { event, at, states } of moments) {
          const atTime = moments.findLast((it) => it.at <= at)?.states;
          for (const [index, name] of world.flags.entries()) {
            for (const [moment, expected] of [
              [String(event), states[index]],
              [at, atTime?.[index]],
            ] as const) {
              const project = expected?.project ?? world.projects[0];
              const found = await get(`${pathOf(project, name)}?at=${moment}`);
              expect(found.status).toBe(expected ? 200 : 404);
              if (expected) expect(withoutUsage(found.body)).toEqual(expected.flag);
            }
          }
        }
      }),
      { numRuns: full ? 10 : 1 },
    );
  });

  test('a segment and a project have versions; their deletion closes them', async () => {
    const id = unique('project');
    await post('/api/admin/projects', { id, name: 'First' });
    await put(`/api/admin/projects/${id}`, { name: 'Second', mode: 'protected' });

    const { body } = await get(`/api/admin/projects/${id}/versions?limit=1`);
    const next = await get(`/api/admin/projects/${id}/versions?cursor=${body.nextCursor}`);

    expect(body.versions).toMatchObject([{ configuration: { name: 'Second', mode: 'protected' } }]);
    expect(next.body.versions.at(-1)).toMatchObject({ configuration: { name: 'First' } });
    await post(`/api/admin/projects/archive/${id}`);
    await del(`/api/admin/projects/${id}`);
    const [closing] = await db
      .selectFrom('versions')
      .select('configuration')
      .where('kind', '=', 'project')
      .where('key', '=', id)
      .orderBy('event_id', 'desc')
      .limit(1)
      .execute();
    expect(closing).toEqual({ configuration: null });
  });
});

describe('statements', () => {
  test('of reads are few, whatever the number of versions', async () => {
    const project = await aProject(db);
    const name = unique('flag');
    await post(`/api/admin/projects/${project}/features`, { name });
    for (const description of ['a', 'b', 'c']) await put(pathOf(project, name), { description });
    const key = { project, name };
    const at = { event: await lastEventId(db) };
    const statementsOf = async (read: (counted: Db) => Promise<unknown>) => {
      const counted = countStatements(db);
      await read(counted.db);
      return counted.count();
    };
    const snapshot = async (counted: Db) => {
      for await (const _ of writeSnapshot(counted, systemCaller, project, at));
    };

    const page = { before: undefined, limit: 10 };
    expect(await statementsOf((it) => readVersions(it, systemCaller, key, page))).toBe(1);
    expect(await statementsOf((it) => readFlagAt(it, systemCaller, key, at))).toBe(2);
    // The settings, what is displayed, and one for each hundred flags, of which the last is empty.
    expect(await statementsOf(snapshot)).toBe(4);
  });

  test('a change of many flags leaves a version of each, with its own event', async () => {
    const project = await aProject(db);
    const features = [await aFlag(db, { project }), await aFlag(db, { project })];
    const before = await lastEventId(db);
    await post(`/api/admin/projects/${project}/stale`, { features, stale: true });

    const left = await db
      .selectFrom('versions')
      .select(['key', 'event_id as event', 'first_event_id as first'])
      .where('event_id', '>', before)
      .orderBy('event_id')
      .execute();

    const first = before + 1;
    expect(left.map(({ event }) => event)).toEqual([first, first + 1]);
    expect(left.map((version) => version.first)).toEqual([first, first]);
    expect(left.map(({ key }) => key).sort()).toEqual(features.sort());
  });
});

describe('GET /api/admin/projects/:projectId/features/:featureName/versions', () => {
  test('lists the changes of the configuration, newest first, in pages', async () => {
    const project = await aProject(db);
    const name = unique('flag');
    await post(`/api/admin/projects/${project}/features`, { name });
    await put(pathOf(project, name), { description: 'One' });
    await put(pathOf(project, name), { description: 'Two' });

    const first = await get(`${pathOf(project, name)}/versions?limit=2`);
    const second = await get(
      `${pathOf(project, name)}/versions?limit=2&cursor=${first.body.nextCursor}`,
    );

    expect(first.body.versions).toMatchObject([
      { type: 'feature-metadata-updated', createdBy: 'root', deleted: false, project },
      { type: 'feature-metadata-updated' },
    ]);
    expect(second.body).toMatchObject({
      versions: [{ type: 'feature-created', label: 'Flag created' }],
      nextCursor: null,
    });
    const { eventId } = first.body.versions[1];
    const version = await get(`${pathOf(project, name)}/versions/${eventId}`);
    expect(version.body.feature).toMatchObject({ name, description: 'One' });
  });

  test('favorites and lifecycle leave no version', async () => {
    const project = await aProject(db);
    const name = await aFlag(db, { project });
    await put(pathOf(project, name), { description: 'One' });

    await post(`${pathOf(project, name)}/favorites`);
    await post(`${pathOf(project, name)}/lifecycle/complete`, { status: 'kept' });

    const { body } = await get(`${pathOf(project, name)}/versions`);
    expect(body.versions[0]).toMatchObject({ type: 'feature-metadata-updated' });
  });

  test('of a time in a private project are hidden from those who do not see it', async () => {
    const [secret, open] = [await aProject(db, { mode: 'private' }), await aProject(db)];
    const name = unique('flag');
    await post(`/api/admin/projects/${secret}/features`, { name, description: 'Secret' });
    const then = await lastEventId(db);
    await post(`${pathOf(secret, name)}/changeProject`, { newProjectId: open });
    const { token } = await aUser(db);
    const member = await aUser(db);
    await aGrant(db, { project: secret, userId: member.id });

    const hidden = await get(`${pathOf(open, name)}/versions`, { token });
    const seen = await get(`${pathOf(open, name)}/versions`, { token: member.token });

    expect(hidden.body.versions).toMatchObject([{ type: 'feature-project-change', project: open }]);
    expect(seen.body.versions).toHaveLength(2);
    const statusOf = async (url: string) => (await get(url, { token })).status;
    expect(await statusOf(`${pathOf(open, name)}?at=${then}`)).toBe(404);
    expect(await statusOf(`${pathOf(open, name)}/versions/${then}`)).toBe(404);
    expect(await statusOf(`${pathOf(secret, name)}?at=${then}`)).toBe(404);
    expect(await statusOf(`/api/admin/projects/${secret}/snapshot?at=${then}`)).toBe(404);
  });

  test.each(['yesterday', '2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z', '-1', '2026-11-01', ''])(
    'at=%s is 400',
    async (at) => {
      const name = await aFlag(db);

      const { status, body } = await get(`${pathOf('default', name)}?at=${encodeURIComponent(at)}`);

      expect(status).toBe(400);
      expect(body.details[0].path).toBe('/query/at');
    },
  );
});

describe('GET /api/admin/projects/:projectId/snapshot', () => {
  test('contains the project, its flags and their segments as they were', async () => {
    const project = await aProject(db);
    const constraints = [{ contextName: 'userId', operator: 'IN', values: ['1'] }];
    const segment = { name: unique('segment'), project, constraints };
    const { id } = (await post('/api/admin/segments', segment)).body;
    const names = [unique('a'), unique('b')];
    for (const name of names) {
      await post(`/api/admin/projects/${project}/features`, { name });
      const strategies = `${pathOf(project, name)}/environments/development/strategies`;
      await post(strategies, { name: 'default', segments: [id] });
    }
    const then = await lastEventId(db);
    const { body: before } = await get(`${pathOf(project, names[0] ?? '')}?at=${then}`);
    await put(`/api/admin/segments/${id}`, { ...segment, constraints: [] });
    await del(pathOf(project, names[0] ?? ''));
    await post(`/api/admin/projects/${project}/delete`, { features: [names[0]] });

    const earlier = (await get(`/api/admin/projects/${project}/snapshot?at=${then}`)).body;
    const now = (await get(`/api/admin/projects/${project}/snapshot`)).body;

    expect(earlier.features.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(earlier.features[0]).toEqual(before);
    expect(earlier.segments).toMatchObject([{ id, name: segment.name, constraints: [{}] }]);
    expect(now.features.map(({ name }: { name: string }) => name)).toEqual([names[1]]);
    expect(now.segments).toMatchObject([{ id, constraints: [] }]);
  });

  test('before the project existed is 404', async () => {
    const project = unique('project');
    await post('/api/admin/projects', { id: project, name: project });

    const { status } = await get(`/api/admin/projects/${project}/snapshot?at=1`);

    expect(status).toBe(404);
  });
});

describe('retention', () => {
  test('deletes versions by age and by number, but never the newest', async () => {
    const project = await aProject(db);
    const name = unique('flag');
    await post(`/api/admin/projects/${project}/features`, { name });
    for (const description of ['a', 'b', 'c']) await put(pathOf(project, name), { description });
    const listed = async () =>
      (await get(`${pathOf(project, name)}/versions`)).body.versions.length;
    const deleteOld = (settings: object) =>
      deleteVersions(app.app.inTransaction, { ...none, ...settings }, 1_000_000);

    await deleteOld({});
    expect(await listed()).toBe(4);
    await deleteOld({ versionsMax: 2 });
    expect(await listed()).toBe(2);
    await sql`update versions set created_at = created_at - interval '3 days' where key = ${name}`.execute(
      db,
    );
    await deleteOld({ versionDays: 2 });
    expect(await listed()).toBe(1);
    expect((await get(pathOf(project, name))).status).toBe(200);
  });
});

const none = { versionDays: undefined, versionsMax: undefined };
