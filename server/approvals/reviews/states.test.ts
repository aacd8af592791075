import { describe, expect, test } from 'vitest';
import { aFlag, aGrant, anApiToken, aUser, changesSince, lastEventId } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import {
  aChangeRequest,
  aHolder,
  aProtectedProject,
  aProtection,
  aReviewer,
  stateOfRequest,
} from '../../testing/change-requests.ts';
import { type State, states } from '../change-requests/schema.ts';

const { db, get, post, put, admin } = await testApp();

const later = '2100-01-01T00:00:00.000Z';

/** For each state, what each is told who asks for another: author, reviewer, member, outsider, admin. */
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

/** What each successful transition records. */
const events: Record<State, string> = {
  Draft: '',
  'In review': 'change-request-sent-to-review',
  Approved: 'change-request-approved',
  Applied: 'change-request-applied',
  Cancelled: 'change-request-cancelled',
  Rejected: 'change-request-rejected',
  Scheduled: 'change-request-scheduled',
};

const tell = (project: string, id: number, body: object, token: string) =>
  put(`/api/admin/projects/${project}/change-requests/${id}/state`, body, { token });

const bodyFor = (state: State) =>
  state === 'Scheduled' ? { state, scheduledAt: later } : { state };

describe('PUT /api/admin/projects/:projectId/change-requests/:id/state', () => {
  test.each(states.flatMap((from) => states.map((to) => [from, to] as const)))(
    'from %s to %s: each kind of caller gets what the table says',
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
        const { status, body } = await tell(project, id, bodyFor(to), token);
        outcomes.push(status);
        expect(await stateOfRequest(db, id)).toBe(status === 200 ? to : from);
        const told = (await changesSince(db, before)).map(({ type }) => type);
        expect(told.at(-1)).toBe(status === 200 ? events[to] : undefined);
        if (status === 409) expect(body.message).toContain(`is ${from} and cannot become ${to}`);
      }

      expect(outcomes.join(' ')).toBe(table[from][to]);
    },
  );

  test('as many different people must approve as the environment asks for', async () => {
    const project = await aProtectedProject(db, { approvals: 2 });
    const author = await aUser(db);
    const id = await aChangeRequest(db, { project, author: author.id });
    await tell(project, id, { state: 'In review' }, author.token);
    const [one, other] = [await aReviewer(db, project), await aReviewer(db, project)];
    const before = await lastEventId(db);

    const answers = [
      await tell(project, id, { state: 'Approved', comment: 'fine' }, one.token),
      await tell(project, id, { state: 'Approved' }, one.token),
      await tell(project, id, { state: 'Approved' }, other.token),
    ];

    expect(answers.map(({ body }) => body)).toEqual([
      { state: 'In review', comment: 'fine' },
      { state: 'In review' },
      { state: 'Approved' },
    ]);
    const which = { changeRequestId: id, title: `Change request #${id}` };
    const place = { project, environment: 'development', featureName: null, preData: null };
    expect(await changesSince(db, before)).toEqual([
      { ...place, type: 'change-request-approval-added', data: { ...which, approvals: 1 } },
      { ...place, type: 'change-request-approved', data: { ...which, approvals: 2 } },
    ]);
    const { body } = await get(`/api/admin/projects/${project}/change-requests/${id}`);
    expect(body).toMatchObject({
      approvals: [{ createdBy: { id: one.id } }, { createdBy: { id: other.id } }],
      comments: [{ text: 'fine', createdBy: { id: one.id } }],
    });
  });

  test('the number of approvals is that of the moment it left Draft', async () => {
    const project = await aProtectedProject(db, { approvals: 1 });
    const author = await aUser(db);
    const id = await aChangeRequest(db, { project, author: author.id });
    const reviewer = await aReviewer(db, project);
    await aProtection(db, { project, approvals: 2 });
    await tell(project, id, { state: 'In review' }, author.token);
    await aProtection(db, { project, approvals: 1 });

    await tell(project, id, { state: 'Approved' }, reviewer.token);

    const { body } = await get(`/api/admin/projects/${project}/change-requests/${id}`);
    expect(body).toMatchObject({ state: 'In review', minApprovals: 2 });
  });

  test('authors approve their own only where the project allows it, Admins too', async () => {
    const project = await aProtectedProject(db);
    const author = await aReviewer(db, project);
    const own = await aChangeRequest(db, { project, author: author.id, state: 'In review' });
    const adminsOwn = await aChangeRequest(db, { project, author: admin.id, state: 'In review' });

    const refused = [
      await tell(project, own, { state: 'Approved' }, author.token),
      await tell(project, adminsOwn, { state: 'Approved' }, admin.token),
    ];
    await aProtection(db, { project, authorMayApprove: true });
    const allowed = await tell(project, own, { state: 'Approved' }, author.token);

    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
    expect(allowed.status).toBe(200);
  });

  test('a permission for another environment does not count', async () => {
    const project = await aProtectedProject(db);
    const author = await aUser(db);
    const id = await aChangeRequest(db, { project, author: author.id, state: 'In review' });
    const elsewhere = await aHolder(db, project, ['APPROVE_CHANGE_REQUEST'], 'production');

    const { status, body } = await tell(project, id, { state: 'Approved' }, elsewhere.token);

    expect(status).toBe(403);
    expect(body.details[0].message).toContain('APPROVE_CHANGE_REQUEST');
  });

  test('what counts in every environment needs what the strictest of them asks for', async () => {
    const project = await aProtectedProject(db);
    await aProtection(db, { project, environment: 'production', approvals: 2 });
    const [flag, author] = [await aFlag(db, { project }), await aUser(db)];
    const rights = ['APPROVE_CHANGE_REQUEST', 'APPLY_CHANGE_REQUEST'];
    const here = await aHolder(db, project, rights, 'development');
    const [one, other] = [await aReviewer(db, project), await aReviewer(db, project)];
    const propose = (action: string, payload?: object) =>
      post(
        `/api/admin/projects/${project}/environments/development/change-requests`,
        { feature: flag, action, payload },
        { token: author.token },
      );
    const { body } = await propose('updateEnabled', { enabled: true });
    const path = `/api/admin/projects/${project}/change-requests/${body.id}`;
    const tell = async (state: string, { token }: { token: string }) => {
      const answer = await put(`${path}/state`, { state }, { token });
      return [answer.status, answer.body.state ?? answer.body.message];
    };
    await tell('In review', author);
    expect((await get(path)).body.minApprovals).toBe(1);

    await propose('archiveFeature');

    expect((await get(path)).body.minApprovals).toBe(2);
    expect(await tell('Approved', here)).toEqual([
      403,
      `You need the permission APPROVE_CHANGE_REQUEST in environment "production" of project "${project}".`,
    ]);
    expect(await tell('Approved', one)).toEqual([200, 'In review']);
    expect(await tell('Approved', other)).toEqual([200, 'Approved']);
    expect((await tell('Applied', here))[0]).toBe(403);
    expect(await tell('Applied', one)).toEqual([200, 'Applied']);
  });

  test('an edit makes approvals void, and an approved request is in review again', async () => {
    const project = await aProtectedProject(db);
    const [author, reviewer] = [await aUser(db), await aReviewer(db, project)];
    const flag = await aFlag(db, { project });
    const id = await aChangeRequest(db, { project, author: author.id, state: 'In review', flag });
    await tell(project, id, { state: 'Approved' }, reviewer.token);

    await post(
      `/api/admin/projects/${project}/environments/development/change-requests`,
      { feature: flag, action: 'addStrategy', payload: { name: 'default' } },
      { token: author.token },
    );

    const { body } = await get(`/api/admin/projects/${project}/change-requests/${id}`);
    expect(body).toMatchObject({ state: 'In review', approvals: [] });
    expect(await tell(project, id, { state: 'Applied' }, reviewer.token)).toMatchObject({
      status: 409,
    });
  });

  test('a schedule must be in the future, and its time goes with Scheduled alone', async () => {
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
      expect(await tell(project, id, body, reviewer.token)).toMatchObject({
        status: 400,
        body: { details: [{ path: '/body/scheduledAt' }] },
      });
    }
    expect(await stateOfRequest(db, id)).toBe('Approved');
  });

  test('where requests are switched off, open ones can only be ended', async () => {
    const project = await aProtectedProject(db);
    const [author, reviewer] = [await aUser(db), await aReviewer(db, project)];
    const [approved, review] = [
      await aChangeRequest(db, { project, author: author.id, state: 'Approved' }),
      await aChangeRequest(db, { project, author: reviewer.id, state: 'In review' }),
    ];
    await aProtection(db, { project, approvals: null });

    expect(await tell(project, approved, { state: 'Applied' }, reviewer.token)).toMatchObject({
      status: 409,
    });
    expect(await tell(project, approved, { state: 'Cancelled' }, author.token)).toMatchObject({
      status: 200,
    });
    expect(await tell(project, review, { state: 'Rejected' }, admin.token)).toMatchObject({
      status: 200,
    });
  });

  test('an admin token may apply, but it is nobody who could write or review', async () => {
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
    const approved = await tell(project, review, { state: 'Approved' }, token);
    await tell(project, review, { state: 'Approved' }, admin.token);
    const applied = await tell(project, review, { state: 'Applied' }, token);

    expect([proposed.status, approved.status, applied.status]).toEqual([403, 403, 200]);
  });

  test('a request of another project, and one that is not there, are not found', async () => {
    const [project, other] = [await aProtectedProject(db), await aProtectedProject(db)];
    const id = await aChangeRequest(db, { project, author: admin.id });

    for (const [where, which] of [
      [other, id],
      [project, 2_147_483_647],
    ] as const) {
      expect(await tell(where, which, { state: 'In review' }, admin.token)).toMatchObject({
        status: 404,
      });
    }
  });
});
