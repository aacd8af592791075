import { describe, expect, test } from 'vitest';
import {
  aFlag,
  aGrant,
  aProject,
  aRole,
  aUser,
  changesSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, put, call } = await testApp();

const flagPath = (flag: string, project = 'default') =>
  `/api/admin/projects/${project}/features/${flag}`;
const pathOf = (flag: string, environment = 'development', project = 'default') =>
  `${flagPath(flag, project)}/environments/${environment}/variants`;
const patch = (url: string, body: unknown) => call('PATCH', url, { body });

const variable = (name: string, weight = 0) => ({
  name,
  weight,
  weightType: 'variable',
  stickiness: 'default',
});
const variantsResponse = (...variants: object[]) => ({
  status: 200,
  body: { version: 1, variants },
});

const eventOf = (featureName: string, environment: string, data: object[], preData: object[]) => ({
  type: 'feature-environment-variants-updated',
  project: 'default',
  environment,
  featureName,
  data: { variants: data },
  preData: { variants: preData },
});

/** Of a user with the permission, in one environment or in all. */
async function tokenWith(project: string, permission: string, environment?: string) {
  const user = await aUser(db);
  const permissions = [{ permission, ...(environment === undefined ? {} : { environment }) }];
  await aGrant(db, { project, userId: user.id, role: await aRole(db, { permissions }) });
  return user.token;
}

describe('PUT …/environments/:environment/variants', () => {
  test('variants are sorted, with balanced weights and defaults, in this environment only', async () => {
    const flag = await aFlag(db);
    const before = await lastEventId(db);
    const overrides = [{ contextName: 'userId', values: ['1', '2'] }];
    const payload = { type: 'csv', value: 'a,b' };

    const { status, body } = await put(pathOf(flag), [
      { name: 'c', weight: 1, overrides, payload },
      { name: 'a', weight: 100, weightType: 'fix', stickiness: 'userId' },
      { name: 'b', weight: 1 },
    ]);

    const stored = [
      { name: 'a', weight: 100, weightType: 'fix', stickiness: 'userId' },
      variable('b', 450),
      { ...variable('c', 450), overrides, payload },
    ];
    expect({ status, body }).toEqual(variantsResponse(...stored));
    expect(await get(pathOf(flag))).toMatchObject(variantsResponse(...stored));
    expect(await get(pathOf(flag, 'production'))).toMatchObject(variantsResponse());
    expect(await changesSince(db, before)).toEqual([eventOf(flag, 'development', stored, [])]);
  });

  test('the first by name get the remainder, so sending back what was read changes nothing', async () => {
    const flag = await aFlag(db);
    const { body } = await put(pathOf(flag), [variable('c'), variable('a'), variable('b')]);
    const before = await lastEventId(db);

    const again = await put(pathOf(flag), body.variants);

    expect(body.variants).toEqual([variable('a', 334), variable('b', 333), variable('c', 333)]);
    expect(again.body).toEqual(body);
    expect(await changesSince(db, before)).toEqual([]);
  });

  test('an empty list removes all variants', async () => {
    const flag = await aFlag(db);
    await put(pathOf(flag), [variable('a')]);
    const before = await lastEventId(db);

    expect(await put(pathOf(flag), [])).toMatchObject(variantsResponse());

    expect(await changesSince(db, before)).toEqual([
      eventOf(flag, 'development', [], [variable('a', 1000)]),
    ]);
  });

  test.each<[string, unknown, string]>([
    ['no array', { variants: [] }, '/body'],
    ['only fixed weights', [{ name: 'a', weight: 1000, weightType: 'fix' }], '/body'],
    [
      'fixed weights of 1001',
      [
        { name: 'a', weight: 600, weightType: 'fix' },
        { name: 'b', weight: 401, weightType: 'fix' },
        variable('c'),
      ],
      '/body',
    ],
    ['a repeated name', [variable('a'), variable('b'), variable('a')], '/body/2/name'],
    ['a name with a space', [variable('z'), variable('a b')], '/body/1/name'],
    ['a name of 101 characters', [variable('x'.repeat(101))], '/body/0/name'],
    ['a weight of 1001', [variable('a', 1001)], '/body/0/weight'],
    ['a weight of -1', [variable('a', -1)], '/body/0/weight'],
    ['a weight with a fraction', [variable('a', 0.5)], '/body/0/weight'],
    ['no weight', [{ name: 'a' }], '/body/0/weight'],
    [
      'invalid JSON',
      [{ ...variable('a'), payload: { type: 'json', value: '{' } }],
      '/body/0/payload/value',
    ],
    [
      'a number payload that is not a number',
      [{ ...variable('a'), payload: { type: 'number', value: 'x' } }],
      '/body/0/payload/value',
    ],
  ])('%s is refused, with its path in the error', async (_, input, path) => {
    const flag = await aFlag(db);

    const { status, body } = await put(pathOf(flag), input);

    expect(status, JSON.stringify(body)).toBe(400);
    expect(body.details).toMatchObject([{ path }]);
    expect(await get(pathOf(flag))).toMatchObject(variantsResponse());
  });

  test('weights of 0 and 1000 and a name of 100 characters are accepted', async () => {
    const name = 'x'.repeat(100);

    const { body } = await put(pathOf(await aFlag(db)), [
      { name, weight: 1000, weightType: 'fix' },
      { name: 'zero', weight: 0, weightType: 'fix' },
      variable('rest', 1000),
    ]);

    expect(body.variants.map((it: { weight: number }) => it.weight)).toEqual([0, 1000, 0]);
  });

  test('an archived flag is 400; an unknown one and one of another project are 404', async () => {
    const archived = await aFlag(db, { archivedAt: '2026-01-01T00:00:00.000Z' });
    const elsewhere = await aFlag(db, { project: await aProject(db) });

    expect((await put(pathOf(archived), [])).status).toBe(400);
    expect((await put(pathOf(elsewhere), [])).status).toBe(404);
    expect((await put(pathOf(unique('none')), [])).status).toBe(404);
    expect((await put(pathOf(await aFlag(db), 'moon'), [])).status).toBe(404);
    expect((await get(pathOf(elsewhere))).status).toBe(404);
    expect((await get(pathOf(archived))).status).toBe(200);
  });

  test('a permission for one environment applies only to that environment', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const token = await tokenWith(project, 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS', 'development');
    const input = [variable('a')];

    const allowed = await put(pathOf(flag, 'development', project), input, { token });
    const refused = await put(pathOf(flag, 'production', project), input, { token });

    expect([allowed.status, refused.status]).toEqual([200, 403]);
  });
});

describe('PATCH …/environments/:environment/variants', () => {
  test('the patch applies to the list, and weights are balanced afterwards', async () => {
    const flag = await aFlag(db);
    await put(pathOf(flag), [variable('a'), variable('c')]);
    const before = await lastEventId(db);

    const patched = await patch(pathOf(flag), [
      { op: 'add', path: '/-', value: { name: 'b', weight: 0 } },
      { op: 'replace', path: '/0/weightType', value: 'fix' },
      { op: 'replace', path: '/0/weight', value: 200 },
    ]);

    const after = [
      { ...variable('a', 200), weightType: 'fix' },
      variable('b', 400),
      variable('c', 400),
    ];
    expect(patched).toMatchObject(variantsResponse(...after));
    expect(await changesSince(db, before)).toEqual([
      eventOf(flag, 'development', after, [variable('a', 500), variable('c', 500)]),
    ]);
  });

  test('a patch with an invalid result is refused, and the variants are unchanged', async () => {
    const flag = await aFlag(db);
    await put(pathOf(flag), [variable('a')]);

    const results = [
      await patch(pathOf(flag), [{ op: 'remove', path: '/1' }]),
      await patch(pathOf(flag), [{ op: 'add', path: '/-', value: { name: 'a', weight: 1 } }]),
      await patch(pathOf(flag), [{ op: 'replace', path: '/0/weightType', value: 'fix' }]),
      await patch(pathOf(flag), [{ op: 'replace', path: '', value: {} }]),
    ];

    expect(results.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(await get(pathOf(flag))).toMatchObject(variantsResponse(variable('a', 1000)));
  });

  test('concurrent patches are all applied', async () => {
    const flag = await aFlag(db);
    const names = Array.from({ length: 10 }, (_, index) => `v${index}`);

    await Promise.all(
      names.map((name) => patch(pathOf(flag), [{ op: 'add', path: '/-', value: variable(name) }])),
    );

    expect(await get(pathOf(flag))).toMatchObject(
      variantsResponse(...names.map((name) => variable(name, 100))),
    );
  });
});

describe('If-Match of variants', () => {
  test.each(['PUT', 'PATCH'] as const)('%s changes only that version', async (method) => {
    const flag = await aFlag(db);
    const mine = await put(pathOf(flag), [variable('a')]);
    await put(pathOf(flag), [variable('b')]);
    const body = method === 'PUT' ? [] : [{ op: 'remove', path: '/0' }];
    const changed = (tag: unknown) =>
      call(method, pathOf(flag), { body, headers: { 'if-match': String(tag) } });

    const refused = await changed(mine.headers.etag);
    const { headers } = await get(pathOf(flag));
    const accepted = await changed(headers.etag);

    expect(mine.headers.etag).toBe('"v2"');
    expect(refused).toMatchObject({ status: 412, body: { name: 'PreconditionFailedError' } });
    expect(headers.etag).toBe('"v3"');
    expect(accepted).toMatchObject({ ...variantsResponse(), headers: { etag: '"v4"' } });
  });
});

describe('PUT …/variants-batch', () => {
  const batch = (flag: string, project?: string) => `${flagPath(flag, project)}/variants-batch`;

  test('the variants are set in all given environments, with an event each', async () => {
    const flag = await aFlag(db);
    await put(pathOf(flag, 'production'), [variable('a')]);
    const before = await lastEventId(db);

    const pushed = await put(batch(flag), {
      environments: ['production', 'development', 'production'],
      variants: [variable('a')],
    });

    expect(pushed).toMatchObject(variantsResponse(variable('a', 1000)));
    expect(await get(pathOf(flag))).toMatchObject(variantsResponse(variable('a', 1000)));
    expect(await changesSince(db, before)).toEqual([
      eventOf(flag, 'development', [variable('a', 1000)], []),
    ]);
  });

  test('the permission is required in each environment; otherwise none changes', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const token = await tokenWith(project, 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS', 'development');
    const push = (environments: string[]) =>
      put(batch(flag, project), { environments, variants: [variable('a')] }, { token });

    const both = await push(['development', 'production']);

    expect(both).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
    expect(both.body.message).toContain('production');
    expect(await get(pathOf(flag, 'development', project))).toMatchObject(variantsResponse());
    expect((await push(['development'])).status).toBe(200);
  });

  test.each<[string, object, string]>([
    ['no environment', { environments: [] }, '/body/environments'],
    [
      'an environment the flag is not in',
      { environments: ['development', 'moon'] },
      '/body/environments/1',
    ],
    ['an invalid variant', { variants: [variable('a b')] }, '/body/variants/0/name'],
  ])('%s is refused, with its path in the error', async (_, input, path) => {
    const flag = await aFlag(db);

    const { status, body } = await put(batch(flag), {
      environments: ['development'],
      variants: [],
      ...input,
    });

    expect(status).toBe(400);
    expect(body.details).toMatchObject([{ path }]);
  });
});

describe('…/features/:featureName/variants', () => {
  const all = (flag: string, project?: string) => `${flagPath(flag, project)}/variants`;

  test('PUT sets the variants in every environment', async () => {
    const flag = await aFlag(db);
    await put(pathOf(flag), [variable('old')]);
    const before = await lastEventId(db);

    const overwritten = await put(all(flag), [variable('a')]);

    expect(overwritten).toMatchObject(variantsResponse(variable('a', 1000)));
    expect(await get(all(flag))).toMatchObject(variantsResponse(variable('a', 1000)));
    expect(await changesSince(db, before)).toEqual([
      eventOf(flag, 'development', [variable('a', 1000)], [variable('old', 1000)]),
      eventOf(flag, 'production', [variable('a', 1000)], []),
    ]);
  });

  test('GET returns the variants of the first environment with variants', async () => {
    const flag = await aFlag(db);
    expect(await get(all(flag))).toMatchObject(variantsResponse());

    await put(pathOf(flag, 'production'), [variable('b')]);
    expect(await get(all(flag))).toMatchObject(variantsResponse(variable('b', 1000)));

    await put(pathOf(flag), [variable('a')]);
    expect(await get(all(flag))).toMatchObject(variantsResponse(variable('a', 1000)));
  });

  test('PATCH applies to each environment, or to none', async () => {
    const flag = await aFlag(db);
    await put(pathOf(flag, 'production'), [variable('b')]);

    const added = await patch(all(flag), [{ op: 'add', path: '/0', value: variable('a') }]);
    const refused = await patch(all(flag), [{ op: 'remove', path: '/1' }]);

    expect(added).toMatchObject(variantsResponse(variable('a', 1000)));
    expect(refused.status).toBe(400);
    expect(await get(pathOf(flag, 'production'))).toMatchObject(
      variantsResponse(variable('a', 500), variable('b', 500)),
    );
  });

  test('PUT needs UPDATE_FEATURE_VARIANTS', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const token = await tokenWith(project, 'UPDATE_FEATURE_VARIANTS');
    const refused = await tokenWith(project, 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS');

    expect((await put(all(flag, project), [], { token: refused })).status).toBe(403);
    expect((await put(all(flag, project), [], { token })).status).toBe(200);
  });

  test('an unknown flag is 404, an archived one can only be read', async () => {
    const archived = await aFlag(db, { archivedAt: '2026-01-01T00:00:00.000Z' });

    expect((await get(all(unique('none')))).status).toBe(404);
    expect((await get(all(archived))).status).toBe(200);
    expect((await put(all(archived), [])).status).toBe(400);
  });
});
