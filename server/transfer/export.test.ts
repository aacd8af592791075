import { describe, expect, test } from 'vitest';
import {
  aDependency,
  aFlag,
  aGrant,
  anEnvironment,
  aProject,
  aTagging,
  aTagType,
  aUser,
  changesSince,
  lastEventId,
  unique,
} from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import { aContextField, aLink, aSegment, aStrategy } from '../testing/targeting.ts';
import { flagsPerDocumentMax } from './schema.ts';

const { app, db, admin, post } = await testApp();

const path = '/api/admin/features-batch/export';
const environment = 'development';

const exported = async (input: object, token = admin.token) =>
  (await post(path, { environment, ...input }, { token })).body;
const namesOf = (body: { features: { name: string }[] }) => body.features.map(({ name }) => name);

describe('POST /api/admin/features-batch/export', () => {
  test('contains the flag and everything that it references', async () => {
    const project = await aProject(db);
    const createdAt = '2025-01-02T03:04:05.678Z';
    const name = await aFlag(db, { project, createdAt, type: 'experiment' });
    const parent = await aFlag(db, { project });
    const tenant = await aContextField(db, { stickiness: true, sortOrder: 7 });
    const plan = await aContextField(db, { legalValues: [{ value: 'gold' }] });
    await aContextField(db);
    const onPlan = {
      contextName: plan,
      operator: 'IN',
      values: ['gold'],
      caseInsensitive: false,
      inverted: false,
    };
    const segmentName = unique('segment');
    const segment = await aSegment(db, { name: segmentName, project, constraints: [onPlan] });
    const strategy = await aStrategy(db, {
      flag: name,
      name: 'flexibleRollout',
      parameters: { rollout: '50', stickiness: tenant, groupId: 'g' },
      segments: [segment],
      sortOrder: 41,
    });
    const type = await aTagType(db, { color: '#123456' });
    await aTagging(db, { flag: name, type, value: 'blue' });
    await aDependency(db, { child: name, parent, enabled: false });
    await aLink(db, { flag: name, url: 'https://example.com/b', title: 'B' });
    await aLink(db, { flag: name, url: 'https://example.com/a' });

    const body = await exported({ features: [name] });

    expect(body).toEqual({
      features: [
        {
          name,
          type: 'experiment',
          description: null,
          project,
          stale: false,
          impressionData: false,
          archived: false,
          createdAt,
        },
      ],
      featureStrategies: [
        {
          id: strategy,
          featureName: name,
          name: 'flexibleRollout',
          title: null,
          disabled: false,
          sortOrder: 0,
          segments: [segment],
          constraints: [],
          variants: [],
          parameters: { rollout: '50', stickiness: tenant, groupId: 'g' },
        },
      ],
      featureEnvironments: [{ name, featureName: name, environment, enabled: false, variants: [] }],
      contextFields: [
        { name: tenant, description: '', stickiness: true, sortOrder: 7, legalValues: [] },
        {
          name: plan,
          description: '',
          stickiness: false,
          sortOrder: 9999,
          legalValues: [{ value: 'gold' }],
        },
      ].sort((one, other) => (one.name < other.name ? -1 : 1)),
      featureTags: [{ featureName: name, tagType: type, tagValue: 'blue' }],
      segments: [
        { id: segment, name: segmentName, description: null, project, constraints: [onPlan] },
      ],
      tagTypes: [{ name: type, description: '', icon: null, color: '#123456' }],
      dependencies: [
        { feature: name, dependencies: [{ feature: parent, enabled: false, variants: [] }] },
      ],
      links: [
        {
          feature: name,
          links: [
            { url: 'https://example.com/a', title: null },
            { url: 'https://example.com/b', title: 'B' },
          ],
        },
      ],
    });
  });

  test('contains context fields that only variants use', async () => {
    const flag = await aFlag(db);
    const [sticky, overriding] = [await aContextField(db), await aContextField(db)];
    const overrides = [{ contextName: overriding, values: ['x'] }];
    await db
      .updateTable('flag_environments')
      .set({
        variants: JSON.stringify([{ name: 'v', weight: 1000, stickiness: sticky, overrides }]),
      })
      .where('flag', '=', flag)
      .execute();

    const { contextFields } = await exported({ features: [flag] });

    expect(contextFields.map(({ name }: { name: string }) => name)).toEqual(
      [sticky, overriding].sort(),
    );
  });

  test('contains only strategies and states of the given environment', async () => {
    const flag = await aFlag(db);
    await aStrategy(db, { flag, environment: 'production' });
    const included = await aStrategy(db, { flag, environment: 'development' });

    const body = await exported({ features: [flag] });

    expect(body.featureStrategies).toMatchObject([{ id: included }]);
    expect(body.featureEnvironments).toMatchObject([{ environment }]);
  });

  test('strategies are in the order of evaluation and numbered from 0', async () => {
    const flag = await aFlag(db);
    const last = await aStrategy(db, { flag, sortOrder: 9 });
    const first = await aStrategy(db, { flag, sortOrder: -3 });

    expect((await exported({ features: [flag] })).featureStrategies).toMatchObject([
      { id: first, sortOrder: 0 },
      { id: last, sortOrder: 1 },
    ]);
  });

  test('the same state produces the same document, byte for byte', async () => {
    const project = await aProject(db);
    for (const name of [unique('b'), unique('a'), unique('B'), unique('c')]) {
      const flag = await aFlag(db, { name, project });
      await aStrategy(db, { flag });
      await aTagging(db, { flag });
    }
    const read = () =>
      app.inject({
        method: 'POST',
        url: path,
        headers: { authorization: admin.token },
        payload: { environment, project },
      });

    const [one, other] = [await read(), await read()];

    expect(other.body).toBe(one.body);
    expect(namesOf(one.json())).toEqual([...namesOf(one.json())].sort());
  });

  test('flags are filtered by project, by tag value, by name or by a combination', async () => {
    const project = await aProject(db);
    const [tagged, plain] = [await aFlag(db, { project }), await aFlag(db, { project })];
    const elsewhere = await aFlag(db);
    const { value } = await aTagging(db, { flag: tagged });
    await aTagging(db, { flag: elsewhere, value });

    expect(namesOf(await exported({ project }))).toEqual([tagged, plain].sort());
    expect(namesOf(await exported({ tag: value }))).toEqual([tagged, elsewhere].sort());
    expect(namesOf(await exported({ features: [plain, elsewhere] }))).toEqual(
      [plain, elsewhere].sort(),
    );
    expect(namesOf(await exported({ project, tag: value }))).toEqual([tagged]);
    expect(namesOf(await exported({ project, features: [elsewhere] }))).toEqual([]);
  });

  test('no filter and an empty list mean all flags', async () => {
    const flag = await aFlag(db);

    expect(namesOf(await exported({}))).toContain(flag);
    expect(namesOf(await exported({ features: [] }))).toContain(flag);
  });

  test('archived and unknown flags are not exported', async () => {
    const flag = await aFlag(db, { archivedAt: '2024-01-01T00:00:00.000Z' });

    expect(await exported({ features: [flag, 'moon'] })).toEqual({
      features: [],
      featureStrategies: [],
      featureEnvironments: [],
      contextFields: [],
      featureTags: [],
      segments: [],
      tagTypes: [],
      dependencies: [],
      links: [],
    });
  });

  test('flags of projects that the caller may not see are not exported, even if named', async () => {
    const project = await aProject(db, { mode: 'private' });
    const flag = await aFlag(db, { project });
    const { value } = await aTagging(db, { flag });
    const [viewer, member] = [await aUser(db), await aUser(db)];
    await aGrant(db, { project, userId: member.id });

    const seen = async (token: string) => ({
      named: namesOf(await exported({ features: [flag] }, token)),
      project: namesOf(await exported({ project }, token)),
      tagged: namesOf(await exported({ tag: value }, token)),
      among: namesOf(await exported({}, token)).includes(flag),
    });

    const nothing = { named: [], project: [], tagged: [], among: false };
    expect(await seen(viewer.token)).toEqual(nothing);
    expect(await seen(member.token)).toEqual({
      named: [flag],
      project: [flag],
      tagged: [flag],
      among: true,
    });
  });

  test('a flag that is not in the environment is exported without configuration', async () => {
    const flag = await aFlag(db);
    const body = await exported({ environment: await anEnvironment(db), features: [flag] });

    expect(namesOf(body)).toEqual([flag]);
    expect(body.featureEnvironments).toEqual([]);
  });

  test('downloadFile returns an attachment', async () => {
    const flag = await aFlag(db);
    const request = { environment, features: [flag] };

    const file = await post(path, { ...request, downloadFile: true });
    const inline = await post(path, { ...request, downloadFile: false });

    expect(file.headers['content-disposition']).toBe(
      'attachment; filename="flags-development.json"',
    );
    expect(inline.headers['content-disposition']).toBeUndefined();
    expect(file.body).toEqual(inline.body);
  });

  test('records the environment and the names of the exported flags, each once', async () => {
    const [one, other] = [await aFlag(db), await aFlag(db)];
    const before = await lastEventId(db);

    await exported({ features: [one, other, one] });

    expect(await changesSince(db, before)).toEqual([
      {
        type: 'features-exported',
        project: null,
        environment: null,
        featureName: null,
        data: { environment, features: [one, other].sort() },
        preData: null,
      },
    ]);
  });

  test.each([
    [{}, '/body/environment'],
    [{ environment: 'moon' }, '/body/environment'],
    [{ environment, features: [''] }, '/body/features/0'],
    [{ environment, features: 'a' }, '/body/features'],
    [{ environment, tag: 'x'.repeat(51) }, '/body/tag'],
  ])('%o is 400 with path %s', async (body, at) => {
    const before = await lastEventId(db);

    expect(await post(path, body)).toMatchObject({
      status: 400,
      body: { details: [{ path: at }] },
    });
    expect(await changesSince(db, before)).toEqual([]);
  });

  test.each([
    [flagsPerDocumentMax - 1, 200],
    [flagsPerDocumentMax, 200],
    [flagsPerDocumentMax + 1, 400],
  ])('%i names are %i', async (count, status) => {
    const features = Array.from({ length: count }, (_, index) => `none-${index}`);

    expect((await post(path, { environment, features })).status).toBe(status);
  });
});
