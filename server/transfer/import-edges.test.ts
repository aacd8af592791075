import { describe, expect, test } from 'vitest';
import { aFlag, anApiToken, aProject, changesSince, lastEventId, unique } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';

const { db, get, post } = await testApp();

const path = '/api/admin/features-batch/import';
const environment = 'development';

type Data = Record<string, unknown>;
const request = (project: string, data: Data, more: object = {}) => ({
  project,
  environment,
  data: { features: [], featureStrategies: [], ...data },
  ...more,
});
const imported = async (project: string, data: Data, more: object = {}) => {
  const before = await lastEventId(db);
  const { status, body } = await post(path, request(project, data, more));
  return { status, body, changes: await changesSince(db, before) };
};

describe('POST /api/admin/features-batch/import', () => {
  test('onConflict fail is 409 with the flags that would change, and changes nothing', async () => {
    const project = await aProject(db);
    const [same, other] = [await aFlag(db, { project }), await aFlag(db, { project })];
    const features = [{ name: same }, { name: other, stale: true }, { name: unique('new') }];

    const refused = await imported(project, { features }, { onConflict: 'fail' });
    const unchanged = await imported(
      project,
      { features: [{ name: same }, { name: unique('new') }] },
      { onConflict: 'fail' },
    );
    const updated = await imported(project, { features }, { onConflict: 'update' });

    expect(refused).toEqual({
      status: 409,
      body: expect.objectContaining({
        name: 'ConflictError',
        message: `These flags would change: ${other}.`,
      }),
      changes: [],
    });
    expect([unchanged.status, updated.status]).toEqual([200, 200]);
  });

  test('a segment with a project gets the target project; with an empty one, none', async () => {
    const project = await aProject(db);
    const [own, shared] = [unique('own'), unique('shared')];

    const { changes } = await imported(project, {
      segments: [
        { id: 1, name: own, project: 'theirs', constraints: [] },
        { id: 2, name: shared, project: '', constraints: [] },
      ],
    });

    expect(changes.slice(0, 2)).toMatchObject([
      { type: 'segment-created', project, data: { name: own, project } },
      { type: 'segment-created', project: null, data: { name: shared, project: null } },
    ]);
  });

  test('members of Unleash documents without a meaning here are ignored', async () => {
    const project = await aProject(db);
    const name = unique('flag');

    const { status } = await imported(project, {
      features: [
        {
          name,
          project: 'theirs',
          enabled: true,
          favorite: true,
          variants: [],
          tags: [],
          lastSeenAt: null,
          createdAt: null,
          archivedAt: null,
          createdBy: { id: 7 },
        },
      ],
      featureStrategies: [
        { id: 'x', featureName: name, name: 'default', environment: 'theirs', projectId: 'p' },
      ],
      featureEnvironments: [
        { name, featureName: name, environment: 'theirs', enabled: false, type: 'production' },
      ],
      featureTags: [{ featureName: name, tagType: 'simple', tagValue: 'ab', createdByUserId: 4 }],
      contextFields: [{ name: 'userId', usedInFeatures: 3, createdAt: null }],
    });

    expect(status).toBe(200);
  });

  test('an admin token may import', async () => {
    const project = await aProject(db);
    const token = await anApiToken(db, { type: 'admin' });
    const body = request(project, { features: [{ name: unique('flag') }] });

    expect((await post(path, body, { token })).status).toBe(200);
  });

  test('two concurrent imports create each flag once; the second is 409 or changes nothing', async () => {
    const project = await aProject(db);
    const data = { features: [{ name: unique('flag') }, { name: unique('flag') }] };

    const results = await Promise.all([1, 2].map(() => post(path, request(project, data))));

    expect(results.map(({ status }) => [200, 409].includes(status))).toEqual([true, true]);
    expect((await get(`/api/admin/projects/${project}/features`)).body.features).toHaveLength(2);
  });

  test('a body of 5 MB is accepted, a larger one is 413', async () => {
    const project = await aProject(db);
    const name = unique('flag');
    const sized = (bytes: number) => {
      const padded = (lifecycle: string) => request(project, { features: [{ name, lifecycle }] });
      return padded('x'.repeat(bytes - JSON.stringify(padded('')).length));
    };
    const limit = 5 * 1024 * 1024;

    expect((await post(path, sized(limit))).status).toBe(200);
    expect((await post(path, sized(limit + 1))).status).toBe(413);
  });
});
