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
const answer = (...variants: object[]) => ({ status: 200, body: { version: 1, variants } });

const eventOf = (featureName: string, environment: string, data: object[], preData: object[]) => ({
  type: 'feature-environment-variants-updated',
  project: 'default',
  environment,
  featureName,
  data: { variants: data },
  preData: { variants: preData },
});

/** A user who may change variants in one environment of the project. */
async function aHolder(project: string, permission: string, environment?: string) {
  const user = await aUser(db);
  const permissions = [{ permission, ...(environment === undefined ? {} : { environment }) }];
  await aGrant(db, { project, userId: user.id, role: await aRole(db, { permissions }) });
  return user.token;
}

describe('PUT …/environments/:environment/variants', () => {
  test('they are sorted by name, weighed and complete, in this environment alone', async () => {
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
    expect({ status, body }).toEqual(answer(...stored));
    expect(await get(pathOf(flag))).toMatchObject(answer(...stored));
    expect(await get(pathOf(flag, 'production'))).toMatchObject(answer());
    expect(await changesSince(db, before)).toEqual([eventOf(flag, 'development', stored, [])]);
  });

  test('what is left over goes to the first by name, so sending it back changes nothing', async () => {
    const flag = await aFlag(db);
    const { body } = await put(pathOf(flag), [variable('c'), variable('a'), variable('b')]);
    const before = await lastEventId(db);

    const again = await put(pathOf(flag), body.variants);

    expect(body.variants).toEqual([variable('a', 334), variable('b', 333), variable('c', 333)]);
    expect(again.body).toEqual(body);
    expect(await changesSince(db, before)).toEqual([]);
  });

  test('an empty list takes them all away', async () => {
    const flag = await aFlag(db);
    await put(pathOf(flag), [variable('a')]);
    const before = await lastEventId(db);

    expect(await put(pathOf(flag), [])).toMatchObject(answer());

    expect(await changesSince(db, before)).toEqual([
      eventOf(flag, 'development', [], [variable('a', 1000)]),
    ]);
  });

  test.each<[string, unknown, string]>([
    ['no list', { variants: [] }, '/body'],
    ['only fixed ones', [{ name: 'a', weight: 1000, weightType: 'fix' }], '/body'],
    [
      'fixed ones of 1001',
      [
        { name: 'a', weight: 600, weightType: 'fix' },
        { name: 'b', weight: 401, weightType: 'fix' },
        variable('c'),
      ],
      '/body',
    ],
    ['a name twice', [variable('a'), variable('b'), variable('a')], '/body/2/name'],
    ['a name with a blank', [variable('z'), variable('a b')], '/body/1/name'],
    ['a name of 101 characters', [variable('x'.repeat(101))], '/body/0/name'],
    ['a weight of 1001', [variable('a', 1001)], '/body/0/weight'],
    ['a weight of -1', [variable('a', -1)], '/body/0/weight'],
    ['a weight with a fraction', [variable('a', 0.5)], '/body/0/weight'],
    ['no weight', [{ name: 'a' }], '/body/0/weight'],
    [
      'JSON that is none',
      [{ ...variable('a'), payload: { type: 'json', value: '{' } }],
      '/body/0/payload/value',
    ],
    [
      'a number that is none',
      [{ ...variable('a'), payload: { type: 'number', value: 'x' } }],
      '/body/0/payload/value',
    ],
    ['a member nobody knows', [{ ...variable('a'), colour: 1 }], '/body/0/colour'],
  ])('%s is refused and named', async (_, input, path) => {
    const flag = await aFlag(db);

    const { status, body } = await put(pathOf(flag), input);

    expect(status, JSON.stringify(body)).toBe(400);
    expect(body.details).toMatchObject([{ path }]);
    expect(await get(pathOf(flag))).toMatchObject(answer());
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

  test('an archived flag is 400; elsewhere and unknown are 404', async () => {
    const archived = await aFlag(db, { archivedAt: '2026-01-01T00:00:00.000Z' });
    const elsewhere = await aFlag(db, { project: await aProject(db) });

    expect((await put(pathOf(archived), [])).status).toBe(400);
    expect((await put(pathOf(elsewhere), [])).status).toBe(404);
    expect((await put(pathOf(unique('none')), [])).status).toBe(404);
    expect((await put(pathOf(await aFlag(db), 'moon'), [])).status).toBe(404);
    expect((await get(pathOf(elsewhere))).status).toBe(404);
    expect((await get(pathOf(archived))).status).toBe(200);
  });

  test('a permission for one environment counts only there', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const token = await aHolder(project, 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS', 'development');
    const input = [variable('a')];

    const there = await put(pathOf(flag, 'development', project), input, { token });
    const elsewhere = await put(pathOf(flag, 'production', project), input, { token });

    expect([there.status, elsewhere.status]).toEqual([200, 403]);
  });
});

describe('PATCH …/environments/:environment/variants', () => {
  test('the patch is for the list, and weights are settled after it', async () => {
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
    expect(patched).toMatchObject(answer(...after));
    expect(await changesSince(db, before)).toEqual([
      eventOf(flag, 'development', after, [variable('a', 500), variable('c', 500)]),
    ]);
  });

  test('what no list of variants can be is refused, and what was there stays', async () => {
    const flag = await aFlag(db);
    await put(pathOf(flag), [variable('a')]);

    const results = [
      await patch(pathOf(flag), [{ op: 'remove', path: '/1' }]),
      await patch(pathOf(flag), [{ op: 'add', path: '/-', value: { name: 'a', weight: 1 } }]),
      await patch(pathOf(flag), [{ op: 'replace', path: '/0/weightType', value: 'fix' }]),
      await patch(pathOf(flag), [{ op: 'replace', path: '', value: {} }]),
    ];

    expect(results.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(await get(pathOf(flag))).toMatchObject(answer(variable('a', 1000)));
  });

  test('patches at the same time lose nothing', async () => {
    const flag = await aFlag(db);
    const names = Array.from({ length: 10 }, (_, index) => `v${index}`);

    await Promise.all(
      names.map((name) => patch(pathOf(flag), [{ op: 'add', path: '/-', value: variable(name) }])),
    );

    expect(await get(pathOf(flag))).toMatchObject(
      answer(...names.map((name) => variable(name, 100))),
    );
  });
});

describe('PUT …/variants-batch', () => {
  const batch = (flag: string, project?: string) => `${flagPath(flag, project)}/variants-batch`;

  test('all environments named get them, each change with its event', async () => {
    const flag = await aFlag(db);
    await put(pathOf(flag, 'production'), [variable('a')]);
    const before = await lastEventId(db);

    const pushed = await put(batch(flag), {
      environments: ['production', 'development', 'production'],
      variants: [variable('a')],
    });

    expect(pushed).toMatchObject(answer(variable('a', 1000)));
    expect(await get(pathOf(flag))).toMatchObject(answer(variable('a', 1000)));
    expect(await changesSince(db, before)).toEqual([
      eventOf(flag, 'development', [variable('a', 1000)], []),
    ]);
  });

  test('the permission is needed in every one of them, and none changes without', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const token = await aHolder(project, 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS', 'development');
    const push = (environments: string[]) =>
      put(batch(flag, project), { environments, variants: [variable('a')] }, { token });

    const both = await push(['development', 'production']);

    expect(both).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
    expect(both.body.message).toContain('production');
    expect(await get(pathOf(flag, 'development', project))).toMatchObject(answer());
    expect((await push(['development'])).status).toBe(200);
  });

  test.each<[string, object, string]>([
    ['no environment', { environments: [] }, '/body/environments'],
    [
      'an environment the flag is not in',
      { environments: ['development', 'moon'] },
      '/body/environments/1',
    ],
    ['a wrong variant', { variants: [variable('a b')] }, '/body/variants/0/name'],
  ])('%s is refused and named', async (_, input, path) => {
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

  test('PUT sets them in every environment', async () => {
    const flag = await aFlag(db);
    await put(pathOf(flag), [variable('old')]);
    const before = await lastEventId(db);

    const overwritten = await put(all(flag), [variable('a')]);

    expect(overwritten).toMatchObject(answer(variable('a', 1000)));
    expect(await get(all(flag))).toMatchObject(answer(variable('a', 1000)));
    expect(await changesSince(db, before)).toEqual([
      eventOf(flag, 'development', [variable('a', 1000)], [variable('old', 1000)]),
      eventOf(flag, 'production', [variable('a', 1000)], []),
    ]);
  });

  test('GET shows those of the first environment that has any', async () => {
    const flag = await aFlag(db);
    expect(await get(all(flag))).toMatchObject(answer());

    await put(pathOf(flag, 'production'), [variable('b')]);
    expect(await get(all(flag))).toMatchObject(answer(variable('b', 1000)));

    await put(pathOf(flag), [variable('a')]);
    expect(await get(all(flag))).toMatchObject(answer(variable('a', 1000)));
  });

  test('PATCH changes each environment from what it has, or none', async () => {
    const flag = await aFlag(db);
    await put(pathOf(flag, 'production'), [variable('b')]);

    const added = await patch(all(flag), [{ op: 'add', path: '/0', value: variable('a') }]);
    const refused = await patch(all(flag), [{ op: 'remove', path: '/1' }]);

    expect(added).toMatchObject(answer(variable('a', 1000)));
    expect(refused.status).toBe(400);
    expect(await get(pathOf(flag, 'production'))).toMatchObject(
      answer(variable('a', 500), variable('b', 500)),
    );
  });

  test('it needs UPDATE_FEATURE_VARIANTS', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const token = await aHolder(project, 'UPDATE_FEATURE_VARIANTS');
    const refused = await aHolder(project, 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS');

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
