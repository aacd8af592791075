import { describe, expect, test } from 'vitest';
import { aFlag, aUser, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aProtectedProject, aReviewer } from '../../testing/change-requests.ts';
import { lockEventLog, runConcurrently } from '../../testing/locks.ts';
import { aSegment } from '../../testing/targeting.ts';

const { db, post, put } = await testApp();

type Change = { action: string; payload: object };

/** An approved request with one change of a flag; the author may change shared segments. */
async function anApprovedRequest(change: (segment: number) => Change) {
  const project = await aProtectedProject(db);
  const segment = await aSegment(db);
  const author = await aUser(db, { rootRole: 'Editor' });
  const reviewer = await aReviewer(db, project);
  const { body } = await post(
    `/api/admin/projects/${project}/environments/development/change-requests`,
    { feature: await aFlag(db, { project }), ...change(segment) },
    { token: author.token },
  );
  const changeState = (state: string, { token }: { token: string }) =>
    put(`/api/admin/projects/${project}/change-requests/${body.id}/state`, { state }, { token });
  await changeState('In review', author);
  await changeState('Approved', reviewer);
  const constraints = [{ contextName: 'userId', operator: 'NOT_IN', values: ['1'] }];
  return {
    project,
    apply: () => changeState('Applied', reviewer),
    changeSegment: () =>
      put(
        `/api/admin/segments/${segment}`,
        { name: unique('s'), constraints },
        { token: author.token },
      ),
  };
}

const addStrategy = (segment: number): Change => ({
  action: 'addStrategy',
  payload: { name: 'default', segments: [segment] },
});

const statusesOf = (responses: readonly { status: number }[]) =>
  responses.map(({ status }) => status);

describe('a request is applied while what it depends on is changed:', () => {
  test('a segment that is changed first is a conflict', async () => {
    const { apply, changeSegment } = await anApprovedRequest(addStrategy);

    const responses = await runConcurrently(db, lockEventLog, [changeSegment, apply]);

    expect(statusesOf(responses)).toEqual([204, 409]);
  });

  test('a segment is protected once the request is applied', async () => {
    const { apply, changeSegment } = await anApprovedRequest(addStrategy);

    const responses = await runConcurrently(db, lockEventLog, [apply, changeSegment]);

    expect(statusesOf(responses)).toEqual([200, 403]);
  });

  test('a default strategy that is changed first is a conflict', async () => {
    const switchOn = { action: 'updateEnabled', payload: { enabled: true } };
    const { project, apply } = await anApprovedRequest(() => switchOn);
    const path = `/api/admin/projects/${project}/environments/development/default-strategy`;
    const setDefault = () => post(path, { name: 'flexibleRollout' });

    const responses = await runConcurrently(db, lockEventLog, [setDefault, apply]);

    expect(statusesOf(responses)).toEqual([200, 409]);
  });
});
