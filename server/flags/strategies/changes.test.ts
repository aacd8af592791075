import { describe, expect, test } from 'vitest';
import { aFlag, aProject, changesSince, lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aContextField, aSegment, aStrategy } from '../../testing/targeting.ts';

const { db, get, post, put, del, call } = await testApp();

const pathOf = (flag: string, project = 'default', environment = 'development') =>
  `/api/admin/projects/${project}/features/${flag}/environments/${environment}`;

const patch = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  call('PATCH', url, { body, headers });

/** Created through the API. */
async function aFlagWithStrategy(input: object = {}) {
  const flag = await aFlag(db);
  const { body } = await post(`${pathOf(flag)}/strategies`, { name: 'default', ...input });
  return { flag, strategy: body, url: `${pathOf(flag)}/strategies/${body.id}` };
}

const dataOf = ({ featureName: _, ...data }: { featureName: string }) => data;

const scopeOf = (featureName: string) => ({
  project: 'default',
  environment: 'development',
  featureName,
});

const isOn = async (flag: string) => (await get(pathOf(flag))).body.enabled;

describe('PUT …/strategies/:strategyId', () => {
  test('members left out keep their value, and the event contains both versions', async () => {
    const [old, next] = [await aSegment(db), await aSegment(db)];
    const { flag, strategy, url } = await aFlagWithStrategy({ title: 'Old', segments: [old] });
    const before = await lastEventId(db);

    const { status, body, headers } = await put(url, {
      name: 'flexibleRollout',
      parameters: { rollout: 20 },
      segments: [next],
      sortOrder: 3,
    });

    expect(status).toBe(200);
    expect(headers.etag).toBe('"v2"');
    expect(body).toEqual({
      ...strategy,
      name: 'flexibleRollout',
      parameters: { rollout: '20', stickiness: 'default', groupId: flag },
      segments: [next],
      sortOrder: 3,
    });
    expect((await get(url)).body).toEqual(body);
    expect(await changesSince(db, before)).toEqual([
      {
        type: 'feature-strategy-update',
        ...scopeOf(flag),
        data: dataOf(body),
        preData: dataOf(strategy),
      },
    ]);
  });

  test('sending back what was read changes nothing and records no event', async () => {
    const { strategy, url } = await aFlagWithStrategy({
      name: 'flexibleRollout',
      title: 'Same',
      constraints: [{ contextName: 'appName', operator: 'IN', values: ['web'] }],
      variants: [{ name: 'a', weight: 1, weightType: 'variable', stickiness: 'default' }],
    });
    const before = await lastEventId(db);

    const { status, body, headers } = await put(url, strategy);

    expect(status).toBe(200);
    expect(body).toEqual(strategy);
    expect(headers.etag).toBe('"v1"');
    expect(await changesSince(db, before)).toEqual([]);
  });

  test.each(['-0', '-0.0', '-1e-999'])(
    'a sortOrder of %s is 0, so nothing changes and no event is recorded',
    async (zero) => {
      const { url } = await aFlagWithStrategy();
      const before = await lastEventId(db);

      const { status, headers } = await call('PUT', url, {
        body: `{"sortOrder":${zero}}`,
        headers: { 'content-type': 'application/json' },
      });

      expect(status).toBe(200);
      expect(headers.etag).toBe('"v1"');
      expect(await changesSince(db, before)).toEqual([]);
    },
  );

  test('values that are no longer legal may stay, but none can be added', async () => {
    const contextName = await aContextField(db);
    const constraint = { contextName, operator: 'IN', values: ['old'] };
    const { strategy, url } = await aFlagWithStrategy({ constraints: [constraint] });
    await db
      .updateTable('context_fields')
      .set({ legal_values: JSON.stringify([{ value: 'new' }]) })
      .where('name', '=', contextName)
      .execute();

    const unchanged = await put(url, { ...strategy, title: 'Renamed' });
    const explicit = { ...constraint, caseInsensitive: false, inverted: false };
    const same = await put(url, { constraints: [explicit], title: 'Renamed again' });
    const changed = await put(url, { constraints: [{ ...constraint, values: ['older'] }] });

    expect([unchanged.status, same.status]).toEqual([200, 200]);
    expect(changed.body).toMatchObject({ details: [{ path: '/body/constraints/0/values' }] });
  });

  test.each([
    ['an unknown type', { name: 'nonsense' }, '/body/name'],
    ['a title of 256 characters', { title: 'x'.repeat(256) }, '/body/title'],
    ['an unknown segment', { segments: [999_999] }, '/body/segments'],
  ])('%s is refused, with its path in the error', async (_, input, path) => {
    const { url } = await aFlagWithStrategy();

    const { status, body } = await put(url, input);

    expect(status).toBe(400);
    expect(body.details).toMatchObject([{ path }]);
  });

  test('disabling the last enabled strategy also switches the flag off', async () => {
    const { flag, url } = await aFlagWithStrategy();
    await aStrategy(db, { flag, disabled: true, sortOrder: 9 });
    await post(`${pathOf(flag)}/on`);
    const before = await lastEventId(db);

    await put(url, { disabled: true });

    expect(await isOn(flag)).toBe(false);
    expect(await changesSince(db, before)).toMatchObject([
      { type: 'feature-strategy-update', data: { disabled: true }, preData: { disabled: false } },
      { type: 'feature-environment-disabled', ...scopeOf(flag), data: null, preData: null },
    ]);
  });

  test('disabling one of two enabled strategies leaves the flag on', async () => {
    const { flag, url } = await aFlagWithStrategy();
    await aStrategy(db, { flag, sortOrder: 9 });
    await post(`${pathOf(flag)}/on`);

    await put(url, { disabled: true });

    expect(await isOn(flag)).toBe(true);
  });

  test('an archived flag is 400; another flag, environment or project is 404', async () => {
    const { flag, url, strategy } = await aFlagWithStrategy();
    const { flag: other } = await aFlagWithStrategy();
    const inOther = pathOf(flag, await aProject(db));

    expect((await put(`${pathOf(other)}/strategies/${strategy.id}`, {})).status).toBe(404);
    expect(
      (await put(`${pathOf(flag, 'default', 'production')}/strategies/${strategy.id}`, {})).status,
    ).toBe(404);
    expect((await put(`${inOther}/strategies/${strategy.id}`, {})).status).toBe(404);
    expect((await put(`${pathOf(unique('no'))}/strategies/${strategy.id}`, {})).status).toBe(404);
    await archive(flag);
    expect((await put(url, { title: 'x' })).status).toBe(400);
    expect((await del(url)).status).toBe(400);
  });
});

describe('If-Match', () => {
  test('only the current version can be changed', async () => {
    const { url } = await aFlagWithStrategy();
    const { headers } = await get(url);
    const tag = String(headers.etag);

    const first = await call('PUT', url, { body: { title: 'A' }, headers: { 'if-match': tag } });
    const second = await call('PUT', url, { body: { title: 'B' }, headers: { 'if-match': tag } });
    const third = await patch(url, [{ op: 'replace', path: '/title', value: 'C' }], {
      'if-match': tag,
    });

    expect(tag).toBe('"v1"');
    expect(first).toMatchObject({ status: 200, headers: { etag: '"v2"' } });
    expect(second).toMatchObject({ status: 412, body: { name: 'PreconditionFailedError' } });
    expect(third.status).toBe(412);
    expect((await get(url)).body.title).toBe('A');
  });

  test.each(['*', '"v1"', 'W/"v1"', '"v7", "v1"'])('%s matches version 1', async (tag) => {
    const { url } = await aFlagWithStrategy();

    const response = await call('PUT', url, { body: { title: 'A' }, headers: { 'if-match': tag } });

    expect(response.status).toBe(200);
  });

  test.each(['"v2"', 'v1', '""', '"v11"'])('%s does not match version 1', async (tag) => {
    const { url } = await aFlagWithStrategy();

    const response = await call('PUT', url, { body: { title: 'A' }, headers: { 'if-match': tag } });

    expect(response.status).toBe(412);
  });

  test('a new sortOrder and activation create a new version', async () => {
    const { flag, strategy, url } = await aFlagWithStrategy({ disabled: true });

    await post(`${pathOf(flag)}/strategies/set-sort-order`, [{ id: strategy.id, sortOrder: 5 }]);
    expect((await get(url)).headers.etag).toBe('"v2"');
    await post(`${pathOf(flag)}/on?shouldActivateDisabledStrategies=true`);
    expect((await get(url)).headers.etag).toBe('"v3"');
  });
});

describe('PATCH …/strategies/:strategyId', () => {
  test('all operations are applied in order and recorded as one event', async () => {
    const { flag, strategy, url } = await aFlagWithStrategy({
      name: 'flexibleRollout',
      title: 'Old',
    });
    const before = await lastEventId(db);

    const { status, body } = await patch(url, [
      { op: 'test', path: '/title', value: 'Old' },
      { op: 'replace', path: '/parameters/rollout', value: 10 },
      {
        op: 'add',
        path: '/constraints/-',
        value: { contextName: 'appName', operator: 'IN', values: ['web'] },
      },
      { op: 'replace', path: '/title', value: null },
    ]);

    expect(status).toBe(200);
    expect(body).toEqual({
      ...strategy,
      title: null,
      parameters: { ...strategy.parameters, rollout: '10' },
      constraints: [
        {
          contextName: 'appName',
          operator: 'IN',
          values: ['web'],
          caseInsensitive: false,
          inverted: false,
        },
      ],
    });
    expect(await changesSince(db, before)).toEqual([
      {
        type: 'feature-strategy-update',
        ...scopeOf(flag),
        data: dataOf(body),
        preData: dataOf(strategy),
      },
    ]);
  });

  test('a removed member gets its default, except that sortOrder is unchanged', async () => {
    const segment = await aSegment(db);
    const { strategy, url } = await aFlagWithStrategy({
      title: 'Old',
      segments: [segment],
      sortOrder: 5,
    });

    const { body } = await patch(url, [
      { op: 'remove', path: '/title' },
      { op: 'remove', path: '/segments' },
      { op: 'remove', path: '/sortOrder' },
    ]);

    expect(body).toEqual({ ...strategy, title: null, segments: [], sortOrder: 5 });
  });

  test('a patch that changes nothing records no event', async () => {
    const { url } = await aFlagWithStrategy({ title: 'Same' });
    const before = await lastEventId(db);

    expect((await patch(url, [])).status).toBe(200);
    expect((await patch(url, [{ op: 'add', path: '/title', value: 'Same' }])).status).toBe(200);

    expect(await changesSince(db, before)).toEqual([]);
  });

  test.each([
    [
      'a path that does not exist',
      { op: 'replace', path: '/colour', value: 'red' },
      '/body/0/path',
    ],
    ['another id', { op: 'replace', path: '/id', value: 'x' }, '/body/id'],
    ['another flag', { op: 'replace', path: '/featureName', value: 'x' }, '/body/featureName'],
    ['no name', { op: 'remove', path: '/name' }, '/body/name'],
    ['an unknown type', { op: 'replace', path: '/name', value: 'nonsense' }, '/body/name'],
    ['a wrong type', { op: 'replace', path: '/disabled', value: 'yes' }, '/body/disabled'],
    [
      'an invalid constraint',
      {
        op: 'add',
        path: '/constraints/0',
        value: { contextName: 'a', operator: 'NUM_EQ', value: 'x' },
      },
      '/body/constraints/0/value',
    ],
    ['a test that fails', { op: 'test', path: '/name', value: 'x' }, '/body/0/value'],
    ['an unknown operation', { op: 'swap', path: '/name' }, '/body/0/op'],
    ['an operation without path', { op: 'remove' }, '/body/0/path'],
  ])('%s is refused, with its path in the error', async (_, operation, path) => {
    const { strategy, url } = await aFlagWithStrategy();

    const { status, body } = await patch(url, [operation]);

    expect(status, JSON.stringify(body)).toBe(400);
    expect(body.details).toMatchObject([{ path }]);
    expect((await get(url)).body).toEqual(strategy);
  });

  test('if one operation fails, none is applied', async () => {
    const { strategy, url } = await aFlagWithStrategy();

    const { status } = await patch(url, [
      { op: 'replace', path: '/title', value: 'New' },
      { op: 'remove', path: '/nothing' },
    ]);

    expect(status).toBe(400);
    expect((await get(url)).body).toEqual(strategy);
  });

  test('concurrent patches of one strategy are all applied', async () => {
    const { url } = await aFlagWithStrategy();
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`);

    const responses = await Promise.all(
      names.map((name) => patch(url, [{ op: 'add', path: `/parameters/${name}`, value: name }])),
    );

    expect(responses.every(({ status }) => status === 200)).toBe(true);
    const { body, headers } = await get(url);
    expect(body.parameters).toEqual(Object.fromEntries(names.map((name) => [name, name])));
    expect(headers.etag).toBe('"v21"');
  });
});

async function archive(flag: string): Promise<void> {
  await db
    .updateTable('flags')
    .set({ archived_at: '2026-01-01T00:00:00.000Z' })
    .where('name', '=', flag)
    .execute();
}
