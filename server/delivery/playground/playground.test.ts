import { describe, expect, test } from 'vitest';
import { systemCaller } from '../../platform/caller.ts';
import { aDependency, aFlag, aGrant, aProject, aUser, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';
import { explainAll } from './explain.ts';
import { collectText } from './response.ts';
import { responseBytesMax } from './rules.ts';

const { db, get, post } = await testApp();
const path = '/api/admin/playground';
const environment = 'development';

const play = async (project: string, context: object = {}) => {
  const input = { environment, projects: [project], context: { appName: 'web', ...context } };
  return (await post(path, input)).body;
};

const listUpTo = (count: number) => Array.from({ length: count }, (_, index) => String(index));
const valuesUpTo = (count: number) => listUpTo(count).join(',');

/** Each evaluation has about 100 kB. */
async function aLargeFlag(project: string) {
  const flag = await aFlag(db, { project, enabled: [environment] });
  const values = listUpTo(250).map((value) => `a-value-${value}`);
  const constraints = listUpTo(30).map((it) => ({ ...isPro, contextName: `field-${it}`, values }));
  await aStrategy(db, { flag, constraints });
}

const isPro = {
  contextName: 'plan',
  operator: 'IN',
  values: ['pro'],
  inverted: false,
  caseInsensitive: false,
};

describe(`POST ${path}`, () => {
  test('has the result of each strategy, segment and constraint', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project, enabled: [environment] });
    const name = unique('segment');
    const segment = await aSegment(db, { name, constraints: [isPro] });
    const inNorway = { ...isPro, contextName: 'country', values: ['NO'] };
    const parameters = { rollout: '50', stickiness: 'userId', groupId: 'gr1' };
    const id = await aStrategy(db, {
      flag,
      name: 'flexibleRollout',
      title: 'half of Norway',
      parameters,
      constraints: [inNorway],
      segments: [segment],
    });

    const context = { userId: '123', properties: { plan: 'pro', country: 'DK' } };
    const body = await play(project, context);

    expect(body).toEqual({
      input: { environment, projects: [project], context: { appName: 'web', ...context } },
      features: [
        {
          name: flag,
          projectId: project,
          isEnabled: false,
          isEnabledInCurrentEnvironment: true,
          hasUnsatisfiedDependency: false,
          reason: 'no-strategy-applies',
          variant: { name: 'disabled', enabled: false, feature_enabled: false },
          variants: [],
          strategies: {
            result: false,
            data: [
              {
                id,
                name: 'flexibleRollout',
                title: 'half of Norway',
                disabled: false,
                result: { evaluationStatus: 'complete', enabled: false },
                reason: {
                  kind: 'rollout',
                  percentage: 50,
                  stickiness: 'userId',
                  stickinessValue: '123',
                  bucket: 73,
                },
                constraints: [{ ...inNorway, result: false, contextValue: 'DK' }],
                segments: [
                  {
                    id: segment,
                    name,
                    result: true,
                    constraints: [{ ...isPro, result: true, contextValue: 'pro' }],
                  },
                ],
                parameters,
                links: {
                  edit: `/projects/${project}/features/${flag}/strategies/edit?environmentId=${environment}&strategyId=${id}`,
                },
              },
            ],
          },
        },
      ],
    });
  });

  test('a flag that is on shows the variant of the strategy that applies', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project, enabled: [environment] });
    const variant = { name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'default' };
    await aStrategy(db, { flag, variants: [variant] });

    const [played] = (await play(project)).features;

    expect(played).toMatchObject({
      isEnabled: true,
      reason: 'strategy-applies',
      variant: { name: 'blue', enabled: true, feature_enabled: true },
      variants: [variant],
    });
    expect(played.strategies.data[0].result).toEqual({
      evaluationStatus: 'complete',
      enabled: true,
      variant: { name: 'blue', enabled: true },
      variants: [variant],
    });
  });

  test('a custom strategy is unknown, unless a constraint fails', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project, enabled: [environment] });
    await aStrategy(db, { flag, name: 'ourOwn', sortOrder: 0 });
    await aStrategy(db, { flag, name: 'ourOwn', constraints: [isPro], sortOrder: 1 });
    await aStrategy(db, { flag, name: 'applicationHostname', sortOrder: 2 });

    const [played] = (await play(project)).features;

    expect(played).toMatchObject({ isEnabled: false, strategies: { result: 'unknown' } });
    expect(played.strategies.data.map(({ result }: { result: object }) => result)).toEqual([
      { evaluationStatus: 'incomplete', enabled: 'unknown' },
      { evaluationStatus: 'incomplete', enabled: false },
      { evaluationStatus: 'incomplete', enabled: 'unknown' },
    ]);
  });

  test('a disabled strategy is returned, but not evaluated', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project, enabled: [environment] });
    await aStrategy(db, { flag, disabled: true });
    await aStrategy(db, { flag, constraints: [isPro], sortOrder: 1 });

    const [played] = (await play(project)).features;

    expect(played.isEnabled).toBe(false);
    expect(played.strategies.data[0]).toMatchObject({
      disabled: true,
      result: { evaluationStatus: 'unevaluated', enabled: false },
      reason: { kind: 'disabled' },
    });
  });

  test('a flag that is off, or whose parent is, has the results of its strategies', async () => {
    const project = await aProject(db);
    const off = await aFlag(db, { project });
    const child = await aFlag(db, { project, enabled: [environment] });
    await aStrategy(db, { flag: child });
    await aDependency(db, { child, parent: off });

    const { features } = await play(project);
    const played = (name: string) => features.find((it: { name: string }) => it.name === name);

    expect(played(off)).toMatchObject({
      isEnabled: false,
      isEnabledInCurrentEnvironment: false,
      reason: 'switched-off',
      strategies: { result: true, data: [] },
    });
    expect(played(child)).toMatchObject({
      isEnabled: false,
      hasUnsatisfiedDependency: true,
      reason: 'unsatisfied-dependency',
      strategies: { result: true },
    });
  });

  test('flags of hidden projects and archived flags are not evaluated', async () => {
    const [hidden, open] = [await aProject(db, { mode: 'private' }), await aProject(db)];
    const [secret, visible] = [
      await aFlag(db, { project: hidden }),
      await aFlag(db, { project: open }),
    ];
    await aFlag(db, { project: open, archivedAt: '2026-01-01T00:00:00.000Z' });
    const [viewer, member] = [await aUser(db), await aUser(db)];
    await aGrant(db, { project: hidden, userId: member.id });
    const namesFor = async (token: string, projects: string[] | '*') => {
      const body = { environment, projects, context: { appName: 'web' } };
      const response = await post(path, body, { token });
      return response.body.features.map(({ name }: { name: string }) => name);
    };

    expect(await namesFor(viewer.token, [hidden, open])).toEqual([visible]);
    expect(await namesFor(viewer.token, '*')).not.toContain(secret);
    expect(await namesFor(member.token, [hidden, open])).toEqual([secret, visible].sort());
    expect(await namesFor(member.token, '*')).toEqual(expect.arrayContaining([secret, visible]));
  });

  test.each([
    [{ environment: 'nowhere', context: { appName: 'a' } }, '/body/environment'],
    [{ environment, context: {} }, '/body/context/appName'],
    [{ environment, context: { appName: '' } }, '/body/context/appName'],
    [{ environment, context: { appName: 'a', currentTime: 'now' } }, '/body/context/currentTime'],
    [{ environment }, '/body/context'],
    [{ context: { appName: 'a' } }, '/body/environment'],
  ])('%o is 400', async (body, where) => {
    expect(await post(path, body)).toMatchObject({
      status: 400,
      body: { details: [{ path: where }] },
    });
  });
});

describe(`POST ${path}/advanced`, () => {
  const playAll = (project: string, context: object, environments = [environment, 'production']) =>
    post(`${path}/advanced`, {
      environments,
      projects: [project],
      context: { appName: 'web', ...context },
    });

  test('evaluates every combination of values, in every environment', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project, enabled: [environment] });
    await aStrategy(db, { flag, constraints: [isPro] });
    await aStrategy(db, { flag, environment: 'production', constraints: [isPro] });

    const context = { userId: '1,2', properties: { plan: 'pro, free' } };
    const { body } = await playAll(project, context);

    const [played] = body.features;
    type Played = { context: object; isEnabled: boolean };
    const evaluationsIn = (name: string) =>
      played.environments[name].map(({ context, isEnabled }: Played) => ({
        ...context,
        isEnabled,
      }));
    const here = { appName: 'web', environment };
    expect(body.features).toHaveLength(1);
    expect(evaluationsIn(environment)).toEqual([
      { ...here, userId: '1', plan: 'pro', isEnabled: true },
      { ...here, userId: '1', plan: 'free', isEnabled: false },
      { ...here, userId: '2', plan: 'pro', isEnabled: true },
      { ...here, userId: '2', plan: 'free', isEnabled: false },
    ]);
    expect(evaluationsIn('production').map((it: Played) => it.isEnabled)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(body.warnings).toEqual({ invalidContextProperties: [] });
  });

  test('members that cannot be compared are ignored and listed', async () => {
    const project = await aProject(db);
    await aFlag(db, { project });

    const { body } = await playAll(project, { list: [1], properties: { deep: {}, plan: 'pro' } });

    expect(body.warnings).toEqual({ invalidContextProperties: ['list', 'deep'] });
    expect(body.features[0].environments[environment][0].context).toEqual({
      appName: 'web',
      plan: 'pro',
      environment,
    });
  });

  test('an unknown environment is named by its index', async () => {
    const project = await aProject(db);

    expect(await playAll(project, {}, [environment, 'nowhere'])).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/environments/1' }] },
    });
  });

  test('more evaluations than allowed are refused, before the first one', async () => {
    const project = await aProject(db);
    await aFlag(db, { project });
    const many = valuesUpTo(1000);

    const within = await playAll(project, { userId: valuesUpTo(100) }, [environment]);
    const above = await playAll(project, { userId: many, sessionId: many });

    expect(within.status).toBe(200);
    expect(above).toMatchObject({ status: 400, body: { details: [{ path: '/body' }] } });
  });

  test('a response of more than 32 MB is refused', async () => {
    const project = await aProject(db);
    await aLargeFlag(project);

    const { status, body } = await playAll(project, { userId: valuesUpTo(500) }, [environment]);

    expect(status).toBe(400);
    expect(body).toMatchObject({
      message: 'The response is larger than 32 MB. Choose fewer projects, environments or values.',
      details: [{ path: '/body' }],
    });
  });

  test('many properties and many values together take no more memory than the response', async () => {
    const project = await aProject(db);
    const properties = Object.fromEntries(
      valuesUpTo(5000)
        .split(',')
        .map((it) => [`p${it}`, it]),
    );

    const { status, body } = await playAll(project, { userId: valuesUpTo(1500), properties });

    expect(status).toBe(200);
    expect(body.features).toEqual([]);
  });

  test('other requests are served during the evaluation', async () => {
    const project = await aProject(db);
    await aLargeFlag(project);
    const context = { appName: 'web', userId: valuesUpTo(300) };
    const input = { environments: [environment], projects: [project], context };
    let evaluated = 0;
    let evaluatedWhenServed: number | undefined;

    async function* observed() {
      for await (const text of explainAll(db, systemCaller, input)) {
        evaluated += 1;
        if (evaluated === 10) {
          void get('/health').then(() => {
            evaluatedWhenServed = evaluated;
          });
        }
        yield text;
      }
    }
    await collectText(observed(), { bytesMax: responseBytesMax, isAborted: () => false });

    expect(evaluated).toBeGreaterThan(300);
    expect(evaluatedWhenServed).toBeLessThan(evaluated);
  });

  test('flags that are read in several parts are complete and in order', async () => {
    const project = await aProject(db);
    const parent = await aFlag(db, { project, name: unique('zzz'), enabled: [environment] });
    const children: string[] = [];
    for (let count = 0; count < 101; count++) {
      const child = await aFlag(db, { project, name: unique('child'), enabled: [environment] });
      await aDependency(db, { child, parent });
      children.push(child);
    }

    const { body } = await playAll(project, {}, [environment]);

    type Played = { name: string; environments: Record<string, { isEnabled: boolean }[]> };
    expect(body.features.map(({ name }: Played) => name)).toEqual([...children.sort(), parent]);
    for (const { environments } of body.features as Played[]) {
      expect(environments[environment]).toMatchObject([{ isEnabled: true }]);
    }
  });
});
