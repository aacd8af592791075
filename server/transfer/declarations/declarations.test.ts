import { beforeAll, describe, expect, test } from 'vitest';
import { aFlag, aProject, changesSince, lastEventId, unique } from '../../testing/a.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { aProtection, aUserWithPermissions } from '../../testing/change-requests.ts';
import {
  type DeclaredChange,
  declarationCalls,
  pathTo,
  sentencesIn,
} from '../../testing/declarations.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});

const { send, apply, plan, pull } = declarationCalls(() => app);

const flagWith = (environment: object, members: object = {}) => ({
  ...members,
  environments: { development: environment },
});

describe('POST /api/admin/projects/:projectId/apply', () => {
  test('creates what is missing, in one transaction, and nothing the second time', async () => {
    const project = await aProject(app.db);
    const [parent, child, segment] = [unique('parent'), unique('child'), unique('segment')];
    const definition = {
      version: 1,
      project,
      segments: {
        [segment]: { constraints: [{ contextName: 'plan', operator: 'IN', values: ['pro'] }] },
      },
      flags: {
        [child]: {
          description: 'Checkout',
          tags: ['simple:checkout'],
          dependencies: [{ feature: parent }],
          environments: {
            development: {
              enabled: true,
              strategies: [
                { name: 'flexibleRollout', parameters: { rollout: 25 }, segments: [segment] },
                { name: 'default', title: 'Staff', disabled: true },
              ],
              variants: [{ name: 'red', weight: 1000 }],
            },
          },
        },
        [parent]: {},
      },
    };

    const planned = await plan(project, definition);
    const before = await lastEventId(app.db);
    expect(await changesSince(app.db, before)).toEqual([]);
    const body = await apply(project, definition);

    expect(planned).toEqual(sentencesIn(body));
    expect(planned).toContain(`segments: Segment ${segment} created`);
    expect(planned).toContain(`${child}: Depends on ${parent}`);
    const pulled = (await pull(project)).flags?.[child]?.environments?.development;
    expect(pulled?.enabled).toBe(true);
    expect(pulled?.strategies?.[0]).toMatchObject({ segments: [segment] });
    expect(pulled?.strategies?.[0]?.parameters).toMatchObject({ rollout: '25' });
    expect(await plan(project, definition)).toEqual([]);
    const after = await lastEventId(app.db);
    await apply(project, definition);
    expect(await changesSince(app.db, after)).toEqual([]);
  });

  test('a change by others is drift, and applying takes it back', async () => {
    const project = await aProject(app.db);
    const flag = unique('flag');
    const strategies = [{ name: 'flexibleRollout', parameters: { rollout: '25' } }];
    const definition = {
      version: 1,
      flags: { [flag]: flagWith({ enabled: true, strategies }, { description: 'Checkout' }) },
    };
    await apply(project, definition);

    await app.post(pathTo(project, `features/${flag}/environments/development/off`));
    await app.put(pathTo(project, `features/${flag}`), { description: 'Other', type: 'release' });

    const drift = [
      `${flag}: Description changed from "Other" to "Checkout"`,
      `${flag}: Switched on in development`,
    ];
    expect(await plan(project, definition)).toEqual(drift);
    expect(sentencesIn(await apply(project, definition))).toEqual(drift);
    expect(await plan(project, definition)).toEqual([]);
  });

  test('what the definition leaves out stays as it is', async () => {
    const project = await aProject(app.db);
    const flag = await aFlag(app.db, { project, description: 'Checkout', enabled: ['production'] });
    await aStrategy(app.db, { flag, name: 'default' });
    const other = await aFlag(app.db, { project });

    const before = await pull(project);
    await apply(project, { version: 1, flags: { [flag]: { environments: { development: {} } } } });

    expect(await pull(project)).toEqual(before);
    expect(Object.keys(before.flags ?? {}).sort()).toEqual([flag, other].sort());
  });

  test('with "manages", other flags with the prefix are archived, and the plan lists them', async () => {
    const project = await aProject(app.db);
    const prefix = unique('shop');
    const [listed, unlisted] = [`${prefix}-a`, `${prefix}-b`];
    for (const name of [listed, unlisted]) await aFlag(app.db, { project, name });
    const other = await aFlag(app.db, { project });
    const definition = { version: 1, manages: `${prefix}-*`, flags: { [listed]: {} } };

    expect(await plan(project, definition)).toEqual([`${unlisted}: Archived`]);
    await apply(project, definition);

    expect(Object.keys((await pull(project)).flags ?? {}).sort()).toEqual([listed, other].sort());
    const revived = { version: 1, flags: { [unlisted]: {} } };
    expect(await plan(project, revived)).toEqual([`${unlisted}: Revived from the archive`]);
    await apply(project, revived);
    expect(sentencesIn(await apply(project, { version: 1, manages: '*' }))).toHaveLength(3);
  });

  test('where change requests are required, becomes one change request; the rest is direct', async () => {
    const project = await aProject(app.db);
    await aProtection(app.db, { project, environment: 'production' });
    const flags = [await aFlag(app.db, { project }), await aFlag(app.db, { project })];
    const author = await aUserWithPermissions(app.db, project, [
      'UPDATE_FEATURE',
      'UPDATE_FEATURE_ENVIRONMENT',
      'CREATE_FEATURE_STRATEGY',
    ]);
    const on = { enabled: true, strategies: [{ name: 'default' }] };
    const declared = { description: 'Checkout', environments: { development: on, production: on } };
    const definition = {
      version: 1,
      flags: Object.fromEntries(flags.map((name) => [name, declared])),
    };

    const planned = await send(project, definition, { dryRun: true, token: author.token });
    const body = await apply(project, definition, author.token);

    expect(planned.body).toEqual({
      ...body,
      requested: [{ ...body.requested[0], changeRequestId: null }],
    });
    expect(body.requested).toMatchObject([
      {
        environment: 'production',
        changeRequestId: expect.any(Number),
        changes: Array(4).fill({}),
      },
    ]);
    expect(body.applied).toHaveLength(6);
    const { changeRequestId } = body.requested[0];
    const request = await app.get(pathTo(project, `change-requests/${changeRequestId}`));
    expect(request.body.features.map(({ name = '' }) => name).sort()).toEqual([...flags].sort());
    const [environments] = Object.values((await pull(project)).flags ?? {}).map(
      (flag) => flag.environments,
    );
    expect(environments).toMatchObject({
      development: { enabled: true },
      production: { enabled: false },
    });
  });

  test('is all or nothing', async () => {
    const project = await aProject(app.db);
    const before = await lastEventId(app.db);

    const strategies = [{ name: 'no-such-type' }];
    const flags = { [unique('a')]: {}, [unique('b')]: flagWith({ strategies }) };
    const { status, body } = await send(project, { version: 1, flags });

    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringContaining('"no-such-type"'),
    });
    expect(await changesSince(app.db, before)).toEqual([]);
    expect((await pull(project)).flags).toEqual({});
  });

  test('needs the permission for each change, also in a dry run', async () => {
    const project = await aProject(app.db);
    const flag = await aFlag(app.db, { project });
    const user = await aUserWithPermissions(app.db, project, ['UPDATE_FEATURE']);
    const definition = { version: 1, flags: { [unique('new')]: {} } };

    for (const dryRun of [true, false]) {
      const { status, body } = await send(project, definition, { dryRun, token: user.token });
      expect({ status, details: body.details }).toMatchObject({ status: 403 });
      expect(JSON.stringify(body)).toContain('CREATE_FEATURE');
    }
    await apply(project, { version: 1, flags: { [flag]: { description: 'x' } } }, user.token);
  });

  test.each<[string, object, string]>([
    ['an unknown member', { flags: { a: { tipe: 'release' } } }, 'tipe'],
    ['another version', { version: 2 }, 'version'],
    ['another project', { project: 'other' }, 'The definition is of project "other".'],
    ['an unknown environment', { flags: { a: { environments: { moon: {} } } } }, '"moon"'],
    [
      'a flag outside of "manages"',
      { manages: 'x-*', flags: { a: {} } },
      'does not match "manages"',
    ],
    ['"manages" without *', { manages: 'x' }, 'manages'],
    [
      'an unknown segment',
      { flags: { a: flagWith({ strategies: [{ name: 'default', segments: ['s'] }] }) } },
      'uses segment "s"',
    ],
    [
      'a flag that is on without strategies',
      { flags: { a: flagWith({ enabled: true, strategies: [] }) } },
      'needs a strategy',
    ],
    ['an invalid tag', { flags: { a: { tags: ['simple'] } } }, 'tags'],
    ['an invalid name', { flags: { 'a/b': {} } }, 'URL-friendly'],
    [
      'two parents',
      { flags: { a: { dependencies: [{ feature: 'b' }, { feature: 'c' }] } } },
      'dependencies',
    ],
    [
      'weights above 1000',
      {
        flags: {
          a: flagWith({
            variants: [
              { name: 'x', weight: 900, weightType: 'fix' },
              { name: 'y', weight: 900, weightType: 'fix' },
            ],
          }),
        },
      },
      'Flag "a": ',
    ],
    [
      'an invalid constraint of a segment',
      { segments: { s: { constraints: [{ contextName: 'a', operator: 'NUM_EQ', value: 'x' }] } } },
      'Segment "s": ',
    ],
  ])('%s is a 400 error that names it', async (_, members, text) => {
    const project = await aProject(app.db);

    const { status, body } = await send(project, { version: 1, ...members }, { dryRun: true });

    expect({ status, text: JSON.stringify(body.details.map((it: DeclaredChange) => it)) }).toEqual({
      status: 400,
      text: expect.stringContaining(JSON.stringify(text).slice(1, -1)),
    });
  });

  test('a flag of another project is a conflict that does not name the project', async () => {
    const [project, other] = [await aProject(app.db), await aProject(app.db)];
    const flag = await aFlag(app.db, { project: other });

    const { status, body } = await send(project, { version: 1, flags: { [flag]: {} } });

    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: `Flag "${flag}" is in another project.`,
    });
  });

  test('a segment for all projects is used by its name, and stays one', async () => {
    const project = await aProject(app.db);
    const name = unique('shared');
    await aSegment(app.db, { name });
    const flag = unique('flag');
    const strategies = [{ name: 'default', segments: [name] }];
    const constraints = [{ contextName: 'plan', operator: 'IN', values: ['pro'] }];
    const flags = { [flag]: flagWith({ strategies }) };

    await apply(project, { version: 1, flags });
    const changes = await plan(project, {
      version: 1,
      flags,
      segments: { [name]: { constraints } },
    });

    expect(changes).toEqual([expect.stringContaining(`Constraints of segment ${name} changed`)]);
    const pulled = await pull(project);
    expect(pulled.segments).toEqual({});
    expect(pulled.flags?.[flag]).toMatchObject(flagWith({ strategies }));
    const others = flagWith({ strategies: [{ name: 'default' }] });
    expect(await plan(project, { version: 1, flags: { [flag]: others } })).toEqual([
      `${flag}: Segments of default in development changed from ${name} to none`,
    ]);
  });
});

describe('GET /api/admin/projects/:projectId/definition', () => {
  test('lists flags and segments by name, environments in their order, and reads a prefix', async () => {
    const project = await aProject(app.db);
    const prefix = unique('x');
    for (const name of ['b', 'B', 'a']) await aFlag(app.db, { project, name: `${prefix}${name}` });
    await aFlag(app.db, { project });

    const { body } = await app.get(`${pathTo(project, 'definition')}?prefix=${prefix}`);

    expect(Object.keys(body.flags)).toEqual([`${prefix}B`, `${prefix}a`, `${prefix}b`]);
    const environments = Object.keys(body.flags[`${prefix}a`].environments);
    expect(environments).toEqual(['development', 'production']);
  });
});
