import { describe, expect, test } from 'vitest';
import { aFlag, aGrant, anApiToken, aUser, changesSince, lastEventId } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import {
  aChangeRequest,
  aProtectedProject,
  aProtection,
  aReviewer,
  aUserWithPermissions,
  stateOfRequest,
} from '../../testing/change-requests.ts';
import { type State, states } from '../change-requests/schema.ts';

const { db, get, post, put, admin } = await testApp();

const later = '2100-01-01T00:00:00.000Z';

/** For each transition, the status for the author, a reviewer, a member, another user and an Admin. */
const table: Record<State, Record<State, string>> = {
  Draft: {
    Draft: '409 409 409 409 409',
    'In review': '200 403 403 403 403',
    Approved: '403 409 403 403 409',
    Applied: '403 409 403 403 409',
    Cancelled: '200 403 403 403 200',
    Rejected: '403 409 403 403 409',
    Scheduled: '403 409 403 403 409',
  },
  'In review': {
    Draft: '409 409 409 409 409',
    'In review': '409 403 403 403 403',
    Approved: '403 200 403 403 200',
    Applied: '403 409 403 403 409',
    Cancelled: '200 403 403 403 200',
    Rejected: '403 200 403 403 200',
    Scheduled: '403 409 403 403 409',
  },
  Approved: {
    Draft: '409 409 409 409 409',
    'In review': '409 403 403 403 403',
    Approved: '403 409 403 403 409',
    Applied: '403 200 403 403 200',
    Cancelled: '200 403 403 403 200',
    Rejected: '403 200 403 403 200',
    Scheduled: '403 200 403 403 200',
  },
  Scheduled: {
    Draft: '409 409 409 409 409',
    'In review': '409 403 403 403 403',
    Approved: '403 409 403 403 409',
    Applied: '403 200 403 403 200',
    Cancelled: '409 403 403 403 409',
    Rejected: '200 200 403 403 200',
    Scheduled: '403 200 403 403 200',
  },
  Applied: {
    Draft: '409 409 409 409 409',
    'In review': '409 403 403 403 403',
    Approved: '403 409 403 403 409',
    Applied: '403 409 403 403 409',
    Cancelled: '409 403 403 403 409',
    Rejected: '403 409 403 403 409',
    Scheduled: '403 409 403 403 409',
  },
  Cancelled: {
    Draft: '409 409 409 409 409',
    'In review': '409 403 403 403 403',
    Approved: '403 409 403 403 409',
    Applied: '403 409 403 403 409',
    Cancelled: '409 403 403 403 409',
    Rejected: '403 409 403 403 409',
    Scheduled: '403 409 403 403 409',
  },
  Rejected: {
    Draft: '409 409 409 409 409',
    'In review': '409 403 403 403 403',
    Approved: '403 409 403 403 409',
    Applied: '403 409 403 403 409',
    Cancelled: '409 403 403 403 409',
    Rejected: '403 409 403 403 409',
    Scheduled: '403 409 403 403 409',
  },
};

/** The event of each successful transition. */
const events: Record<State, string> = {
  Draft: '',
  'In review': 'change-request-sent-to-review',
  Approved: 'change-request-approved',
  Applied: 'change-request-applied',
  Cancelled: 'change-request-cancelled',
  Rejected: 'change-request-rejected',
  Scheduled: 'change-request-scheduled',
};

const changeState = (project: string, id: number, body: object, token: string) =>
  put(`/api/admin/projects/${project}/change-requests/${id}/state`, body, { token });

const bodyFor = (state: State) =>
  state === 'Scheduled' ? { state, scheduledAt: later } : { state };

describe('PUT /api/admin/projects/:projectId/change-requests/:id/state', () => {
  test.each(states.flatMap((from) => states.map((to) => [from, to] as const)))(
    'from %s to %s: the status for each kind of caller is as in the table',
    async (from, to) => {
      const project = await aProtectedProject(db);
      const member = await aUser(db);
      await aGrant(db, { project, userId: member.id });
      const callers = [undefined, await aReviewer(db, project), member, await aUser(db), admin];

      const outcomes: number[] = [];
      for (const caller of callers) {
        const author = await aUser(db);
        const id = await aChangeRequest(db, { project, author: author.id, state: from });
        const before = await lastEventId(db);
        const { token } = caller ?? author;
        const { status, body } = await changeState(project, id, bodyFor(to), token);
        outcomes.push(status);
        expect(await stateOfRequest(db, id)).toBe(status === 200 ? to : from);
        const recorded = (await changesSince(db, before)).map(({ type }) => type);
        expect(recorded.at(-1)).toBe(status === 200 ? events[to] : undefined);
        if (status === 409) expect(body.message).toContain(`is ${from} and cannot become ${to}`);
      }

      expect(outcomes.join(' ')).toBe(table[from][to]);
    },
  );

  test('needs approvals by as many different users as the environment requires', async () => {
    const project = await aProtectedProject(db, { approvals: 2 });
    const author = await aUser(db);
    const id = await aChangeRequest(db, { project, author: author.id });
    await changeState(project, id, { state: 'In review' }, author.token);
    const [one, other] = [await aReviewer(db, project), await aReviewer(db, project)];
    const before = await lastEventId(db);

    const responses = [
      await changeState(project, id, { state: 'Approved', comment: 'fine' }, one.token),
      await changeState(project, id, { state: 'Approved' }, one.token),
      await changeState(project, id, { state: 'Approved' }, other.token),
    ];

    expect(responses.map(({ body }) => body)).toEqual([
      { state: 'In review', comment: 'fine' },
      { state: 'In review' },
      { state: 'Approved' },
    ]);
    const which = { changeRequestId: id, title: `Change request #${id}` };
    const scope = { project, environment: 'development', featureName: null, preData: null };
    expect(await changesSince(db, before)).toEqual([
      { ...scope, type: 'change-request-approval-added', data: { ...which, approvals: 1 } },
      { ...scope, type: 'change-request-approved', data: { ...which, approvals: 2 } },
    ]);
    const { body } = await get(`/api/admin/projects/${project}/change-requests/${id}`);
    expect(body).toMatchObject({
      approvals: [{ createdBy: { id: one.id } }, { createdBy: { id: other.id } }],
      comments: [{ text: 'fine', createdBy: { id: one.id } }],
    });
  });

  test('the required approvals are fixed when it leaves Draft', async () => {
    const project = await aProtectedProject(db, { approvals: 1 });
    const author = await aUser(db);
    const id = await aChangeRequest(db, { project, author: author.id });
    const reviewer = await aReviewer(db, project);
    await aProtection(db, { project, approvals: 2 });
    await changeState(project, id, { state: 'In review' }, author.token);
    await aProtection(db, { project, approvals: 1 });

    await changeState(project, id, { state: 'Approved' }, reviewer.token);

    const { body } = await get(`/api/admin/projects/${project}/change-requests/${id}`);
    expect(body).toMatchObject({ state: 'In review', minApprovals: 2 });
  });

  test('authors, also Admins, approve their own request only where the project allows it', async () => {
    const project = await aProtectedProject(db);
    const author = await aReviewer(db, project);
    const own = await aChangeRequest(db, { project, author: author.id, state: 'In review' });
    const adminsOwn = await aChangeRequest(db, { project, author: admin.id, state: 'In review' });

    const refused = [
      await changeState(project, own, { state: 'Approved' }, author.token),
      await changeState(project, adminsOwn, { state: 'Approved' }, admin.token),
    ];
    await aProtection(db, { project, authorMayApprove: true });
    const allowed = await changeState(project, own, { state: 'Approved' }, author.token);

    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
    expect(allowed.status).toBe(200);
  });

  test('a permission for another environment is not sufficient', async () => {
    const project = await aProtectedProject(db);
    const author = await aUser(db);
    const id = await aChangeRequest(db, { project, author: author.id, state: 'In review' });
    const elsewhere = await aUserWithPermissions(
      db,
      project,
      ['APPROVE_CHANGE_REQUEST'],
      'production',
    );

    const { status, body } = await changeState(project, id, { state: 'Approved' }, elsewhere.token);

    expect(status).toBe(403);
    expect(body.details[0].message).toContain('APPROVE_CHANGE_REQUEST');
  });

  test('a change to all environments needs the approvals of the strictest one', async () => {
    const project = await aProtectedProject(db);
    await aProtection(db, { project, environment: 'production', approvals: 2 });
    const [flag, author] = [await aFlag(db, { project }), await aUser(db)];
    const rights = ['APPROVE_CHANGE_REQUEST', 'APPLY_CHANGE_REQUEST'];
    const here = await aUserWithPermissions(db, project, rights, 'development');
    const [one, other] = [await aReviewer(db, project), await aReviewer(db, project)];
    const propose = (action: string, payload?: object) =>
      post(
        `/api/admin/projects/${project}/environments/development/change-requests`,
        { feature: flag, action, payload },
        { token: author.token },
      );
    const { body } = await propose('updateEnabled', { enabled: true });
    const path = `/api/admin/projects/${project}/change-requests/${body.id}`;
    const changeState = async (state: string, { token }: { token: string }) => {
      const response = await put(`${path}/state`, { state }, { token });
      return [response.status, response.body.state ?? response.body.message];
    };
    await changeState('In review', author);
    expect((await get(path)).body.minApprovals).toBe(1);

    await propose('archiveFeature');

    expect((await get(path)).body.minApprovals).toBe(2);
    expect(await changeState('Approved', here)).toEqual([
      403,
      `You need the permission APPROVE_CHANGE_REQUEST in environment "production" of project "${project}".`,
    ]);
    expect(await changeState('Approved', one)).toEqual([200, 'In review']);
    expect(await changeState('Approved', other)).toEqual([200, 'Approved']);
    expect((await changeState('Applied', here))[0]).toBe(403);
    expect(await changeState('Applied', one)).toEqual([200, 'Applied']);
  });

  test('an edit voids the approvals, and an approved request returns to In review', async () => {
    const project = await aProtectedProject(db);
    const [author, reviewer] = [await aUser(db), await aReviewer(db, project)];
    const flag = await aFlag(db, { project });
    const id = await aChangeRequest(db, { project, author: author.id, state: 'In review', flag });
    await changeState(project, id, { state: 'Approved' }, reviewer.token);

    await post(
      `/api/admin/projects/${project}/environments/development/change-requests`,
      { feature: flag, action: 'addStrategy', payload: { name: 'default' } },
      { token: author.token },
    );

    const { body } = await get(`/api/admin/projects/${project}/change-requests/${id}`);
    expect(body).toMatchObject({ state: 'In review', approvals: [] });
    expect(await changeState(project, id, { state: 'Applied' }, reviewer.token)).toMatchObject({
      status: 409,
    });
  });

  test('scheduledAt must be in the future, and is allowed only with Scheduled', async () => {
    const project = await aProtectedProject(db);
    const [author, reviewer] = [await aUser(db), await aReviewer(db, project)];
    const id = await aChangeRequest(db, { project, author: author.id, state: 'Approved' });
    const past = new Date(Date.now() - 1000).toISOString();

    const bodies = [
      { state: 'Scheduled' },
      { state: 'Scheduled', scheduledAt: past },
      { state: 'Scheduled', scheduledAt: '2026-02-30T00:00:00Z' },
      { state: 'Applied', scheduledAt: later },
    ];
    for (const body of bodies) {
      expect(await changeState(project, id, body, reviewer.token)).toMatchObject({
        status: 400,
        body: { details: [{ path: '/body/scheduledAt' }] },
      });
    }
    expect(await stateOfRequest(db, id)).toBe('Approved');
  });

  test('where change requests are disabled, open ones can only be closed', async () => {
    const project = await aProtectedProject(db);
    const [author, reviewer] = [await aUser(db), await aReviewer(db, project)];
    const [approved, review] = [
      await aChangeRequest(db, { project, author: author.id, state: 'Approved' }),
      await aChangeRequest(db, { project, author: reviewer.id, state: 'In review' }),
    ];
    await aProtection(db, { project, approvals: null });

    expect(
      await changeState(project, approved, { state: 'Applied' }, reviewer.token),
    ).toMatchObject({
      status: 409,
    });
    expect(
      await changeState(project, approved, { state: 'Cancelled' }, author.token),
    ).toMatchObject({
      status: 200,
    });
    expect(await changeState(project, review, { state: 'Rejected' }, admin.token)).toMatchObject({
      status: 200,
    });
  });

  test('an admin token may apply, but not propose or review', async () => {
    const project = await aProtectedProject(db);
    const author = await aUser(db);
    const token = await anApiToken(db, { type: 'admin' });
    const flag = await aFlag(db, { project });
    const review = await aChangeRequest(db, { project, author: author.id, state: 'In review' });

    const proposed = await post(
      `/api/admin/projects/${project}/environments/development/change-requests`,
      { feature: flag, action: 'archiveFeature' },
      { token },
    );
    const approved = await changeState(project, review, { state: 'Approved' }, token);
    await changeState(project, review, { state: 'Approved' }, admin.token);
    const applied = await changeState(project, review, { state: 'Applied' }, token);

    expect([proposed.status, approved.status, applied.status]).toEqual([403, 403, 200]);
  });

  test('is 404 for a request of another project, and for one that does not exist', async () => {
    const [project, other] = [await aProtectedProject(db), await aProtectedProject(db)];
    const id = await aChangeRequest(db, { project, author: admin.id });

    for (const [where, which] of [
      [other, id],
      [project, 2_147_483_647],
    ] as const) {
      expect(await changeState(where, which, { state: 'In review' }, admin.token)).toMatchObject({
        status: 404,
      });
    }
  });
});
