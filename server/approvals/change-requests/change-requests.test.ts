import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { aFlag, aUser, changesSince, lastEventId, type TestUser, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import {
  aProtectedProject,
  aReviewer,
  isEnabled,
  requestCalls,
} from '../../testing/change-requests.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';

const { db, get, post, put, del, admin } = await testApp();

let project: string;
let author: TestUser;
let reviewer: TestUser;

beforeEach(async () => {
  project = await aProtectedProject(db);
  author = await aUser(db);
  reviewer = await aReviewer(db, project);
});

const requests = () => `/api/admin/projects/${project}/change-requests`;
const drafts = (environment = 'development') =>
  `/api/admin/projects/${project}/environments/${environment}/change-requests`;

const propose = (body: unknown, as = author) => post(drafts(), body, { token: as.token });
const { changeState } = requestCalls({ get, put }, () => project);
const switchOn = (feature: string) => ({
  feature,
  action: 'updateEnabled',
  payload: { enabled: true },
});

const personOf = ({ id, username }: TestUser) => ({
  id,
  username,
  name: null,
  imageUrl: expect.stringMatching(/^https:/),
});

describe('POST /api/admin/projects/:projectId/environments/:environment/change-requests', () => {
  test('the first change creates a draft, with all members of the response', async () => {
    const flag = await aFlag(db, { project });
    const before = await lastEventId(db);

    const { status, body } = await propose(switchOn(flag));

    const change = {
      id: expect.any(Number),
      action: 'updateEnabled',
      payload: { enabled: true },
      createdBy: personOf(author),
      createdAt: expect.any(String),
    };
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: expect.any(Number),
        title: `Change request #${body.id}`,
        environment: 'development',
        minApprovals: 1,
        project,
        features: [
          {
            name: flag,
            changes: [change],
            defaultChange: {
              action: 'addStrategy',
              payload: expect.objectContaining({
                name: 'flexibleRollout',
                parameters: { rollout: '100', stickiness: 'default', groupId: flag },
              }),
            },
          },
        ],
        segments: [],
        approvals: [],
        rejections: [],
        comments: [],
        requestedReviewers: [],
        history: [],
        createdBy: personOf(author),
        createdAt: expect.stringMatching(/Z$/),
        state: 'Draft',
      },
    });
    const event = { project, environment: 'development', preData: null };
    const which = { changeRequestId: body.id, title: body.title };
    expect(await changesSince(db, before)).toEqual([
      { ...event, type: 'change-request-created', featureName: null, data: which },
      {
        ...event,
        type: 'change-added',
        featureName: flag,
        data: {
          ...which,
          changeId: body.features[0].changes[0].id,
          action: 'updateEnabled',
          payload: { enabled: true },
          feature: flag,
        },
      },
    ]);
    expect(await isEnabled(db, flag)).toBe(false);
  });

  test('further changes are added to the same draft, in order', async () => {
    const [one, other] = [await aFlag(db, { project }), await aFlag(db, { project })];
    const first = await propose(switchOn(one));

    const second = await propose([
      switchOn(other),
      { feature: one, action: 'addStrategy', payload: { name: 'default' } },
    ]);

    expect(second.body.id).toBe(first.body.id);
    expect(
      second.body.features.map((group: { name: string; changes: { action: string }[] }) => [
        group.name,
        group.changes.map(({ action }) => action),
      ]),
    ).toEqual([
      [one, ['updateEnabled', 'addStrategy']],
      [other, ['updateEnabled']],
    ]);
  });

  test('ten concurrent first changes create one request', async () => {
    const flags = await Promise.all(Array.from({ length: 10 }, () => aFlag(db, { project })));

    const responses = await Promise.all(flags.map((flag) => propose(switchOn(flag))));

    expect(responses.map(({ status }) => status)).toEqual(flags.map(() => 200));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    const { body } = await get(`${requests()}/pending`, { token: author.token });
    expect(body).toHaveLength(1);
    expect(body[0].features).toHaveLength(10);
  });

  test('payloads are validated as by the direct call, and errors contain the path', async () => {
    const flag = await aFlag(db, { project });
    const constraints = [{ contextName: 'userId', operator: 'NUM_GT', value: 'many' }];

    const wrongShape = await propose({ feature: flag, action: 'addStrategy', payload: { nam: 1 } });
    const wrongSense = await propose([
      switchOn(flag),
      { feature: flag, action: 'addStrategy', payload: { name: 'default', constraints } },
    ]);

    expect(wrongShape).toMatchObject({
      status: 400,
      body: { details: [{ path: expect.stringMatching(/^\/body\/payload\/nam/) }] },
    });
    expect(wrongSense).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/1/payload/constraints/0/value' }] },
    });
    expect((await get(`${requests()}/pending`, { token: author.token })).body).toEqual([]);
  });

  test.each([
    ['a flag action without a flag', { action: 'archiveFeature' }, '/body/feature'],
    ['an unknown action', { feature: 'f', action: 'explode' }, '/body/action'],
    [
      'a segment action with a flag',
      { feature: 'f', action: 'deleteSegment', payload: { id: 1 } },
      '/body/feature',
    ],
  ])('%s is refused', async (_, body, path) => {
    const response = await propose(body);

    expect(response.status).toBe(400);
    expect(response.body.details.map((it: { path: string }) => it.path)).toContain(path);
  });

  test('is 404 for a flag of another project, and for one that does not exist', async () => {
    const elsewhere = await aFlag(db, {});

    expect(await propose(switchOn(elsewhere))).toMatchObject({ status: 404 });
    expect(await propose(switchOn(unique('no-flag')))).toMatchObject({ status: 404 });
    expect(await post(drafts('nowhere'), switchOn('f'))).toMatchObject({ status: 404 });
  });

  test('is 409 where change requests are disabled', async () => {
    const flag = await aFlag(db, { project });

    const response = await post(drafts('production'), switchOn(flag), { token: author.token });

    expect(response).toMatchObject({ status: 409, body: { name: 'ConflictError' } });
    expect(response.body.message).toContain('off in environment "production"');
  });

  test('in a protected project only members and Admins may propose', async () => {
    project = await aProtectedProject(db, { mode: 'protected' });
    const flag = await aFlag(db, { project });
    const member = await aReviewer(db, project);

    expect(await propose(switchOn(flag))).toMatchObject({ status: 403 });
    expect(await propose(switchOn(flag), member)).toMatchObject({ status: 200 });
    expect(await propose(switchOn(flag), admin)).toMatchObject({ status: 200 });
  });

  test('is 404 for a segment of another project', async () => {
    const [own, shared] = [await aSegment(db, { project }), await aSegment(db)];
    const foreign = await aSegment(db, { project: await aProtectedProject(db) });
    const change = (id: number) => ({
      action: 'updateSegment',
      payload: { id, name: unique('s'), constraints: [] },
    });

    expect(await propose(change(own))).toMatchObject({ status: 200 });
    expect(await propose(change(shared))).toMatchObject({ status: 200 });
    expect(await propose(change(foreign))).toMatchObject({ status: 404 });
    const moved = { ...change(own).payload, project: null };
    expect(await propose({ action: 'updateSegment', payload: moved })).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/payload/project' }] },
    });
  });

  test('at most 200 changes are allowed, and the 201st is refused', async () => {
    const flag = await aFlag(db, { project });
    const { body } = await propose(switchOn(flag));
    await sql`
      insert into change_request_changes
        (change_request_id, flag, action, payload, base, proposed, created_by)
      select change_request_id, flag || n, action, payload, base, proposed, created_by
      from change_request_changes, generate_series(1, 198) as n
      where change_request_id = ${body.id}`.execute(db);

    const last = await propose(switchOn(await aFlag(db, { project })));
    const oneMore = await propose(switchOn(await aFlag(db, { project })));

    expect(last.status).toBe(200);
    expect(oneMore).toMatchObject({ status: 400, body: { details: [{ path: '/body' }] } });
    expect(await propose([])).toMatchObject({ status: 400 });
  });
});

describe('PUT /api/admin/projects/:projectId/change-requests/:id/state', () => {
  test('a request is applied by the commands of the direct calls, with their events', async () => {
    const flag = await aFlag(db, { project });
    const strategy = await aStrategy(db, { flag, parameters: { rollout: '10' } });
    const { body } = await propose([
      { feature: flag, action: 'updateStrategy', payload: { id: strategy, title: 'Half' } },
      switchOn(flag),
    ]);
    const before = await lastEventId(db);

    await changeState(body.id, 'In review', author);
    const approved = await changeState(body.id, 'Approved', reviewer);
    const applied = await changeState(body.id, 'Applied', reviewer);

    expect(approved).toMatchObject({ status: 200, body: { state: 'Approved' } });
    expect(applied).toMatchObject({ status: 200, body: { state: 'Applied' } });
    expect(await isEnabled(db, flag)).toBe(true);
    expect((await changesSince(db, before)).map(({ type }) => type)).toEqual([
      'change-request-sent-to-review',
      'change-request-approved',
      'feature-strategy-update',
      'feature-environment-enabled',
      'change-request-applied',
    ]);
  });

  test('ten concurrent calls apply it once', async () => {
    const flag = await aFlag(db, { project });
    const { body } = await propose({
      feature: flag,
      action: 'addStrategy',
      payload: { name: 'default' },
    });
    await changeState(body.id, 'In review', author);
    await changeState(body.id, 'Approved', reviewer);

    const responses = await Promise.all(
      Array.from({ length: 10 }, () => changeState(body.id, 'Applied', reviewer)),
    );

    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    const strategies = await db
      .selectFrom('strategies')
      .select('id')
      .where('flag', '=', flag)
      .execute();
    expect(strategies).toHaveLength(1);
  });

  test('when one change fails, none is applied', async () => {
    const [one, other] = [await aFlag(db, { project }), await aFlag(db, { project })];
    const { body } = await propose([
      switchOn(one),
      { feature: other, action: 'addStrategy', payload: { name: 'default' } },
    ]);
    await changeState(body.id, 'In review', author);
    await changeState(body.id, 'Approved', reviewer);
    for (let count = 0; count < 30; count++) await aStrategy(db, { flag: other });
    const before = await lastEventId(db);

    const response = await changeState(body.id, 'Applied', reviewer);

    expect(response).toMatchObject({ status: 409 });
    expect(response.body.message).toContain(`addStrategy, flag ${other}`);
    expect(await isEnabled(db, one)).toBe(false);
    expect(await lastEventId(db)).toBe(before);
  });

  test('every action of the catalogue is applied', async () => {
    const [child, parent, archived] = [
      await aFlag(db, { project }),
      await aFlag(db, { project }),
      await aFlag(db, { project }),
    ];
    const [updated, deleted] = [
      await aStrategy(db, { flag: child, sortOrder: 0 }),
      await aStrategy(db, { flag: child, sortOrder: 1 }),
    ];
    const [segment, old] = [await aSegment(db, { project }), await aSegment(db, { project })];
    const name = unique('segment');
    const { body, status } = await propose([
      { feature: child, action: 'updateEnabled', payload: { enabled: true } },
      { feature: child, action: 'addStrategy', payload: { name: 'default', title: 'new' } },
      { feature: child, action: 'updateStrategy', payload: { id: updated, title: 'changed' } },
      { feature: child, action: 'reorderStrategy', payload: [{ id: updated, sortOrder: 9 }] },
      { feature: child, action: 'deleteStrategy', payload: { id: deleted } },
      {
        feature: child,
        action: 'patchVariant',
        payload: { variants: [{ name: 'a', weight: 1000 }] },
      },
      { feature: child, action: 'addDependency', payload: { feature: parent } },
      { feature: child, action: 'deleteDependency', payload: parent },
      { feature: child, action: 'addDependency', payload: { feature: parent } },
      { feature: child, action: 'deleteDependency' },
      { feature: archived, action: 'archiveFeature' },
      { action: 'updateSegment', payload: { id: segment, name, constraints: [] } },
      { action: 'deleteSegment', payload: { id: old } },
    ]);
    expect({ status, body }).toMatchObject({ status: 200 });
    await changeState(body.id, 'In review', author);
    await changeState(body.id, 'Approved', reviewer);
    const before = await lastEventId(db);

    expect(await changeState(body.id, 'Applied', reviewer)).toMatchObject({ status: 200 });

    expect((await changesSince(db, before)).map(({ type }) => type)).toEqual([
      'feature-environment-enabled',
      'feature-strategy-add',
      'feature-strategy-update',
      'strategy-order-changed',
      'feature-strategy-remove',
      'feature-environment-variants-updated',
      'feature-dependency-added',
      'feature-dependency-removed',
      'feature-dependency-added',
      'feature-dependencies-removed',
      'feature-archived',
      'segment-updated',
      'segment-deleted',
      'change-request-applied',
    ]);
    const { body: shown } = await get(`${requests()}/${body.id}`);
    expect(shown.segments.map((it: { name: string }) => it.name)).toEqual([
      name,
      expect.any(String),
    ]);
  });
});

describe('DELETE /api/admin/projects/:projectId/change-requests/:id', () => {
  test('deletes a draft and records an event; a request in review is not deleted', async () => {
    const flag = await aFlag(db, { project });
    const { body } = await propose(switchOn(flag));
    const path = `${requests()}/${body.id}`;
    expect(await del(path, { token: reviewer.token })).toMatchObject({ status: 403 });
    const before = await lastEventId(db);

    const discarded = await del(path, { token: author.token });

    const which = { changeRequestId: body.id, title: body.title };
    expect(discarded.status).toBe(200);
    expect(await get(path)).toMatchObject({ status: 404 });
    expect(await changesSince(db, before)).toMatchObject([
      { type: 'change-request-discarded', environment: 'development', preData: which },
    ]);
    const next = await propose(switchOn(flag));
    await changeState(next.body.id, 'In review', author);
    expect(await del(`${requests()}/${next.body.id}`, { token: author.token })).toMatchObject({
      status: 409,
    });
  });
});
