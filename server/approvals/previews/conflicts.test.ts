import { beforeEach, describe, expect, test } from 'vitest';
import { aFlag, aUser, type TestUser, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import {
  aProtectedProject,
  aReviewer,
  requestCalls,
  strategyRow,
} from '../../testing/change-requests.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';

const { db, get, post, put, del, admin } = await testApp();

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

const requests = () => `/api/admin/projects/${project}/change-requests`;
const flagPath = () => `/api/admin/projects/${project}/features/${flag}/environments/development`;
const drafts = () => `/api/admin/projects/${project}/environments/development/change-requests`;

async function propose(action: string, payload: unknown): Promise<number> {
  const feature = action.endsWith('Segment') ? null : flag;
  const { status, body } = await post(
    drafts(),
    { feature, action, payload },
    { token: author.token },
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}

const { changeState, read, ...calls } = requestCalls({ get, put }, () => project);
const approve = (id: number) => calls.approve(id, { author, reviewer });

describe('a strategy that was changed meanwhile', () => {
  const parameters = { rollout: '10', stickiness: 'default', groupId: 'g' };
  const aRollout = () => aStrategy(db, { flag, name: 'flexibleRollout', parameters });

  test('in other members: both edits are applied', async () => {
    const id = await aRollout();
    const request = await propose('updateStrategy', {
      id,
      parameters: { ...parameters, rollout: '50' },
    });
    await approve(request);
    await put(`${flagPath()}/strategies/${id}`, { title: 'Renamed' });

    const shown = await read(request);
    const { status } = await changeState(request, 'Applied', reviewer);

    expect(shown.features[0].changes[0]).not.toHaveProperty('conflict');
    expect(status).toBe(200);
    expect(await strategyRow(db, id)).toMatchObject({ title: 'Renamed', rollout: '50' });
  });

  test('in the same member: the conflict contains what, by whom and when, and nothing is applied', async () => {
    const id = await aRollout();
    const request = await propose('updateStrategy', {
      id,
      title: 'Half',
      parameters: { ...parameters, rollout: '50' },
    });
    await approve(request);
    await put(`${flagPath()}/strategies/${id}`, { parameters: { ...parameters, rollout: '20' } });

    const [{ conflict, conflicts }] = (await read(request)).features[0].changes;
    const refused = await changeState(request, 'Applied', reviewer);
    const unscheduled = await put(
      `${requests()}/${request}/state`,
      { state: 'Scheduled', scheduledAt: '2100-01-01T00:00:00.000Z' },
      { token: reviewer.token },
    );

    expect(conflict).toMatch(
      new RegExp(
        `^strategy flexibleRollout of flag ${flag} was changed by ${admin.username} at \\d{4}-.*Z: parameters.rollout$`,
      ),
    );
    expect(conflicts).toEqual([
      { path: '/parameters/rollout', base: '10', current: '20', proposed: '50' },
    ]);
    expect(refused).toMatchObject({ status: 409, body: { name: 'ConflictError' } });
    expect(refused.body.message).toContain(conflict);
    expect(unscheduled.status).toBe(409);
    expect(await strategyRow(db, id)).toMatchObject({ title: null, rollout: '20' });
  });

  test('editing the change resolves the conflict, and voids the approvals', async () => {
    const id = await aRollout();
    const payload = { id, parameters: { ...parameters, rollout: '50' } };
    const request = await propose('updateStrategy', payload);
    await approve(request);
    await put(`${flagPath()}/strategies/${id}`, { parameters: { ...parameters, rollout: '20' } });
    const [{ id: changeId }] = (await read(request)).features[0].changes;

    const { body } = await put(
      `${requests()}/${request}/changes/${changeId}`,
      { feature: flag, action: 'updateStrategy', payload },
      { token: author.token },
    );

    expect(body).toMatchObject({ state: 'In review', approvals: [] });
    expect(body.features[0].changes[0]).not.toHaveProperty('conflict');
    await changeState(request, 'Approved', reviewer);
    expect((await changeState(request, 'Applied', reviewer)).status).toBe(200);
    expect(await strategyRow(db, id)).toMatchObject({ rollout: '50' });
  });

  test('deleted: an update cannot be applied', async () => {
    const id = await aRollout();
    const request = await propose('updateStrategy', { id, title: 'Half' });
    const other = await aUser(db, { rootRole: 'Admin', name: 'Ada Admin' });
    await del(`${flagPath()}/strategies/${id}`, other);

    const [{ conflict, conflictCause, conflicts }] = (await read(request)).features[0].changes;

    expect(conflict).toContain(`was removed by ${other.username} at `);
    expect(conflictCause).toEqual({
      what: `strategy flexibleRollout of flag ${flag} was removed`,
      by: 'Ada Admin',
      at: expect.stringMatching(/^\d{4}-/),
    });
    expect(conflicts).toMatchObject([{ path: '', current: null }]);
  });

  test('deleting a strategy that was changed meanwhile is a conflict', async () => {
    const id = await aRollout();
    const request = await propose('deleteStrategy', { id });
    await put(`${flagPath()}/strategies/${id}`, { title: 'Important' });

    const [change] = (await read(request)).features[0].changes;

    expect(change.conflict).toContain('was changed by');
    expect(change.payload).toMatchObject({ id, name: 'flexibleRollout', title: null });
    expect(change.payload.snapshot.parameters).toEqual(parameters);
  });

  test('changes of one request to one strategy do not conflict with each other', async () => {
    const id = await aRollout();
    await propose('updateStrategy', { id, title: 'One' });
    const request = await propose('updateStrategy', { id, title: 'Two' });

    const shown = await read(request);

    expect(JSON.stringify(shown)).not.toContain('"conflict"');
    await approve(request);
    expect((await changeState(request, 'Applied', reviewer)).status).toBe(200);
    expect(await strategyRow(db, id)).toMatchObject({ title: 'Two' });
  });

  test('reordering and enabling in the same request do not conflict with it', async () => {
    const [id, other] = [await aRollout(), await aStrategy(db, { flag, disabled: true })];
    const request = await propose('reorderStrategy', [
      { id, sortOrder: 7 },
      { id: other, sortOrder: 3 },
    ]);
    await propose('updateEnabled', { enabled: true, shouldActivateDisabledStrategies: true });
    await propose('deleteStrategy', { id: other });
    await propose('deleteStrategy', { id });
    await approve(request);

    const { features } = await read(request);

    expect(JSON.stringify(features)).not.toContain('"conflict"');
    expect((await changeState(request, 'Applied', reviewer)).status).toBe(200);
    expect([await strategyRow(db, id), await strategyRow(db, other)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('discarding a change does not affect later changes of the same strategy', async () => {
    const id = await aRollout();
    const request = await propose('updateStrategy', { id, title: 'One' });
    await propose('updateStrategy', { id, title: 'Two', disabled: true });
    const [first] = (await read(request)).features[0].changes;

    await del(`${requests()}/${request}/changes/${first.id}`, { token: author.token });

    expect(JSON.stringify(await read(request))).not.toContain('"conflict"');
    await approve(request);
    expect((await changeState(request, 'Applied', reviewer)).status).toBe(200);
    expect(await strategyRow(db, id)).toMatchObject({ title: 'Two', disabled: true });
  });
});

describe('other changes made meanwhile', () => {
  test('an archived flag is a conflict for all its changes', async () => {
    const request = await propose('updateEnabled', { enabled: true });
    await del(`/api/admin/projects/${project}/features/${flag}`);

    const [group] = (await read(request)).features;

    expect(group.conflict).toContain(`flag ${flag} was archived by ${admin.username} at `);
    expect(group.changes[0]).not.toHaveProperty('conflict');
  });

  test('a deleted flag, and one that was moved, are conflicts', async () => {
    const request = await propose('updateEnabled', { enabled: true });
    await del(`/api/admin/projects/${project}/features/${flag}`);
    await del(`/api/admin/archive/${flag}`);
    const deleted = (await read(request)).features[0].conflict;
    flag = await aFlag(db, { project });
    await propose('updateEnabled', { enabled: true });
    await post(`/api/admin/projects/${project}/features/${flag}/changeProject`, {
      newProjectId: await aProtectedProject(db),
    });

    const moved = (await read(request)).features[1].conflict;

    expect(deleted).toContain('was deleted by');
    expect(moved).toContain('was moved to another project by');
  });

  test('variants, the strategy order and the parent are compared too', async () => {
    const [one, other] = [await aFlag(db, { project }), await aFlag(db, { project })];
    const strategies = [await aStrategy(db, { flag }), await aStrategy(db, { flag, sortOrder: 1 })];
    const variants = (name: string) => [{ name, weight: 1000 }];
    const order = (first: number) =>
      strategies.map((id, index) => ({ id, sortOrder: first + index }));
    await propose('patchVariant', { variants: variants('a') });
    await propose('reorderStrategy', order(5));
    const request = await propose('addDependency', { feature: one });

    await put(`${flagPath()}/variants`, variants('b'));
    await post(`${flagPath()}/strategies/set-sort-order`, order(7));
    await post(`/api/admin/projects/${project}/features/${flag}/dependencies`, { feature: other });

    const texts = (await read(request)).features[0].changes.map(
      (it: { conflict: string }) => it.conflict,
    );
    expect(texts).toEqual([
      expect.stringContaining(`the list of variants of flag ${flag} was changed by`),
      expect.stringContaining(`the order of strategies of flag ${flag} was changed by`),
      expect.stringContaining(`the parent of flag ${flag} was changed by`),
    ]);
  });

  test('a segment is compared by its members, and a strategy that needs a deleted one conflicts', async () => {
    const segment = await aSegment(db, { project, name: unique('s') });
    const needed = await aSegment(db, { project });
    const name = unique('mine');
    await propose('addStrategy', { name: 'default', segments: [needed] });
    const request = await propose('updateSegment', { id: segment, name, constraints: [] });
    await put(`/api/admin/segments/${segment}`, { name: unique('yours'), constraints: [] });
    await del(`/api/admin/segments/${needed}`);

    const { features, segments } = await read(request);

    expect(segments[0].conflict).toContain(`was changed by ${admin.username} at `);
    expect(segments[0].conflicts).toMatchObject([{ path: '/name', proposed: name }]);
    expect(features[0].changes[0].conflict).toContain(`segment ${needed} was deleted by`);
  });

  test('a closed request has no conflicts', async () => {
    const request = await propose('updateEnabled', { enabled: true });
    await changeState(request, 'Cancelled', author);
    await del(`/api/admin/projects/${project}/features/${flag}`);

    expect(JSON.stringify(await read(request))).not.toContain('conflict');
  });
});
