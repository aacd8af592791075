import { describe, expect, test } from 'vitest';
import {
  aDependency,
  aFlag,
  aProject,
  aTagging,
  aTagType,
  changesSince,
  lastEventId,
  unique,
} from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import { aContextField, aLink, aSegment, aStrategy } from '../testing/targeting.ts';

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
const typesOf = ({ changes }: { changes: { type: string }[] }) => changes.map(({ type }) => type);
const detailOf = async (project: string, flag: string) =>
  (await get(`/api/admin/projects/${project}/features/${flag}`)).body;
const configurationOf = async (project: string, flag: string) => {
  const { environments } = await detailOf(project, flag);
  return environments.find(({ name }: { name: string }) => name === environment);
};

describe('POST /api/admin/features-batch/import', () => {
  test('creates a flag with everything it references, with an event per change and one for the import', async () => {
    const project = await aProject(db);
    const parent = await aFlag(db, { project });
    const [name, field, type, segment] = ['flag', 'field', 'type', 'segment'].map(unique) as [
      string,
      string,
      string,
      string,
    ];
    const constraint = { contextName: field, operator: 'IN', values: ['a'] };
    const full = { ...constraint, caseInsensitive: false, inverted: false };
    const variants = [{ name: 'v', weight: 1000, weightType: 'variable', stickiness: 'default' }];
    const createdAt = '2025-01-02T03:04:05.678Z';

    const { status, body, changes } = await imported(project, {
      features: [{ name, type: 'experiment', description: 'why', stale: true, createdAt }],
      featureStrategies: [{ featureName: name, name: 'default', segments: [77] }],
      featureEnvironments: [{ name, featureName: name, enabled: true, variants }],
      contextFields: [{ name: field, legalValues: [{ value: 'a' }] }],
      featureTags: [{ featureName: name, tagType: type, tagValue: 'blue' }],
      segments: [{ id: 77, name: segment, project: 'theirs', constraints: [constraint] }],
      tagTypes: [{ name: type, icon: 'T' }],
      dependencies: [{ feature: name, dependencies: [{ feature: parent }] }],
      links: [{ feature: name, links: [{ id: 'theirs', url: 'https://example.com', title: 'X' }] }],
    });

    expect({ status, body }).toEqual({ status: 200, body: undefined });
    const root = { project: null, environment: null, featureName: null, preData: null };
    const ofFlag = { project, environment: null, featureName: name, preData: null };
    const here = { ...ofFlag, environment };
    const [{ id }] = (await configurationOf(project, name)).strategies;
    const [stored] = await db
      .selectFrom('segments')
      .selectAll()
      .where('name', '=', segment)
      .execute();
    const [link] = (await detailOf(project, name)).links;
    const data = {
      name,
      type: 'experiment',
      description: 'why',
      stale: true,
      impressionData: false,
      createdAt,
      project,
      archived: false,
    };
    expect(changes).toEqual([
      {
        ...root,
        type: 'context-field-created',
        data: {
          name: field,
          description: '',
          stickiness: false,
          sortOrder: 9999,
          legalValues: [{ value: 'a' }],
        },
      },
      {
        ...root,
        type: 'tag-type-created',
        data: { name: type, description: '', icon: 'T', color: null },
      },
      {
        ...root,
        project,
        type: 'segment-created',
        data: {
          id: stored?.id,
          name: segment,
          description: null,
          project,
          constraints: [full],
          createdBy: 'root',
          createdAt: stored?.created_at,
        },
      },
      { ...ofFlag, type: 'feature-created', data },
      {
        ...here,
        type: 'feature-strategy-add',
        data: {
          id,
          name: 'default',
          title: null,
          disabled: false,
          sortOrder: 0,
          segments: [stored?.id],
          constraints: [],
          variants: [],
          parameters: {},
        },
      },
      {
        ...here,
        type: 'feature-environment-variants-updated',
        data: { variants },
        preData: { variants: [] },
      },
      { ...here, type: 'feature-environment-enabled', data: null },
      { ...root, type: 'tag-created', data: { type, value: 'blue' } },
      { ...ofFlag, type: 'feature-tagged', data: { type, value: 'blue' } },
      { ...ofFlag, type: 'feature-dependency-added', data: { feature: parent, enabled: true } },
      {
        ...ofFlag,
        type: 'feature-metadata-updated',
        data: { links: [link] },
        preData: { links: [] },
      },
      { ...root, type: 'features-imported', project, environment, data: null },
    ]);
    expect(await detailOf(project, name)).toMatchObject({ ...data, links: [{ title: 'X' }] });
  });

  test('data equal to the document is unchanged and records nothing', async () => {
    const project = await aProject(db);
    const name = unique('flag');
    const data = {
      features: [{ name }],
      featureStrategies: [{ featureName: name, name: 'flexibleRollout', title: 'T' }],
      featureEnvironments: [{ name, enabled: true }],
      featureTags: [{ featureName: name, tagValue: 'blue' }],
    };
    await imported(project, data);

    expect(await imported(project, data)).toEqual({ status: 200, body: undefined, changes: [] });
  });

  test('only differences of an existing flag are changed', async () => {
    const project = await aProject(db);
    const name = await aFlag(db, { project });
    const unchanged = await aStrategy(db, { flag: name, sortOrder: 5 });
    const changed = await aStrategy(db, { flag: name, sortOrder: 6 });
    const surplus = await aStrategy(db, { flag: name, sortOrder: 7 });
    await aTagging(db, { flag: name, value: 'same' });
    await aTagging(db, { flag: name, value: 'removed' });

    const result = await imported(project, {
      features: [{ name, type: 'experiment' }],
      featureStrategies: [
        { featureName: name, name: 'default', title: 'new', sortOrder: 1 },
        { featureName: name, name: 'default', sortOrder: 0 },
      ],
      featureTags: ['same', 'added'].map((tagValue) => ({ featureName: name, tagValue })),
    });

    expect(typesOf(result)).toEqual([
      'feature-metadata-updated',
      'feature-strategy-update',
      'feature-strategy-remove',
      'feature-untagged',
      'tag-created',
      'feature-tagged',
      'features-imported',
    ]);
    expect(result.changes[1]).toMatchObject({
      data: { id: changed, title: 'new', sortOrder: 6 },
      preData: { id: changed, title: null, sortOrder: 6 },
    });
    expect(result.changes[2]).toMatchObject({ preData: { id: surplus } });
    expect((await configurationOf(project, name)).strategies).toMatchObject([
      { id: unchanged },
      { id: changed },
    ]);
  });

  test('a flag stays on while its strategies change', async () => {
    const project = await aProject(db);
    const name = await aFlag(db, { project });
    await aStrategy(db, { flag: name, sortOrder: 0 });
    await aStrategy(db, { flag: name, sortOrder: 1, disabled: true });
    await post(`/api/admin/projects/${project}/features/${name}/environments/${environment}/on`);

    const result = await imported(project, {
      features: [{ name }],
      featureStrategies: [
        { featureName: name, name: 'default', disabled: true },
        { featureName: name, name: 'default', disabled: false },
      ],
      featureEnvironments: [{ name, enabled: true }],
    });

    expect(typesOf(result)).toEqual([
      'feature-strategy-update',
      'feature-strategy-update',
      'features-imported',
    ]);
  });

  test('an omitted list leaves its items unchanged', async () => {
    const project = await aProject(db);
    const [name, parent] = [await aFlag(db, { project }), await aFlag(db, { project })];
    await aTagging(db, { flag: name });
    await aDependency(db, { child: name, parent });
    await aLink(db, { flag: name });

    const result = await imported(project, { features: [{ name }] });

    expect(result.changes).toEqual([]);
  });

  test('an empty list removes its items from the flags of the document', async () => {
    const project = await aProject(db);
    const [name, parent] = [await aFlag(db, { project }), await aFlag(db, { project })];
    await aTagging(db, { flag: name });
    await aTagging(db, { flag: parent });
    await aDependency(db, { child: name, parent });
    await aLink(db, { flag: name });

    const result = await imported(project, {
      features: [{ name }],
      featureTags: [],
      dependencies: [],
      links: [],
    });

    expect(typesOf(result)).toEqual([
      'feature-untagged',
      'feature-dependency-removed',
      'feature-metadata-updated',
      'features-imported',
    ]);
    expect((await detailOf(project, parent)).tags).toHaveLength(1);
  });

  test('parent and child can be swapped', async () => {
    const project = await aProject(db);
    const [one, other] = [await aFlag(db, { project }), await aFlag(db, { project })];
    await aDependency(db, { child: one, parent: other });

    const { status } = await imported(project, {
      features: [{ name: one }, { name: other }],
      dependencies: [{ feature: other, dependencies: [{ feature: one, enabled: false }] }],
    });

    expect(status).toBe(200);
    expect((await detailOf(project, one)).children).toEqual([other]);
    expect((await detailOf(project, one)).dependencies).toEqual([]);
  });

  test('the configuration of one environment can be imported into another', async () => {
    const project = await aProject(db);
    const name = await aFlag(db, { project });
    await aStrategy(db, { flag: name, environment: 'production', name: 'default', title: 'P' });
    const query = { environment: 'production', features: [name] };
    const { body: data } = await post('/api/admin/features-batch/export', query);

    await imported(project, data);

    expect((await configurationOf(project, name)).strategies).toMatchObject([{ title: 'P' }]);
  });

  test('a flag that is on without an enabled strategy gets the default strategy', async () => {
    const project = await aProject(db);
    const name = unique('flag');
    const data = { features: [{ name }], featureEnvironments: [{ name, enabled: true }] };

    const first = await imported(project, data);
    const second = await imported(project, data);

    expect(first.status).toBe(200);
    expect(await configurationOf(project, name)).toMatchObject({
      enabled: true,
      strategies: [
        {
          name: 'flexibleRollout',
          parameters: { rollout: '100', stickiness: 'default', groupId: name },
        },
      ],
    });
    expect(second.changes).toEqual([]);
  });

  test('existing segments, context fields and tag types are used unchanged', async () => {
    const project = await aProject(db);
    const name = unique('flag');
    const segmentName = unique('segment');
    const segment = await aSegment(db, { name: segmentName });
    const field = await aContextField(db, { legalValues: [{ value: 'a' }] });
    const type = await aTagType(db, { color: '#111111' });

    const result = await imported(project, {
      features: [{ name }],
      featureStrategies: [{ featureName: name, name: 'default', segments: [1] }],
      featureTags: [{ featureName: name, tagType: type, tagValue: 'blue' }],
      contextFields: [{ name: field, legalValues: [{ value: 'b' }] }],
      segments: [{ id: 1, name: segmentName, description: 'other', constraints: [] }],
      tagTypes: [{ name: type, color: '#222222' }],
    });

    expect(typesOf(result)).toEqual([
      'feature-created',
      'feature-strategy-add',
      'tag-created',
      'feature-tagged',
      'features-imported',
    ]);
    expect((await configurationOf(project, name)).strategies).toMatchObject([
      { segments: [segment] },
    ]);
  });

  test('values that a context field of the document no longer allows are imported', async () => {
    const project = await aProject(db);
    const [known, fresh] = [
      await aContextField(db, { legalValues: [{ value: 'a' }] }),
      unique('field'),
    ];
    const name = unique('flag');
    const constraints = [known, fresh].map((contextName) => ({
      contextName,
      operator: 'IN',
      values: ['was legal once'],
    }));

    await imported(project, {
      features: [{ name }],
      featureStrategies: [{ featureName: name, name: 'default', constraints }],
      contextFields: [known, fresh].map((field) => ({
        name: field,
        legalValues: [{ value: 'a' }],
      })),
    });

    expect((await configurationOf(project, name)).strategies).toMatchObject([{ constraints }]);
  });

  test('archived flags are skipped with their configuration', async () => {
    const project = await aProject(db);
    const name = await aFlag(db, { project, archivedAt: '2024-01-01T00:00:00.000Z' });
    const archived = unique('flag');

    const result = await imported(project, {
      features: [{ name }, { name: archived, archived: true }],
      featureStrategies: [{ featureName: name, name: 'default' }],
      featureEnvironments: [{ name, enabled: true }],
    });

    expect(result).toEqual({ status: 200, body: undefined, changes: [] });
  });
});
