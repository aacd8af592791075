import { describe, expect, test } from 'vitest';
import {
  aFlag,
  aGrant,
  aProject,
  aRole,
  aTagType,
  aUser,
  changesSince,
  lastEventId,
  unique,
} from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import { aProtectedProject, aProtection } from '../testing/change-requests.ts';
import { aContextField, aSegment, aStrategy } from '../testing/targeting.ts';
import { importEnvironment, importPath, importRequest, validatePath } from '../testing/transfer.ts';

const { db, post, put } = await testApp();

const variant = { name: 'v', weight: 0, weightType: 'variable', stickiness: 'default' };

describe('the target', () => {
  const to = (project: string, name = importEnvironment) => ({
    ...importRequest(project),
    environment: name,
  });

  test.each([importPath, validatePath])(
    '%s: the project and the environment must exist',
    async (url) => {
      const project = await aProject(db, { environments: ['production'] });
      const archived = await aProject(db, { archivedAt: '2024-01-01T00:00:00.000Z' });

      expect((await post(url, to('moon'))).status).toBe(404);
      expect((await post(url, to(archived))).status).toBe(404);
      expect(await post(url, to(project))).toMatchObject({
        status: 400,
        body: { details: [{ path: '/body/environment' }] },
      });
      expect((await post(url, to(project, 'production'))).status).toBe(200);
    },
  );
});

describe('permissions', () => {
  async function aMemberWith(permissions: { permission: string; environment?: string }[]) {
    const project = await aProject(db, { mode: 'private' });
    const user = await aUser(db);
    const role = await aRole(db, { permissions });
    await aGrant(db, { project, userId: user.id, role });
    return { project, token: user.token };
  }

  test('lists SKIP_CHANGE_REQUEST for protected environments', async () => {
    const project = await aProtectedProject(db);
    await aProtection(db, { project, environment: 'production' });
    const member = await aUser(db);
    await aGrant(db, { project, userId: member.id });
    const [flag, parent] = [await aFlag(db, { project }), await aFlag(db, { project })];
    const missing = async (data: object) =>
      (await post(validatePath, importRequest(project, data), { token: member.token })).body
        .permissions;
    const featureStrategies = [{ featureName: flag, name: 'default' }];
    const dependencies = [{ feature: flag, dependencies: [{ feature: parent }] }];
    const features = [{ name: flag }];

    expect(await missing({ features: [{ name: flag, description: 'new' }] })).toEqual([]);
    expect(await missing({ features, featureStrategies })).toEqual([
      {
        message: 'Missing permission',
        affectedItems: ['SKIP_CHANGE_REQUEST for environment development'],
      },
    ]);
    expect(await missing({ features, dependencies })).toEqual([
      {
        message: 'Missing permission',
        affectedItems: [
          'SKIP_CHANGE_REQUEST for environment development',
          'SKIP_CHANGE_REQUEST for environment production',
        ],
      },
    ]);
  });

  test('all missing permissions are listed', async () => {
    const { project, token } = await aMemberWith([{ permission: 'UPDATE_PROJECT' }]);
    const changed = await aFlag(db, { project });
    await aStrategy(db, { flag: changed });
    await aStrategy(db, { flag: changed });
    const parent = await aFlag(db, { project });
    const name = unique('flag');
    const body = importRequest(project, {
      features: [{ name }, { name: changed }],
      featureStrategies: [
        { featureName: name, name: 'default', segments: [1, 2] },
        { featureName: changed, name: 'default', title: 'new' },
      ],
      featureEnvironments: [{ name, enabled: true, variants: [variant] }],
      contextFields: [{ name: unique('field') }],
      tagTypes: [{ name: unique('type') }],
      segments: [
        { id: 1, name: unique('segment'), constraints: [] },
        { id: 2, name: unique('segment'), project: 'theirs', constraints: [] },
      ],
      dependencies: [{ feature: name, dependencies: [{ feature: parent }] }],
    });
    const missing = [
      'UPDATE_FEATURE',
      'CREATE_FEATURE',
      'CREATE_FEATURE_STRATEGY',
      'UPDATE_FEATURE_STRATEGY',
      'DELETE_FEATURE_STRATEGY',
      'UPDATE_FEATURE_ENVIRONMENT',
      'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
      'UPDATE_FEATURE_DEPENDENCY',
      'CREATE_TAG_TYPE',
      'CREATE_CONTEXT_FIELD',
      'CREATE_SEGMENT',
      'CREATE_SEGMENT or UPDATE_PROJECT_SEGMENT',
    ];

    const preview = await post(validatePath, body, { token });
    const response = await post(importPath, body, { token });

    expect(preview.body.permissions).toEqual([
      { message: 'Missing permission', affectedItems: missing },
    ]);
    expect(response).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
    expect(response.body.details).toEqual(
      missing.map((permission) => ({ message: `Missing permission ${permission}.` })),
    );
    expect((await post(validatePath, body)).body.permissions).toEqual([]);
  });

  test('a permission in one environment does not apply to another', async () => {
    const { project, token } = await aMemberWith([
      { permission: 'UPDATE_FEATURE' },
      { permission: 'CREATE_FEATURE_STRATEGY', environment: importEnvironment },
    ]);
    const name = await aFlag(db, { project });
    const body = importRequest(project, {
      features: [{ name }],
      featureStrategies: [{ featureName: name, name: 'default' }],
    });

    const denied = await post(importPath, { ...body, environment: 'production' }, { token });
    const allowed = await post(importPath, body, { token });

    expect([denied.status, allowed.status]).toEqual([403, 200]);
  });

  test('permissions that the document does not need are not required', async () => {
    const { project, token } = await aMemberWith([{ permission: 'UPDATE_FEATURE' }]);
    const name = await aFlag(db, { project });
    const body = importRequest(project, { features: [{ name, stale: true }] });

    expect((await post(importPath, body, { token })).status).toBe(200);
    expect((await post(importPath, body, { token })).status).toBe(200);
  });

  test('a project that the caller may not see is 404', async () => {
    const project = await aProject(db, { mode: 'private' });
    const { token } = await aUser(db);

    expect((await post(importPath, importRequest(project), { token })).status).toBe(404);
    expect((await post(validatePath, importRequest(project), { token })).status).toBe(404);
  });
});

describe('POST /api/admin/features-batch/validate', () => {
  test('returns what would change, without changing it', async () => {
    const project = await aProject(db);
    const [same, other] = [await aFlag(db, { project }), await aFlag(db, { project })];
    const archived = await aFlag(db, { project, archivedAt: '2024-01-01T00:00:00.000Z' });
    const fresh = unique('flag');
    const features = [
      { name: same },
      { name: other, description: 'new' },
      { name: archived },
      { name: fresh },
    ];
    const before = await lastEventId(db);

    const { status, body } = await post(validatePath, importRequest(project, { features }));

    expect({ status, body }).toEqual({
      status: 200,
      body: {
        errors: [],
        warnings: [
          { message: 'The flag is archived and will be skipped', affectedItems: [archived] },
          { message: 'The flag exists and will be updated', affectedItems: [other] },
        ],
        permissions: [],
        changes: { created: [fresh], updated: [other], unchanged: [same] },
      },
    });
    expect(await changesSince(db, before)).toEqual([]);
  });

  test('warns of definitions that differ from the stored ones', async () => {
    const project = await aProject(db);
    const [field, type, segment] = [await aContextField(db), await aTagType(db), unique('segment')];
    await aSegment(db, { name: segment });
    await put(`/api/admin/context/${field}`, { description: 'here', sortOrder: 3 });
    const warningsFor = async (description: string) => {
      const { body } = await post(
        validatePath,
        importRequest(project, {
          contextFields: [{ name: field, description: description || 'here' }],
          tagTypes: [{ name: type, description }],
          segments: [{ id: 1, name: segment, description: description || null, constraints: [] }],
        }),
      );
      return body.warnings;
    };
    const differs = (kind: string) =>
      `The ${kind} exists with another definition, which is not changed`;

    expect(await warningsFor('')).toEqual([]);
    expect(await warningsFor('there')).toEqual([
      { message: differs('context field'), affectedItems: [field] },
      { message: differs('tag type'), affectedItems: [type] },
      { message: differs('segment'), affectedItems: [segment] },
    ]);
  });
});
