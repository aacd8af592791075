import { beforeEach, expect, test } from 'vitest';
import { aFlag, anApiToken, aUser, type TestUser } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aProtectedProject, aReviewer } from '../../testing/change-requests.ts';
import { inTransaction } from '../../transactions.ts';
import { applyNextDue } from '../schedules/commands.ts';

const { db, del, get, post, put } = await testApp();

let project: string;
let flag: string;
let author: TestUser;
let reviewer: TestUser;

beforeEach(async () => {
  project = await aProtectedProject(db);
  flag = await aFlag(db, { project });
  author = await aUser(db);
  reviewer = await aReviewer(db, project);
});

const switchOn = (feature: string) => ({
  feature,
  action: 'updateEnabled',
  payload: { enabled: true },
});

async function aSubmittedRequest(): Promise<string> {
  const { body } = await post(
    `/api/admin/projects/${project}/environments/development/change-requests`,
    switchOn(flag),
    { token: author.token },
  );
  const path = `/api/admin/projects/${project}/change-requests/${body.id}`;
  await set(path, { state: 'In review', comment: 'Please' }, author);
  return path;
}

async function set(path: string, body: object, { token }: { token: string }): Promise<void> {
  const response = await put(`${path}/state`, body, { token });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
}

const historyOf = async (path: string) =>
  (await get(path)).body.history.map((entry: { createdBy: TestUser | null; createdAt: string }) => {
    expect(entry.createdAt).toMatch(/Z$/);
    const { createdAt: _, createdBy, ...rest } = entry;
    return { ...rest, by: createdBy?.id ?? null };
  });

const later = '2100-01-01T00:00:00.000Z';
const submitted = () => ({ action: 'submitted', by: author.id, comment: 'Please' });

test('who submitted, approved, rejected a request, with their comments', async () => {
  const path = await aSubmittedRequest();
  await set(path, { state: 'Approved' }, reviewer);
  await set(path, { state: 'Rejected', comment: 'Not this week' }, reviewer);

  expect(await historyOf(path)).toEqual([
    submitted(),
    { action: 'approved', by: reviewer.id },
    { action: 'rejected', by: reviewer.id, comment: 'Not this week' },
  ]);
});

test('who added, edited and discarded changes of a request in review, and of which flags', async () => {
  const path = await aSubmittedRequest();
  const { token } = author;
  const other = await aFlag(db, { project });
  const change = (feature: string) => ({
    feature,
    action: 'addStrategy',
    payload: { name: 'default' },
  });
  const { body } = await post(
    `/api/admin/projects/${project}/environments/development/change-requests`,
    [change(flag), change(other)],
    { token },
  );
  const changes = `${path}/changes`;
  const { id } = body.features[0].changes[0];
  await put(`${changes}/${body.features[1].changes[0].id}`, switchOn(other), { token });
  await del(`${changes}/${id}`, { token });

  expect(await historyOf(path)).toEqual([
    submitted(),
    { action: 'change-added', by: author.id, subjects: [flag, other] },
    {
      action: 'change-edited',
      by: author.id,
      subjects: [other],
      edit: {
        before: { action: 'addStrategy', payload: { name: 'default' } },
        after: { action: 'updateEnabled', payload: { enabled: true } },
      },
    },
    { action: 'change-discarded', by: author.id, subjects: [flag] },
  ]);
});

test('what was edited each time, without the edits of the draft', async () => {
  const { token } = author;
  const { body } = await post(
    `/api/admin/projects/${project}/environments/development/change-requests`,
    switchOn(flag),
    { token },
  );
  const path = `/api/admin/projects/${project}/change-requests/${body.id}`;
  const strategy = (rollout: string) => ({
    feature: flag,
    action: 'addStrategy',
    payload: { name: 'flexibleRollout', parameters: { rollout } },
  });
  const edit = async (rollout: string) => {
    const change = `${path}/changes/${body.features[0].changes[0].id}`;
    expect((await put(change, strategy(rollout), { token })).status).toBe(200);
  };
  await edit('10');
  await set(path, { state: 'In review', comment: 'Please' }, author);
  await edit('25');
  await set(path, { state: 'Approved' }, reviewer);
  await edit('50');

  const proposed = (rollout: string) => {
    const { action, payload } = strategy(rollout);
    return { action, payload };
  };
  const edited = { action: 'change-edited', by: author.id, subjects: [flag] };
  expect(await historyOf(path)).toEqual([
    submitted(),
    { ...edited, edit: { before: proposed('10'), after: proposed('25') } },
    { action: 'approved', by: reviewer.id },
    { ...edited, edit: { before: proposed('25'), after: proposed('50') } },
  ]);
});

test('an API token that applied or cancelled one is no person', async () => {
  const token = await anApiToken(db, { type: 'admin' });
  const path = await aSubmittedRequest();
  await set(path, { state: 'Approved' }, reviewer);
  await set(path, { state: 'Applied' }, { token });

  expect((await historyOf(path)).at(-1)).toEqual({ action: 'applied', by: null });
});

test('who scheduled one, why it was suspended, and that it was applied as scheduled', async () => {
  const path = await aSubmittedRequest();
  await set(path, { state: 'Approved' }, reviewer);
  await set(path, { state: 'Scheduled', scheduledAt: later }, reviewer);
  const features = `/api/admin/projects/${project}/features/${flag}`;
  await post(`${features}/environments/development/on`);
  await post(`${features}/environments/development/off`);
  await set(path, { state: 'Scheduled', scheduledAt: later }, reviewer);
  const due = '2020-01-01T00:00:00.000Z';
  await db.updateTable('change_request_schedules').set({ scheduled_at: due }).execute();

  expect(await inTransaction(db, applyNextDue)).toBe('applied');

  const scheduled = { action: 'scheduled', by: reviewer.id, scheduledAt: later };
  expect((await historyOf(path)).slice(2)).toEqual([
    scheduled,
    { action: 'suspended', by: null, reason: expect.stringContaining(flag) },
    scheduled,
    { action: 'applied', by: reviewer.id, scheduledAt: due },
  ]);
});

test('why a scheduled one failed', async () => {
  const path = await aSubmittedRequest();
  await set(path, { state: 'Approved' }, reviewer);
  await set(path, { state: 'Scheduled', scheduledAt: later }, reviewer);
  await db.deleteFrom('role_grants').where('user_id', '=', reviewer.id).execute();
  const scheduled_at = '2020-01-01T00:00:00.000Z';
  await db.updateTable('change_request_schedules').set({ scheduled_at }).execute();

  expect(await inTransaction(db, applyNextDue)).toMatchObject({ error: expect.anything() });

  expect((await historyOf(path)).at(-1)).toEqual({
    action: 'failed',
    by: null,
    reason: expect.stringContaining('may no longer apply'),
  });
});
