import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applyScheduledJob } from '../../approvals/schedules/job.ts';
import { aFlag, anApiToken, aPassword, aSession, aUser, lastEventId } from '../../testing/a.ts';
import {
  aChangeRequest,
  aProtectedProject,
  aReviewer,
  isEnabled,
} from '../../testing/change-requests.ts';
import { aWorld, examples, nameOf } from '../../testing/world.ts';
import { pausedByMaintenance } from './job.ts';

const world = await aWorld();
const { app, db, admin, call, get, post, withConfig } = world;
const other = await withConfig({});

const path = '/api/admin/maintenance';
const flags = '/api/admin/projects/default/features';

/** What a request that is not a GET may do in maintenance. */
const allowed = [
  'POST /api/admin/constraints/validate',
  'POST /api/admin/context/validate',
  'POST /api/admin/environments/validate',
  'POST /api/admin/events/search',
  'POST /api/admin/features-batch/validate',
  'POST /api/admin/features/validate',
  'POST /api/admin/maintenance',
  'POST /api/admin/playground',
  'POST /api/admin/playground/advanced',
  'POST /api/admin/projects/:projectId/archive/validate',
  'POST /api/admin/projects/:projectId/change-requests/:id/dry-run',
  'POST /api/admin/projects/:projectId/environments/:environment/change-requests/dry-run',
  'POST /api/admin/projects/:projectId/features/:featureName/evaluate',
  'POST /api/admin/projects/validate',
  'POST /api/admin/record-ui-error',
  'POST /api/admin/roles/validate',
  'POST /api/admin/segments/validate',
  'POST /api/admin/tag-types/validate',
  'POST /api/admin/user-admin/validate-password',
  // A tool that changes something is refused by the route it calls.
  'POST /mcp',
];

beforeEach(() => post(path, { enabled: true }));
afterEach(() => post(path, { enabled: false }));

describe('in maintenance mode', () => {
  test('every change through the admin API is 503 with Retry-After, in every process', async () => {
    const before = await lastEventId(db);
    const writes = examples.filter(
      ({ method, access }) => method !== 'GET' && typeof access !== 'string',
    );
    const passed: string[] = [];

    for (const example of writes) {
      const url = example.path.replace(/:\w+/g, '1');
      const response = await call(example.method, url, { body: {} });
      if (response.status !== 503) passed.push(nameOf(example));
      else expect(response.headers).toMatchObject({ 'retry-after': expect.anything() });
    }

    expect(passed.sort()).toEqual([...allowed].sort());
    expect(await lastEventId(db)).toBe(before);
    expect(await other.post(flags, { name: 'any' })).toMatchObject({
      status: 503,
      body: { name: 'UnavailableError', message: expect.stringContaining('maintenance') },
    });
  });

  test('it applies to sessions, admin tokens and personal tokens; without credentials 401', async () => {
    const session = await aSession(db, admin.id);
    const body = { name: 'any' };
    const responses = [
      await post(flags, body, { token: await anApiToken(db, { type: 'admin' }) }),
      await post(flags, body, { token: world.people.owner.token }),
      await post(flags, body, { token: '', headers: session }),
      await post(flags, body, { token: null }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([503, 503, 503, 401]);
  });

  test('reads work, and logging in and out', async () => {
    const { text: password, hash } = await aPassword();
    const { username } = await aUser(db, { passwordHash: hash });

    const login = await post('/auth/simple/login', { username, password }, { token: null });
    const logout = await post('/logout', undefined, { token: null });

    expect([login.status, logout.status]).toEqual([200, 302]);
    expect((await get('/api/admin/search/features')).status).toBe(200);
    expect((await post('/api/admin/events/search', {})).status).toBe(200);
    expect((await get('/api/admin/ui-config')).body.maintenanceMode).toBe(true);
    expect((await other.get(path)).body).toEqual({ enabled: true });
  });

  test('SDKs fetch, report and stream', async () => {
    const token = await anApiToken(db);
    const frontend = await anApiToken(db, { type: 'frontend' });
    const bucket = { start: new Date().toISOString(), stop: new Date().toISOString(), toggles: {} };
    const report = { appName: 'shop', instanceId: 'one', bucket };
    const registration = {
      appName: 'shop',
      instanceId: 'one',
      strategies: [],
      interval: 10,
      started: new Date().toISOString(),
    };

    const responses = [
      await get('/api/client/features', { token }),
      await post('/api/client/register', registration, { token }),
      await post('/api/client/metrics', report, { token }),
      await get('/api/client/streaming', { token }),
      await get('/api/frontend', { token: frontend }),
      await post('/api/frontend/client/metrics', report, { token: frontend }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([200, 202, 202, 200, 200, 200]);
    await app.intake.flush();
  });

  test('an Admin can end it, other users cannot', async () => {
    const { token } = world.people.owner;

    expect((await post(path, { enabled: false }, { token })).status).toBe(403);
    expect((await post(flags, { name: 'refused' })).status).toBe(503);
    expect((await post(path, { enabled: false })).status).toBe(204);
    expect((await post(flags, { name: 'created' })).status).toBe(201);
    expect((await other.post(flags, { name: 'created-there' })).status).toBe(201);
  });

  test('a due change request waits until it has ended', async () => {
    const project = await aProtectedProject(db);
    const flag = await aFlag(db, { project });
    const reviewer = await aReviewer(db, project);
    await aChangeRequest(db, {
      project,
      flag,
      author: admin.id,
      state: 'Scheduled',
      scheduledBy: reviewer.id,
      scheduledAt: '2020-01-01T00:00:00.000Z',
    });
    const job = pausedByMaintenance(db, applyScheduledJob(app.inTransaction, app.log));

    const during = [await job.run(), await isEnabled(db, flag)];
    await post(path, { enabled: false });
    const after = [await job.run(), await isEnabled(db, flag)];

    expect({ during, after }).toEqual({ during: ['done', false], after: ['more', true] });
  });
});
