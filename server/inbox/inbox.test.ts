import { beforeEach, describe, expect, test } from 'vitest';
import { systemCaller } from '../platform/caller.ts';
import { aFlag, aGrant, anApiToken, aProject, aUser, type TestUser } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import { aChangeRequest, aProtectedProject, aReviewer } from '../testing/change-requests.ts';
import { anIntegration } from '../testing/integrations.ts';
import { stepsOf } from '../testing/plans.ts';
import { countStatements } from '../testing/statements.ts';
import { inTransaction } from '../transactions.ts';
import { updatePotentiallyStale } from '../usage/staleness/commands.ts';
import { findInbox } from './find.ts';
import type { Inbox, InboxItem } from './schema.ts';

const { db, get, post, put, admin } = await testApp();

let project: string;
let author: TestUser;
let reviewer: TestUser;

beforeEach(async () => {
  project = await aProtectedProject(db);
  author = await aUser(db);
  reviewer = await aReviewer(db, project);
});

const inboxOf = async ({ token }: Pick<TestUser, 'token'>): Promise<Inbox> =>
  (await get('/api/admin/inbox', { token })).body;
const itemsOf = async (user: TestUser): Promise<InboxItem[]> => (await inboxOf(user)).items;
const idsOf = async (user: TestUser) => (await itemsOf(user)).map(({ id }) => id);

const requestOf = (over: object = {}) =>
  aChangeRequest(db, { project, author: author.id, state: 'In review', ...over });

const commentOn = (id: number, text: string, { token }: TestUser) =>
  post(`/api/admin/projects/${project}/change-requests/${id}/comments`, { text }, { token });

describe('GET /api/admin/inbox', () => {
  test('has the requests that the caller may review, until they did', async () => {
    const id = await requestOf({ title: 'Half of the users' });

    const [item] = await itemsOf(reviewer);
    const ofAuthor = await itemsOf(author);
    await put(
      `/api/admin/projects/${project}/change-requests/${id}/state`,
      { state: 'Approved' },
      { token: reviewer.token },
    );

    expect(item).toEqual({
      id: `review-${id}`,
      kind: 'review',
      createdAt: expect.any(String),
      read: false,
      title: 'Half of the users',
      project,
      environment: 'development',
      changeRequestId: id,
      createdBy: expect.objectContaining({ id: author.id, username: author.username }),
    });
    expect([ofAuthor, await itemsOf(reviewer)]).toEqual([[], []]);
  });

  test('has comments that mention the caller by username or e-mail', async () => {
    const email = `${author.username}@example.com`;
    const user = await aUser(db, { email });
    const id = await requestOf({ state: 'Draft' });
    const mentioning = [
      `@${user.username} please look`,
      `Thanks (@${user.username.toUpperCase()}).`,
      `See line two:\n@${email}, and **@nobody**`,
      `cc:@${user.username}.`,
    ];
    const others = [
      `@${user.username}x`,
      `@x${user.username}`,
      `mail@${user.username}`,
      user.username,
      `@ ${user.username}`,
    ];
    for (const text of [...mentioning, ...others]) await commentOn(id, text, author);
    await commentOn(id, `I am @${user.username}`, user);

    const items = await itemsOf(user);

    expect(items.map(({ text }) => text)).toEqual(mentioning.reverse());
    expect(items[0]).toMatchObject({
      kind: 'mention',
      changeRequestId: id,
      project,
      createdBy: { id: author.id },
    });
  });

  test('has what others decided about requests of the caller', async () => {
    const decide = (id: number, state: string, { token }: TestUser, more = {}) =>
      put(
        `/api/admin/projects/${project}/change-requests/${id}/state`,
        { state, ...more },
        { token },
      );
    const applied = await requestOf();
    await decide(applied, 'Approved', reviewer);
    const [approval] = await itemsOf(author);
    await decide(applied, 'Applied', reviewer);
    const rejected = await requestOf();
    await decide(rejected, 'Rejected', reviewer, { comment: 'Not on a Friday' });
    await decide(await requestOf(), 'Cancelled', author);

    const items = await itemsOf(author);

    expect(approval).toMatchObject({ id: `decision-${applied}`, status: 'approved', read: false });
    expect(items).toMatchObject([
      {
        id: `decision-${rejected}`,
        kind: 'decision',
        status: 'rejected',
        project,
        text: 'Not on a Friday',
        changeRequestId: rejected,
        createdBy: { id: reviewer.id },
      },
      { id: `decision-${applied}`, status: 'applied', createdBy: { id: reviewer.id } },
    ]);
    expect(await itemsOf(reviewer)).toEqual([]);
    const longAgo = new Date(Date.now() - 31 * 86_400_000).toISOString();
    await db.updateTable('change_request_history').set({ created_at: longAgo }).execute();
    expect(await itemsOf(author)).toEqual([]);
  });

  test('has schedules that failed, of those who scheduled or proposed the request', async () => {
    const flag = await aFlag(db, { project });
    const scheduledBy = reviewer.id;
    const id = await requestOf({ state: 'Scheduled', flag, scheduledBy });
    const isFailed = ({ kind }: InboxItem) => kind === 'schedule';
    expect((await itemsOf(author)).filter(isFailed)).toEqual([]);

    await post(`/api/admin/projects/${project}/features/${flag}/environments/development/on`);

    const expected = {
      id: `schedule-${id}`,
      changeRequestId: id,
      status: 'suspended',
      text: expect.stringContaining(flag),
    };
    expect((await itemsOf(author)).filter(isFailed)).toMatchObject([expected]);
    expect((await itemsOf(reviewer)).filter(isFailed)).toMatchObject([expected]);
    expect(await idsOf(await aReviewer(db, project))).not.toContain(`schedule-${id}`);
    await put(
      `/api/admin/projects/${project}/change-requests/${id}/state`,
      { state: 'Rejected' },
      { token: reviewer.token },
    );
    expect((await itemsOf(author)).filter(isFailed)).toEqual([]);
  });

  test('has parked integrations, for those who may see them', async () => {
    const [owner, editor] = [await aUser(db), await aUser(db, { rootRole: 'Editor' })];
    await aGrant(db, { project, role: 'Owner', userId: owner.id });
    const inProject = await anIntegration(db, { project });
    const ofAll = await anIntegration(db, {});
    await db
      .updateTable('integrations')
      .set({ parked_at: new Date().toISOString() })
      .where('id', 'in', [inProject.id, ofAll.id])
      .execute();
    const ids = [`integration-${inProject.id}`, `integration-${ofAll.id}`];
    const seenBy = async (user: TestUser) =>
      (await idsOf(user)).filter((id) => ids.includes(id)).sort();

    expect(await seenBy(owner)).toEqual([ids[0]]);
    expect(await seenBy(editor)).toEqual([ids[1]]);
    expect(await seenBy(admin)).toEqual([...ids].sort());
    expect(await seenBy(author)).toEqual([]);
    const item = (await itemsOf(owner)).find(({ id }) => id === ids[0]);
    expect(item).toMatchObject({ project, integrationId: inProject.id, title: inProject.name });
  });

  test('has flags of the caller that another user marked as stale, or that are too old', async () => {
    const createdAt = '2020-01-01T00:00:00.000Z';
    const of = { createdByUserId: author.id };
    const [marked, own, old, archived] = [
      await aFlag(db, of),
      await aFlag(db, of),
      await aFlag(db, { ...of, createdAt }),
      await aFlag(db, { ...of, createdAt, archivedAt: createdAt }),
    ];
    await aFlag(db, { createdAt });
    const mark = (name: string, body: object, token = admin.token) =>
      post('/api/admin/projects/default/stale', { features: [name], ...body }, { token });
    await mark(marked, { stale: true });
    await aGrant(db, { project: 'default', role: 'Owner', userId: author.id });
    await mark(own, { stale: true }, author.token);
    await inTransaction(db, (tx) => updatePotentiallyStale(tx, new Date().toISOString()));

    const items = await itemsOf(author);

    expect(items.map(({ featureName, status }) => [featureName, status])).toEqual([
      [old, 'potentially-stale'],
      [marked, 'stale'],
    ]);
    expect(items[1]).toMatchObject({ project: 'default', createdBy: { id: admin.id } });
    expect(await idsOf(admin)).not.toContain(`stale-${archived}`);
    await mark(marked, { stale: false });
    expect(await idsOf(author)).toEqual([`stale-${old}`]);
  });

  test('has nothing of a private project that the caller may not see', async () => {
    const hidden = await aProject(db, { mode: 'private' });
    const flag = await aFlag(db, { project: hidden, createdByUserId: author.id });
    const id = await aChangeRequest(db, { project: hidden, author: author.id, flag });
    await post(`/api/admin/projects/${hidden}/change-requests/${id}/comments`, {
      text: `@${author.username}`,
    });
    await post(`/api/admin/projects/${hidden}/stale`, { features: [flag], stale: true });
    const others = await itemsOf(author);

    await aGrant(db, { project: hidden, userId: author.id });

    expect(others).toEqual([]);
    expect((await itemsOf(author)).map(({ kind }) => kind)).toEqual(['stale', 'mention']);
  });

  test('lists the newest 50 of a kind, newest first', async () => {
    const id = await requestOf({ state: 'Draft' });
    const comments = Array.from({ length: 51 }, (_, index) => ({
      change_request_id: id,
      text: `@${reviewer.username} ${index + 1}`,
      created_by: author.id,
      created_at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
    }));
    await db.insertInto('change_request_comments').values(comments).execute();

    const { items, unread } = await inboxOf(reviewer);

    const numbers = items.map(({ text = '' }) => Number(text.split(' ')[1]));
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => 51 - index));
    expect(unread).toBe(50);
  });

  test('is empty for an API token', async () => {
    const token = await anApiToken(db, { type: 'admin' });

    expect(await inboxOf({ token })).toEqual({ items: [], unread: 0, position: null });
    const position = new Date().toISOString();
    expect((await post('/api/admin/inbox/read', { position }, { token })).status).toBe(204);
  });

  test('takes one statement, which scans no large table', async () => {
    await requestOf();
    const caller = { ...systemCaller, id: reviewer.id, admin: false, restricted: true };
    const counted = countStatements(db);

    await findInbox(counted.db, caller);
    const steps = await stepsOf(db, (tx) => findInbox(tx, caller));

    expect(counted.count()).toBe(1);
    const scanned = steps.filter(({ kind }) => kind === 'Seq Scan').map(({ table }) => table);
    // Roles of people and groups are few.
    expect(scanned.filter((table) => table !== 'role_grants')).toEqual([]);
    expect(steps).toContainEqual(
      expect.objectContaining({ index: 'change_request_comments_by_mention' }),
    );
  });
});

describe('POST /api/admin/inbox/read', () => {
  const markRead = (position: unknown, { token }: TestUser) =>
    post('/api/admin/inbox/read', { position }, { token });

  test('marks items up to the position, for the caller only', async () => {
    const other = await aReviewer(db, project);
    const id = await requestOf({ state: 'In review' });
    await commentOn(id, `@${reviewer.username} first`, author);
    const { position, unread } = await inboxOf(reviewer);
    await commentOn(id, `@${reviewer.username} second`, author);

    const { status } = await markRead(position, reviewer);

    expect([status, unread]).toEqual([204, 2]);
    const after = await inboxOf(reviewer);
    expect(after.items.map(({ read }) => read)).toEqual([false, true, true]);
    expect(after.unread).toBe(1);
    expect((await inboxOf(other)).unread).toBe(1);
  });

  test('never moves back, and not into the future', async () => {
    const id = await requestOf({ state: 'Draft' });
    await commentOn(id, `@${reviewer.username} first`, author);
    await markRead('2999-01-01T00:00:00.000Z', reviewer);
    await markRead('2020-01-01T00:00:00.000Z', reviewer);
    expect((await inboxOf(reviewer)).unread).toBe(0);

    await commentOn(id, `@${reviewer.username} second`, author);

    expect((await inboxOf(reviewer)).unread).toBe(1);
  });

  test.each([[undefined], [null], [7], ['soon'], ['2026-02-30T00:00:00Z']])(
    'refuses the position %j',
    async (position) => {
      const { status, body } = await markRead(position, reviewer);

      expect(status).toBe(400);
      expect(JSON.stringify(body)).toContain('position');
    },
  );
});
