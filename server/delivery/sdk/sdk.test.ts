import { describe, expect, test } from 'vitest';
import { anApiToken, aProject, aTagging, lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aSegment } from '../../testing/targeting.ts';

const { app, db, get, post, put, del } = await testApp();
const features = '/api/client/features';
const spec = { 'unleash-client-spec': '5.2.0' };

/** As an SDK that supports segments, after a poll. */
const fetchFeatures = async (token: string, query = '', headers: Record<string, string> = spec) => {
  await app.delivery.poll();
  return get(`${features}${query}`, { token, headers });
};

const namesIn = async (token: string, query = '') =>
  (await fetchFeatures(token, query)).body.features.map(({ name }: { name: string }) => name);

const aLiveFlag = async (project: string, input: { strategies?: object[] } = {}) => {
  const name = unique('flag');
  await post(`/api/admin/projects/${project}/features`, { name, impressionData: true });
  for (const strategy of input.strategies ?? []) await addStrategy(project, name, strategy);
  return name;
};

const inDevelopment = (project: string, name: string) =>
  `/api/admin/projects/${project}/features/${name}/environments/development`;
const addStrategy = (project: string, name: string, strategy: object) =>
  post(`${inDevelopment(project, name)}/strategies`, strategy);

describe(`GET ${features}`, () => {
  test('returns flags with their strategies in order, without properties that SDKs do not need', async () => {
    const project = await aProject(db);
    const token = await anApiToken(db, { projects: [project] });
    const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7'] }];
    const strategies = [
      { name: 'default', constraints, sortOrder: 2, title: 'second' },
      { name: 'flexibleRollout', parameters: { rollout: 50 }, sortOrder: 1 },
      { name: 'default', disabled: true, sortOrder: 0 },
    ];
    const name = await aLiveFlag(project, { strategies });
    await post(`${inDevelopment(project, name)}/on`);

    const { status, body, headers } = await fetchFeatures(token);

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      version: 2,
      features: [
        {
          name,
          type: 'release',
          enabled: true,
          project,
          stale: false,
          strategies: [
            {
              name: 'flexibleRollout',
              constraints: [],
              parameters: { rollout: '50', stickiness: 'default', groupId: name },
              variants: [],
            },
            {
              name: 'default',
              constraints: [{ ...constraints[0], inverted: false, caseInsensitive: false }],
              parameters: {},
              variants: [],
            },
          ],
          variants: [],
          description: null,
          impressionData: true,
        },
      ],
      segments: [],
      query: { environment: 'development', project: [project], inlineSegmentConstraints: false },
      meta: {
        revisionId: await lastEventId(db),
        etag: headers.etag,
        queryHash: expect.stringMatching(/^[0-9a-f]{16}$/),
      },
    });
  });

  test('disabled flags are included; archived ones are not, until they are revived', async () => {
    const project = await aProject(db);
    const token = await anApiToken(db, { projects: [project] });
    const name = await aLiveFlag(project);

    expect((await fetchFeatures(token)).body.features).toMatchObject([{ name, enabled: false }]);
    await del(`/api/admin/projects/${project}/features/${name}`);
    expect(await namesIn(token)).toEqual([]);
    await post(`/api/admin/archive/revive/${name}`);
    expect(await namesIn(token)).toEqual([name]);
  });

  test('flags are ordered by name', async () => {
    const project = await aProject(db);
    const token = await anApiToken(db, { projects: [project] });
    const names = [await aLiveFlag(project), await aLiveFlag(project), await aLiveFlag(project)];

    expect(await namesIn(token)).toEqual([...names].sort());
  });

  test('the token defines the environment', async () => {
    const project = await aProject(db);
    const name = await aLiveFlag(project);
    await post(`${inDevelopment(project, name)}/on`);
    const production = await anApiToken(db, { projects: [project], environment: 'production' });

    const { body } = await fetchFeatures(production, '?environment=development');

    expect(body.features).toMatchObject([{ name, enabled: false, strategies: [] }]);
    expect(body.query.environment).toBe('production');
  });

  test('the projects of the token override the query; a token for all may choose', async () => {
    const [one, other] = [await aProject(db), await aProject(db)];
    const [inOne, inOther] = [await aLiveFlag(one), await aLiveFlag(other)];
    const bound = await anApiToken(db, { projects: [one] });
    const free = await anApiToken(db);

    expect(await namesIn(bound, `?project=${other}`)).toEqual([inOne]);
    expect(await namesIn(free, `?project=${other}`)).toEqual([inOther]);
    expect(await namesIn(free, `?project=${one}&project=${other}`)).toEqual(
      [inOne, inOther].sort(),
    );
    expect(await namesIn(free)).toEqual(expect.arrayContaining([inOne, inOther]));
  });

  test('namePrefix and tag filter flags', async () => {
    const project = await aProject(db);
    const token = await anApiToken(db, { projects: [project] });
    const [plain, tagged] = [await aLiveFlag(project), await aLiveFlag(project)];
    const { value } = await aTagging(db, { flag: tagged });
    await post(`${inDevelopment(project, tagged)}/on`);

    expect(await namesIn(token, `?namePrefix=${plain}`)).toEqual([plain]);
    expect(await namesIn(token, `?tag=simple:${value}`)).toEqual([tagged]);
    expect(await namesIn(token, `?tag=simple:${value}&tag=simple:other`)).toEqual([tagged]);
    expect(await namesIn(token, '?tag=simple:other')).toEqual([]);
    expect((await fetchFeatures(token, '?tag=simple:a:b')).body.query.tag).toEqual([
      ['simple', 'a:b'],
    ]);
    expect(await fetchFeatures(token, '?tag=simple')).toMatchObject({
      status: 400,
      body: { details: [{ path: '/query/tag' }] },
    });
  });

  test('dependencies are sent once, whatever the number of strategies', async () => {
    const project = await aProject(db);
    const token = await anApiToken(db, { projects: [project] });
    const parent = await aLiveFlag(project);
    const child = await aLiveFlag(project, {
      strategies: [{ name: 'default' }, { name: 'default' }],
    });
    await post(`/api/admin/projects/${project}/features/${child}/dependencies`, {
      feature: parent,
    });

    const { body } = await fetchFeatures(token, `?namePrefix=${child}`);

    expect(body.features[0].dependencies).toEqual([{ feature: parent, enabled: true }]);
  });
});

describe('segments', () => {
  const constraint = {
    contextName: 'userId',
    operator: 'IN',
    values: ['1'],
    inverted: false,
    caseInsensitive: false,
  };
  const aFlagWithSegment = async () => {
    const project = await aProject(db);
    const token = await anApiToken(db, { projects: [project] });
    const segment = await aSegment(db, { constraints: [constraint] });
    await aLiveFlag(project, { strategies: [{ name: 'default', segments: [segment] }] });
    return { token, segment };
  };

  test.each(['4.2.0', '5.2.0', '4.2.1'])(
    'from specification %s on they stand apart',
    async (it) => {
      const { token, segment } = await aFlagWithSegment();

      const { body } = await fetchFeatures(token, '', { 'unleash-client-spec': it });

      expect(body.features[0].strategies[0]).toMatchObject({
        constraints: [],
        segments: [segment],
      });
      expect(body.segments).toEqual([
        { id: segment, name: expect.any(String), constraints: [constraint] },
      ]);
    },
  );

  test.each([{ 'unleash-client-spec': '4.1.9' }, {}])(
    'before, with %o, they are inlined',
    async (headers) => {
      const { token } = await aFlagWithSegment();

      const { body } = await fetchFeatures(token, '', headers as Record<string, string>);

      expect(body.features[0].strategies[0].constraints).toEqual([constraint]);
      expect(body.features[0].strategies[0]).not.toHaveProperty('segments');
      expect(body).not.toHaveProperty('segments');
      expect(body.query.inlineSegmentConstraints).toBe(true);
    },
  );

  test('a malformed specification is 400', async () => {
    const token = await anApiToken(db);

    expect(await fetchFeatures(token, '', { 'unleash-client-spec': 'new' })).toMatchObject({
      status: 400,
      body: { name: 'BadDataError', details: [{ path: '/headers/unleash-client-spec' }] },
    });
  });

  test('that no flag of the token uses are not sent', async () => {
    const { token } = await aFlagWithSegment();
    const other = await anApiToken(db, { projects: [await aProject(db)] });

    expect((await fetchFeatures(token)).body.segments).toHaveLength(1);
    expect((await fetchFeatures(other)).body.segments).toEqual([]);
  });

  test('a change of a segment is a new revision', async () => {
    const { token, segment } = await aFlagWithSegment();
    const before = await fetchFeatures(token);
    const changed = { ...constraint, values: ['2'] };

    await put(`/api/admin/segments/${segment}`, { name: unique('s'), constraints: [changed] });

    const after = await fetchFeatures(token);
    expect(after.body.segments[0].constraints).toEqual([changed]);
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });
});

describe('ETag', () => {
  const aScope = async () => {
    const project = await aProject(db);
    const token = await anApiToken(db, { projects: [project] });
    return { project, token, name: await aLiveFlag(project) };
  };

  test('contains the revision; without changes the response is 304 with its headers and no body', async () => {
    const { token } = await aScope();
    const first = await fetchFeatures(token);
    const etag = String(first.headers.etag);

    const again = await fetchFeatures(token, '', { ...spec, 'if-none-match': etag });

    expect(etag).toBe(`"${first.body.meta.queryHash}:${first.body.meta.revisionId}:v1"`);
    expect(again).toMatchObject({ status: 304, body: undefined });
    expect(again.headers).toMatchObject({
      etag,
      vary: 'accept-encoding',
      'cache-control': 'private, no-cache',
      'x-request-id': expect.any(String),
    });
  });

  test.each([
    [(etag: string) => `W/${etag}`, 304],
    [(etag: string) => `"other", ${etag}`, 304],
    [() => '*', 304],
    [() => '"other"', 200],
    [(etag: string) => etag.replaceAll('"', ''), 200],
  ])('%o: %i', async (asSent, status) => {
    const { token } = await aScope();
    const { headers } = await fetchFeatures(token);

    const ifNoneMatch = asSent(String(headers.etag));

    expect((await fetchFeatures(token, '', { ...spec, 'if-none-match': ifNoneMatch })).status).toBe(
      status,
    );
  });

  test('is unchanged when a favourite, a token or another environment changes', async () => {
    const { token, project, name } = await aScope();
    const { headers } = await fetchFeatures(token);

    await post(`/api/admin/projects/${project}/features/${name}/favorites`);
    await post('/api/admin/api-tokens', { tokenName: unique('t'), type: 'client' });
    await post(`${inDevelopment(project, name).replace('development', 'production')}/on`);

    expect((await fetchFeatures(token)).headers.etag).toBe(headers.etag);
  });

  test('differs between queries', async () => {
    const { token } = await aScope();
    const tags = [
      (await fetchFeatures(token)).headers.etag,
      (await fetchFeatures(token, '', {})).headers.etag,
      (await fetchFeatures(token, '?namePrefix=a')).headers.etag,
      (await fetchFeatures(token, '?tag=a:b')).headers.etag,
    ];

    expect(new Set(tags).size).toBe(4);
  });
});

describe(`GET ${features}/:featureName`, () => {
  test('returns a flag with inlined segments; is 404 outside the projects of the token', async () => {
    const [project, elsewhere] = [await aProject(db), await aProject(db)];
    const token = await anApiToken(db, { projects: [project] });
    const constraint = { contextName: 'userId', operator: 'NUM_GT', value: '1', values: [] };
    const segment = await aSegment(db, { constraints: [constraint] });
    const name = await aLiveFlag(project, {
      strategies: [{ name: 'default', segments: [segment] }],
    });
    const hidden = await aLiveFlag(elsewhere);
    await app.delivery.poll();

    const found = await get(`${features}/${name}`, { token });

    expect(found).toMatchObject({
      status: 200,
      body: { name, project, strategies: [{ name: 'default', constraints: [constraint] }] },
    });
    expect((await get(`${features}/${hidden}`, { token })).status).toBe(404);
    expect((await get(`${features}/nothing`, { token })).status).toBe(404);
  });
});
