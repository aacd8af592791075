import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../../platform/db/open.ts';
import { aFlag, aProject, aUser, type TestUser, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import {
  aChangeRequest,
  aProtectedProject,
  aProtection,
  aReviewer,
  aUserWithPermissions,
} from '../../testing/change-requests.ts';
import { openTestDb } from '../../testing/database.ts';
import { listPendingOfFlag } from './queries.ts';
import { renderRequests } from './rendering.ts';
import { type State, states } from './schema.ts';

const { db, get, post, put, admin } = await testApp();

let project: string;
let author: TestUser;

beforeEach(async () => {
  project = await aProtectedProject(db);
  author = await aUser(db);
});

const requests = () => `/api/admin/projects/${project}/change-requests`;
const ids = (body: { id: number }[]) => body.map(({ id }) => id);

/** One request in each state, each by another user, who can have one pending request. */
async function oneOfEach(flag: string): Promise<Record<State, number>> {
  const created = {} as Record<State, number>;
  for (const state of states) {
    const { id } = await aUser(db);
    created[state] = await aChangeRequest(db, { project, flag, state, author: id });
  }
  return created;
}

describe('GET /api/admin/projects/:projectId/change-requests/pending/:featureName', () => {
  test('returns those in Draft, In review and Approved by all authors, oldest first', async () => {
    const flag = await aFlag(db, { project });
    const created = await oneOfEach(flag);
    await aChangeRequest(db, { project, author: author.id });

    const { status, body } = await get(`${requests()}/pending/${flag}`, { token: author.token });

    expect(status).toBe(200);
    expect(ids(body)).toEqual([created.Draft, created['In review'], created.Approved]);
    expect(body[0]).toMatchObject({
      project,
      environment: 'development',
      state: 'Draft',
      minApprovals: 1,
      features: [
        { name: flag, changes: [{ action: 'updateEnabled', payload: { enabled: true } }] },
      ],
      segments: [],
      approvals: [],
      rejections: [],
      comments: [],
    });
  });

  test('is 404 for an unknown flag and one of another project, and empty without requests', async () => {
    const [flag, elsewhere] = [await aFlag(db, { project }), await aFlag(db)];

    expect((await get(`${requests()}/pending/${flag}`)).body).toEqual([]);
    expect(await get(`${requests()}/pending/${elsewhere}`)).toMatchObject({ status: 404 });
    expect(await get(`${requests()}/pending/no-such-flag`)).toMatchObject({ status: 404 });
  });

  test('is 404 for users who may not see the project', async () => {
    project = await aProtectedProject(db, { mode: 'private' });
    const flag = await aFlag(db, { project });
    await aChangeRequest(db, { project, flag, author: admin.id });

    const hidden = await get(`${requests()}/pending/${flag}`, { token: author.token });

    expect(hidden).toMatchObject({
      status: 404,
      body: { name: 'NotFoundError', message: `Project "${project}" not found.` },
    });
  });

  test('contains new comments and requested reviewers, though no event records them', async () => {
    const flag = await aFlag(db, { project });
    const id = await aChangeRequest(db, { project, flag, author: author.id, state: 'In review' });
    const reviewer = await aReviewer(db, project);
    const pending = async () => (await get(`${requests()}/pending/${flag}`)).body[0];
    await pending();

    await post(`${requests()}/${id}/comments`, { text: 'Why?' });
    expect((await pending()).comments).toMatchObject([{ text: 'Why?' }]);
    await put(`${requests()}/${id}/approvers`, { reviewers: [reviewer.id] });
    expect((await pending()).requestedReviewers).toMatchObject([{ id: reviewer.id }]);
    await put(`${requests()}/${id}/approvers`, { reviewers: [] });
    expect((await pending()).requestedReviewers).toEqual([]);
  });

  test('contains the required approvals of a draft, though their event names no request', async () => {
    const flag = await aFlag(db, { project });
    await aChangeRequest(db, { project, flag, author: author.id });
    const needed = async () => (await get(`${requests()}/pending/${flag}`)).body[0].minApprovals;
    expect(await needed()).toBe(1);

    const config = `/api/admin/projects/${project}/environments/development/change-requests/config`;
    await put(config, { changeRequestsEnabled: true, requiredApprovals: 3 });

    expect(await needed()).toBe(3);
  });

  test('executes as many statements for twenty requests as for one', async () => {
    const [lonely, busy] = [await aFlag(db, { project }), await aFlag(db, { project })];
    await aChangeRequest(db, { project, flag: lonely, author: author.id });
    for (let count = 0; count < 20; count++) {
      await aChangeRequest(db, { project, flag: busy, author: (await aUser(db)).id });
    }
    // The existence of the project is checked once.
    await get(`${requests()}/pending/${await aFlag(db, { project })}`);

    const one = await statements(() => get(`${requests()}/pending/${lonely}`));
    const many = await statements(() => get(`${requests()}/pending/${busy}`));

    expect([one, many]).toEqual([7, 7]);
  });

  test('its statements use generic plans', async () => {
    // In a session that other tests used, their executions would decide about the plans.
    const { db } = await openTestDb({ reusable: false });
    const project = await aProtectedProject(db);
    const flags = await Promise.all(Array.from({ length: 8 }, () => aFlag(db, { project })));
    for (const flag of flags) {
      await aChangeRequest(db, { project, flag, author: (await aUser(db)).id });
    }

    const [before, after] = await db.connection().execute(async (connection) => {
      const first = await plansOf(connection);
      for (const flag of flags) {
        const found = (await listPendingOfFlag(connection, { project, flag })) ?? [];
        await renderRequests(connection, found);
      }
      return [first, await plansOf(connection)];
    });

    const used = after.map(({ statement, generic, custom }) => {
      const earlier = before.find((plan) => plan.statement === statement);
      return {
        statement,
        generic: generic - (earlier?.generic ?? 0),
        custom: custom - (earlier?.custom ?? 0),
      };
    });
    const executed = used.filter(({ generic, custom }) => generic + custom === flags.length);
    expect(executed.length).toBeGreaterThanOrEqual(5);
    // PostgreSQL uses a custom plan for the first five executions.
    expect(executed.filter(({ custom }) => custom > 5)).toEqual([]);
  });

  /** How often the prepared statements of the connection were executed with either plan. */
  async function plansOf(connection: Db) {
    const { rows } = await sql<{ statement: string; generic: number; custom: number }>`
      select statement, generic_plans as generic, custom_plans as custom
      from pg_prepared_statements`.execute(connection);
    return rows;
  }

  test('executes one statement while nothing changes; any event or comment recomputes it', async () => {
    const [own, other] = [await aFlag(db, { project }), await aFlag(db, { project })];
    const id = await aChangeRequest(db, { project, flag: own, author: author.id });
    const request = () => statements(() => get(`${requests()}/pending/${own}`));
    await request();

    expect(await request()).toBe(1);
    await put(`/api/admin/projects/${project}/features/${other}`, { description: 'Another' });
    expect([await request(), await request()]).toEqual([7, 1]);
    await put(`${requests()}/${id}/title`, { title: unique('title') });
    expect([await request(), await request()]).toEqual([7, 1]);
    await post(`${requests()}/${id}/comments`, { text: 'Why?' });
    expect([await request(), await request()]).toEqual([7, 1]);
  });

  /** Counted at the connections, which execute every statement. */
  async function statements(work: () => Promise<unknown>): Promise<number> {
    const executor = db.getExecutor();
    const original = executor.provideConnection.bind(executor);
    let count = 0;
    executor.provideConnection = (consume) =>
      original((connection) =>
        consume({
          streamQuery: connection.streamQuery.bind(connection),
          executeQuery: (query) => {
            count += 1;
            return connection.executeQuery(query);
          },
        }),
      );
    await work();
    executor.provideConnection = original;
    return count;
  }
});

describe('GET /api/admin/projects/:projectId/change-requests', () => {
  test('returns the newest first, without the drafts of other users', async () => {
    const flag = await aFlag(db, { project });
    const created = await oneOfEach(flag);
    const own = await aChangeRequest(db, { project, author: author.id, flag });

    const { body } = await get(requests(), { token: author.token });

    const listed = states.filter((state) => state !== 'Draft').map((state) => created[state]);
    expect(ids(body)).toEqual([own, ...listed.reverse()]);
    const scheduled = body.find(({ id }: { id: number }) => id === created.Scheduled);
    expect(scheduled.schedule).toEqual({
      status: 'pending',
      scheduledAt: '2100-01-01T00:00:00.000Z',
    });
    for (const other of body) if (other !== scheduled) expect(other).not.toHaveProperty('schedule');
  });

  test('is 404 for a request that does not exist, or is in another project', async () => {
    const id = await aChangeRequest(db, { project, author: author.id });
    const other = await aProject(db);

    expect(await get(`${requests()}/2147483647`)).toMatchObject({ status: 404 });
    expect(await get(`/api/admin/projects/${other}/change-requests/${id}`)).toMatchObject({
      status: 404,
    });
    expect(await get(`${requests()}/nonsense`)).toMatchObject({ status: 400 });
  });
});

describe('GET …/change-requests/count and …/actionable', () => {
  test('counts by state, and those the caller can act on', async () => {
    const flag = await aFlag(db, { project });
    await oneOfEach(flag);
    const reviewer = await aReviewer(db, project);
    const elsewhere = await aUserWithPermissions(
      db,
      project,
      ['APPROVE_CHANGE_REQUEST'],
      'production',
    );
    const own = await aChangeRequest(db, { project, author: reviewer.id, state: 'In review' });

    const actionable = async ({ token }: TestUser) =>
      (await get(`${requests()}/actionable`, { token })).body;

    expect((await get(`${requests()}/count`, { token: author.token })).body).toEqual({
      total: 7,
      applied: 1,
      approved: 1,
      rejected: 1,
      reviewRequired: 2,
      scheduled: 1,
    });
    expect(await actionable(reviewer)).toEqual({ total: 3 });
    expect(await actionable(elsewhere)).toEqual({ total: 0 });
    expect(await actionable(author)).toEqual({ total: 0 });
    await aProtection(db, { project, authorMayApprove: true });
    expect(await actionable(reviewer)).toEqual({ total: 4 });
    await put(`${requests()}/${own}/state`, { state: 'Approved' }, { token: reviewer.token });
    expect(await actionable(reviewer)).toEqual({ total: 4 });
  });
});

describe('GET /api/admin/search/change-requests', () => {
  const search = async (query: string, as = admin) =>
    (await get(`/api/admin/search/change-requests?${query}`, { token: as.token })).body;

  test('filters by author, requested reviewer and state, over all projects, newest first', async () => {
    const flag = await aFlag(db, { project });
    const reviewer = await aReviewer(db, project);
    const closed = await aChangeRequest(db, {
      project,
      flag,
      author: author.id,
      state: 'Rejected',
    });
    const open = await aChangeRequest(db, { project, flag, author: author.id, state: 'In review' });
    await put(`${requests()}/${open}/approvers`, { reviewers: [reviewer.id] });

    const all = await search(`createdBy=IS:${author.id}`);
    const mine = await search(`requestedApproverId=IS:${reviewer.id}&state=IS:open`, reviewer);
    const over = await search(`createdBy=IS:${author.id},${admin.id}&state=IS:closed`);

    expect([ids(all.changeRequests), all.total]).toEqual([[open, closed], 2]);
    expect(ids(over.changeRequests)).toEqual([closed]);
    expect(mine).toEqual({
      total: 1,
      changeRequests: [
        {
          id: open,
          title: `Change request #${open}`,
          project,
          environment: 'development',
          features: [flag],
          segments: [],
          state: 'In review',
          createdBy: {
            id: author.id,
            username: author.username,
            name: null,
            imageUrl: expect.any(String),
          },
          createdAt: expect.any(String),
          needsMyReview: true,
        },
      ],
    });
  });

  test('filters by project, of which the caller may see', async () => {
    const other = await aProtectedProject(db);
    const hidden = await aProtectedProject(db, { mode: 'private' });
    const [one, two] = [
      await aChangeRequest(db, { project, author: author.id, state: 'In review' }),
      await aChangeRequest(db, { project: other, author: author.id, state: 'In review' }),
    ];
    await aChangeRequest(db, { project: hidden, author: author.id, state: 'In review' });

    const own = await search(`project=IS:${project}&createdBy=IS:${author.id}`);
    const both = await search(`project=IS:${project},${other}&createdBy=IS:${author.id}`);

    expect([ids(own.changeRequests), own.total]).toEqual([[one], 1]);
    expect([ids(both.changeRequests), both.total]).toEqual([[two, one], 2]);
    expect(await search(`project=IS:${hidden}`, await aUser(db))).toEqual({
      changeRequests: [],
      total: 0,
    });
  });

  test('returns pages, and the total of all pages, also past the end', async () => {
    const created: number[] = [];
    for (let count = 0; count < 3; count++) {
      created.push(await aChangeRequest(db, { project, author: author.id, state: 'Cancelled' }));
    }
    const of = `createdBy=IS:${author.id}`;

    const page = await search(`${of}&offset=1&limit=1`);
    const beyond = await search(`${of}&offset=9`);

    expect([ids(page.changeRequests), page.total]).toEqual([[created[1]], 3]);
    expect(beyond).toEqual({ changeRequests: [], total: 3 });
    expect((await search(`${of}&limit=5000`)).changeRequests).toHaveLength(3);
  });

  test('omits projects the caller may not see, and the drafts of other users', async () => {
    const hidden = await aProtectedProject(db, { mode: 'private' });
    await aChangeRequest(db, { project: hidden, author: author.id, state: 'In review' });
    await aChangeRequest(db, { project, author: author.id });
    const stranger = await aUser(db);

    expect(await search(`createdBy=IS:${author.id}`, stranger)).toEqual({
      changeRequests: [],
      total: 0,
    });
    expect((await search(`createdBy=IS:${author.id}`)).total).toBe(1);
  });

  test('filters by flag', async () => {
    const flag = await aFlag(db, { project });
    const created = await oneOfEach(flag);
    await aChangeRequest(db, { project, author: author.id });

    const { changeRequests } = await search(`feature=IS:${flag},missing&state=IS:open`);

    const { Approved, Scheduled } = created;
    expect(ids(changeRequests)).toEqual([Scheduled, Approved, created['In review']]);
  });

  test.each([
    'createdBy=IS:x',
    'createdBy=5',
    'state=IS:Draft',
    'limit=0',
    'offset=-1',
    'requestedApproverId=IS:',
    'project=web',
    'project=IS:',
    'feature=IS:',
    'needsMyReview=maybe',
  ])('%s is refused', async (query) => {
    const response = await get(`/api/admin/search/change-requests?${query}`);

    expect(response).toMatchObject({ status: 400 });
    expect(response.body.details[0].path).toBe(`/query/${query.split('=')[0]}`);
  });

  test('an error about the form of a filter shows an example', async () => {
    const response = await get('/api/admin/search/change-requests?feature=dark-mode');

    expect(response.body.details[0].message).toMatch(/must be like IS:dark-mode,new-cart/);
  });
});
