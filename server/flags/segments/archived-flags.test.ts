import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { aFlag, aProject, aUser, changesSince, lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aProtectedProject, aReviewer } from '../../testing/change-requests.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';

const { db, get, post, put, del } = await testApp();

const path = '/api/admin/segments';
const archivedAt = '2020-01-01T00:00:00.000Z';
const constraintOn = (contextName: string) => ({
  contextName,
  operator: 'IN',
  values: ['1'],
  inverted: false,
  caseInsensitive: false,
});
const [own, shared] = [constraintOn('appName'), constraintOn('userId')];

const flagPath = (project: string, flag: string) =>
  `/api/admin/projects/${project}/features/${flag}`;
const strategyOf = async (project: string, flag: string, id: string) =>
  (await get(`${flagPath(project, flag)}/environments/development/strategies/${id}`)).body;

/** An archived flag with a strategy that uses the segments. */
async function anArchivedUse(segments: number[], project = 'default') {
  const flag = await aFlag(db, { project, archivedAt });
  const id = await aStrategy(db, { flag, constraints: [own], segments });
  return { project, flag, id };
}

describe('DELETE /api/admin/segments/:id', () => {
  test('strategies of archived flags get its constraints, each with an event', async () => {
    const [segment, other] = [await aSegment(db, { constraints: [shared] }), await aSegment(db)];
    const { project, flag, id } = await anArchivedUse([segment, other], await aProject(db));
    const before = await lastEventId(db);

    const { status } = await del(`${path}/${segment}`);

    expect(status).toBe(204);
    expect(await changesSince(db, before)).toMatchObject([
      {
        type: 'feature-strategy-update',
        project,
        environment: 'development',
        featureName: flag,
        data: { id, constraints: [own, shared], segments: [other] },
        preData: { id, constraints: [own], segments: [segment, other] },
      },
      { type: 'segment-deleted', preData: { id: segment } },
    ]);
    const strategies = `${flagPath(project, flag)}/environments/development/strategies`;
    const { body, headers } = await get(`${strategies}/${id}`);
    expect(body).toMatchObject({ constraints: [own, shared], segments: [other] });
    expect(headers.etag).toBe('"v2"');
  });

  test('a flag that is revived afterwards has the constraints, also in the search', async () => {
    const segment = await aSegment(db, { constraints: [shared] });
    const { project, flag, id } = await anArchivedUse([segment], await aProject(db));
    await del(`${path}/${segment}`);

    await post(`/api/admin/archive/revive/${flag}`);

    const { body } = await get(`/api/admin/search/features?project=IS:${project}`);
    expect(body.features).toMatchObject([
      {
        name: flag,
        segments: [],
        environments: [{ strategies: [{ id, constraints: [own, shared], segments: [] }] }, {}],
      },
    ]);
    const on = await post(`${flagPath(project, flag)}/environments/development/on`);
    expect(on.status).toBe(200);
  });

  test('an active flag prevents it, and the strategies of archived flags stay the same', async () => {
    const segment = await aSegment(db);
    const { project, flag, id } = await anArchivedUse([segment]);
    const active = await aFlag(db);
    const use = await aStrategy(db, { flag: active, segments: [segment] });

    const { status, body } = await del(`${path}/${segment}`);

    expect(status).toBe(409);
    expect(body.message).toContain(`of flag ${active}.`);
    expect((await strategyOf(project, flag, id)).segments).toEqual([segment]);
    const uses = (await get(`${path}/${segment}/strategies`)).body.strategies;
    expect(uses.map((it: { id: string }) => it.id)).toEqual([use]);
  });

  test.each([
    [1000, 204],
    [1001, 409],
  ])('with %i strategies of archived flags it is %i', async (count, expected) => {
    const segment = await aSegment(db);
    await insertArchivedUses(segment, count);

    const { status } = await del(`${path}/${segment}`);

    expect(status).toBe(expected);
  });

  test('in a protected environment it needs the permission to skip change requests', async () => {
    const project = await aProtectedProject(db);
    const segment = await aSegment(db);
    const { flag, id } = await anArchivedUse([segment], project);
    const editor = await aUser(db, { rootRole: 'Editor' });

    const { status } = await del(`${path}/${segment}`, { token: editor.token });

    expect(status).toBe(403);
    expect((await strategyOf(project, flag, id)).segments).toEqual([segment]);
    expect((await del(`${path}/${segment}`)).status).toBe(204);
  });

  test('a request that was proposed before merges with the constraints', async () => {
    const project = await aProtectedProject(db);
    const [author, reviewer] = [await aUser(db), await aReviewer(db, project)];
    const segment = await aSegment(db, { project, constraints: [shared] });
    const flag = await aFlag(db, { project });
    const id = await aStrategy(db, { flag, constraints: [own], segments: [segment] });
    const { body: request } = await post(
      `/api/admin/projects/${project}/environments/development/change-requests`,
      { feature: flag, action: 'updateStrategy', payload: { id, title: 'New' } },
      { token: author.token },
    );
    await del(flagPath(project, flag));
    const deleted = await del(`${path}/${segment}`);
    await post(`/api/admin/archive/revive/${flag}`);

    const move = (state: string, { token }: { token: string }) =>
      put(
        `/api/admin/projects/${project}/change-requests/${request.id}/state`,
        { state },
        { token },
      );
    await move('In review', author);
    await move('Approved', reviewer);
    const applied = await move('Applied', reviewer);

    expect([deleted.status, applied.status]).toEqual([204, 200]);
    const strategy = await strategyOf(project, flag, id);
    expect(strategy).toMatchObject({ title: 'New', constraints: [own, shared], segments: [] });
  });
});

describe('PUT /api/admin/segments/:id', () => {
  test('archived flags of other projects do not prevent a move and get the constraints', async () => {
    const [project, elsewhere] = [await aProject(db), await aProject(db)];
    const segment = await aSegment(db, { constraints: [shared] });
    const [inside, outside] = [
      await anArchivedUse([segment], project),
      await anArchivedUse([segment], elsewhere),
    ];
    const before = await lastEventId(db);

    const body = { name: unique('s'), project, constraints: [] };
    const { status } = await put(`${path}/${segment}`, body);

    expect(status).toBe(204);
    expect(await changesSince(db, before)).toMatchObject([
      {
        type: 'feature-strategy-update',
        project: elsewhere,
        featureName: outside.flag,
        data: { constraints: [own, shared], segments: [] },
      },
      { type: 'segment-updated', project },
    ]);
    const stays = await strategyOf(project, inside.flag, inside.id);
    expect(stays).toMatchObject({ constraints: [own], segments: [segment] });
  });
});

/** 30 strategies in each flag. */
async function insertArchivedUses(segment: number, count: number): Promise<void> {
  const flags = Math.ceil(count / 30);
  await sql`
    with names as (
      select ${unique('use')} || number as name from generate_series(1, ${flags}::integer) as number
    ),
    flags as (
      insert into flags (name, project, archived_at) select name, 'default', now() from names
    ),
    environments as (
      insert into flag_environments (flag, environment) select name, 'development' from names
    ),
    added as (
      insert into strategies (flag, environment, name, sort_order)
      select name, 'development', 'default', position
      from names cross join generate_series(1, 30) as position limit ${count}
      returning id
    )
    insert into strategy_segments select id, ${segment} from added`.execute(db);
}
