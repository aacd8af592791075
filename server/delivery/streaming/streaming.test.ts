import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anApiToken, aProject, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { applyDelta, comparableState, emptySdkState, type SdkState } from '../../testing/delta.ts';

const { app, db, get, post, put, del } = await testApp();
const path = '/api/client/delta';
const spec = { 'unleash-client-spec': '5.2.0' };

const request = async (token: string, etag?: string, query = '') => {
  await app.delivery.poll();
  const headers = etag === undefined ? spec : { ...spec, 'if-none-match': etag };
  return get(`${path}${query}`, { token, headers });
};

const featuresOf = (project: string) => `/api/admin/projects/${project}/features`;
const inDevelopment = (project: string, name: string) =>
  `${featuresOf(project)}/${name}/environments/development`;
const aLiveFlag = async (project: string) => {
  const name = unique('flag');
  await post(featuresOf(project), { name });
  return name;
};
const aScope = async () => {
  const project = await aProject(db);
  return { project, token: await anApiToken(db, { projects: [project] }) };
};
const isUser = (value: string) => [{ contextName: 'userId', operator: 'IN', values: [value] }];
const aLiveSegment = async () =>
  (await post('/api/admin/segments', { name: unique('segment'), constraints: isUser('1') })).body;

describe(`GET ${path}`, () => {
  test('without a revision, returns one hydration event, equal to the full response', async () => {
    const { project, token } = await aScope();
    await aLiveFlag(project);
    const { body: full } = await get('/api/client/features', { token, headers: spec });

    const { status, body, headers } = await request(token);

    const { features, segments, meta } = full;
    expect(status).toBe(200);
    expect(body).toEqual({
      events: [{ type: 'hydration', eventId: meta.revisionId, features, segments }],
    });
    expect(headers).toMatchObject({
      etag: `"${meta.revisionId}"`,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-cache',
    });
  });

  test('with a revision, returns each changed flag and segment once, in its current state', async () => {
    const { project, token } = await aScope();
    const [changed, archived] = [await aLiveFlag(project), await aLiveFlag(project)];
    const first = await request(token);
    const segment = await aLiveSegment();

    await post(`${inDevelopment(project, changed)}/on`);
    await post(`${inDevelopment(project, changed)}/strategies`, {
      name: 'default',
      segments: [segment.id],
    });
    await del(`${featuresOf(project)}/${archived}`);

    const { body, headers } = await request(token, String(first.headers.etag));
    const eventId = expect.any(Number);
    const { id, name } = segment;
    expect(body.events).toEqual([
      { type: 'segment-updated', eventId, segment: expect.objectContaining({ id, name }) },
      {
        type: 'feature-updated',
        eventId,
        feature: expect.objectContaining({ name: changed, enabled: true }),
      },
      { type: 'feature-removed', eventId, featureName: archived, project },
    ]);
    expect(headers.etag).toBe(`"${body.events.at(-1).eventId}"`);
  });

  test('is 304 with its headers if nothing has changed, also for a weak ETag', async () => {
    const { token } = await aScope();
    const etag = String((await request(token)).headers.etag);

    for (const sent of [etag, `W/${etag}`]) {
      expect(await request(token, sent)).toMatchObject({ status: 304, body: undefined });
    }
    expect((await request(token, etag)).headers.etag).toBe(etag);
  });

  test('is 304 if only data outside the scope has changed', async () => {
    const { token } = await aScope();
    const other = await aScope();
    const etag = String((await request(token)).headers.etag);

    await aLiveFlag(other.project);

    expect((await request(token, etag)).status).toBe(304);
  });

  test.each(['"0"', '"999999999"', '"abc"', 'yesterday'])(
    'returns everything for %s',
    async (etag) => {
      const { token } = await aScope();

      expect((await request(token, etag)).body.events).toMatchObject([{ type: 'hydration' }]);
    },
  );

  test('a moved flag is removed from one project and added to the other', async () => {
    const [from, to] = [await aScope(), await aScope()];
    const name = await aLiveFlag(from.project);
    const etags = [from, to].map(async ({ token }) => String((await request(token)).headers.etag));
    const [left, came] = await Promise.all(etags);

    await post(`${featuresOf(from.project)}/${name}/changeProject`, { newProjectId: to.project });

    expect((await request(from.token, left)).body.events).toMatchObject([
      { type: 'feature-removed', featureName: name, project: from.project },
    ]);
    expect((await request(to.token, came)).body.events).toMatchObject([
      { type: 'feature-updated', feature: { name, project: to.project } },
    ]);
  });

  test('a moved flag is also removed when all flags of its new project change', async () => {
    const [from, to] = [await aScope(), await aScope()];
    const name = await aLiveFlag(from.project);
    const etag = String((await request(from.token)).headers.etag);

    await post(`${featuresOf(from.project)}/${name}/changeProject`, { newProjectId: to.project });
    await del(`/api/admin/projects/${to.project}/environments/development`);

    expect((await request(from.token, etag)).body.events).toMatchObject([
      { type: 'feature-removed', featureName: name, project: from.project },
    ]);
  });

  test('a flag that loses the tag of the query is removed; one without its prefix is ignored', async () => {
    const { project, token } = await aScope();
    const name = await aLiveFlag(project);
    const tag = { type: 'simple', value: unique('tag') };
    await post(`/api/admin/features/${name}/tags`, tag);
    const query = `?tag=simple:${tag.value}`;
    const first = await request(token, undefined, query);

    await del(`/api/admin/features/${name}/tags/simple/${tag.value}`);

    const etag = String(first.headers.etag);
    expect(first.body.events[0].features).toMatchObject([{ name }]);
    expect((await request(token, etag, query)).body.events).toMatchObject([
      { type: 'feature-removed', featureName: name },
    ]);
    expect((await request(token, etag, '?namePrefix=other')).status).toBe(304);
  });

  test('hydration is compressed if the client accepts it', async () => {
    const { token } = await aScope();
    const headers = { authorization: token, ...spec };
    const plain = await app.inject({ url: path, headers });

    const compressed = await app.inject({
      url: path,
      headers: { ...headers, 'accept-encoding': 'gzip' },
    });

    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(compressed.rawPayload).equals(plain.rawPayload)).toBe(true);
  });

  test.each([
    ['5.1.9', 400],
    ['new', 400],
    ['5.2.0', 200],
    ['6.0.0', 200],
  ])('specification %s: %i', async (version, status) => {
    const { token } = await aScope();
    const headers = { 'unleash-client-spec': version };

    expect((await get(path, { token, headers })).status).toBe(status);
  });
});

describe('applying the deltas', () => {
  test('results in the full state, at any time', async () => {
    const projects = [await aProject(db), await aProject(db)] as const;
    const flags = [await aLiveFlag(projects[0]), await aLiveFlag(projects[1])];
    const segment = await aLiveSegment();
    const tokens = [
      await anApiToken(db),
      await anApiToken(db, { projects: [projects[0]] }),
      await anApiToken(db, { projects: [projects[1]], environment: 'production' }),
    ];
    const projectOf = new Map(flags.map((flag, index) => [flag, projects[index] ?? projects[0]]));
    const environment = fc.constantFrom('development', 'production');
    const step = fc.record({
      flag: fc.constantFrom(...flags),
      environment,
      act: fc.constantFrom('on', 'off', 'add', 'strategy', 'segment', 'move', 'archive', 'link'),
      /** The clients that poll after the step. */
      polling: fc.subarray([0, 1, 2]),
    });

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 16 }), async (steps) => {
        const followers = tokens.map((token) => ({ token, state: emptySdkState(), etag: '' }));
        for (const { polling, ...step } of steps) {
          await act(step);
          for (const index of polling) await follow(followers[index]);
        }
        for (const follower of followers) await follow(follower);
      }),
      { numRuns: 3, endOnFailure: true },
    );

    async function act(step: { flag: string; environment: string; act: string }) {
      const project = projectOf.get(step.flag) ?? projects[0];
      const path = `${featuresOf(project)}/${step.flag}/environments/${step.environment}`;
      const acts: Record<string, () => Promise<unknown>> = {
        on: () => post(`${path}/on`),
        off: () => post(`${path}/off`),
        add: () => aLiveFlag(project),
        strategy: () => post(`${path}/strategies`, { name: 'default', segments: [segment.id] }),
        segment: () =>
          put(`/api/admin/segments/${segment.id}`, {
            name: segment.name,
            constraints: isUser(unique('user')),
          }),
        archive: async () => {
          await del(`${featuresOf(project)}/${step.flag}`);
          await app.delivery.poll();
          await post(`/api/admin/archive/revive/${step.flag}`);
        },
        link: async () => {
          const links = `/api/admin/projects/${project}/environments`;
          await del(`${links}/${step.environment}`);
          await app.delivery.poll();
          await post(links, { environment: step.environment });
        },
        move: async () => {
          const target = project === projects[0] ? projects[1] : projects[0];
          const moved = await post(`${featuresOf(project)}/${step.flag}/changeProject`, {
            newProjectId: target,
          });
          if (moved.status < 300) projectOf.set(step.flag, target);
        },
      };
      await acts[step.act]?.();
    }

    async function follow(follower?: { token: string; state: SdkState; etag: string }) {
      if (!follower) return;
      const { status, body, headers } = await request(follower.token, follower.etag);
      if (status === 200) applyDelta(follower.state, body.events);
      follower.etag = String(headers.etag);
      const full = await get('/api/client/features', { token: follower.token, headers: spec });
      const { features, segments } = full.body;
      expect(comparableState(follower.state, full.body)).toEqual({ features, segments });
    }
  });
});
