import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { verifyChain } from '../audit/proofs/verify.ts';
import { viaHeader } from '../platform/http/via.ts';
import { aFlag, aGrant, aProject, aSession, aUser, lastEventId, unique } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import { aProtectedProject, aProtection, isEnabled } from '../testing/change-requests.ts';
import { call, connectTo, listen } from '../testing/mcp.ts';
import { aStrategy } from '../testing/targeting.ts';
import { aScan } from '../testing/usage.ts';

const server = await testApp();
const { app, db, admin, get, post } = server;
const url = await listen(app);
const client = await connectTo(url, admin.token);
const writing = await connectTo(
  await listen((await server.withConfig({ ...server.config, mcpDirectWrites: true })).app),
  admin.token,
);

const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const inEnvironment = { environment: 'development' };

describe('POST /mcp', () => {
  test.each([
    ['with a handshake', 'legacy' as const, '2025-11-25'],
    ['without one', { pin: '2026-07-28' as const }, '2026-07-28'],
  ])('serves the client of the official SDK %s', async (_, era, version) => {
    const connected = await connectTo(url, admin.token, era);
    const project = await aProject(db);

    const { tools } = await connected.listTools();
    const { prompts } = await connected.listPrompts();
    const { resourceTemplates } = await connected.listResourceTemplates();
    const prompt = await connected.getPrompt({
      name: 'clean_up_stale_flags',
      arguments: { project },
    });

    expect(connected.getNegotiatedProtocolVersion()).toBe(version);
    expect(connected.getServerVersion()?.name).toBe('pennon');
    expect(tools.map(({ name }) => name)).toContain('search_flags');
    expect(prompts.map(({ name }) => name)).toContain('clean_up_stale_flags');
    expect(resourceTemplates).toHaveLength(2);
    expect(JSON.stringify(prompt.messages)).toContain(project);
    expect(await call(connected, 'search_flags', { project })).toEqual({ total: 0, flags: [] });
  });

  test('needs a token, and a 401 names the scheme', async () => {
    const { cookie } = await aSession(db, admin.id);

    const anonymous = await post('/mcp', rpc('ping'), { token: null });
    const session = await post('/mcp', rpc('ping'), { token: null, headers: { cookie } });

    for (const { status, headers } of [anonymous, session]) {
      expect({ status, scheme: headers['www-authenticate'] }).toEqual({
        status: 401,
        scheme: 'Bearer realm="Pennon"',
      });
    }
  });

  test('refuses pages of other origins, whatever the host header', async () => {
    const evil = { origin: 'http://evil.example', host: 'evil.example' };

    expect((await post('/mcp', rpc('ping'), { headers: evil })).status).toBe(403);
    expect(
      (await post('/mcp', rpc('ping'), { headers: { origin: server.config.publicUrl } })).status,
    ).toBe(200);
  });

  test('has no streams and no sessions', async () => {
    const { status, headers } = await get('/mcp');

    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'POST' });
    expect((await server.del('/mcp')).status).toBe(405);
  });

  test.each([
    ['a batch', [rpc('ping')], 400, -32_600],
    ['no message', { method: 'ping', id: 1 }, 400, -32_600],
    ['an id that is no text or integer', { ...rpc('ping'), id: { a: 1 } }, 400, -32_600],
    ['parameters that are no object', { ...rpc('ping'), params: 7 }, 400, -32_600],
    ['an unknown method', rpc('constructor'), 200, -32_601],
    ['an unknown tool', rpc('tools/call', { name: 'drop_tables' }), 200, -32_602],
    ['an unknown prompt', rpc('prompts/get', { name: 'x' }), 200, -32_602],
    ['an unknown resource', rpc('resources/read', { uri: 'pennon://x' }), 200, -32_602],
    [
      'a path instead of a name',
      rpc('resources/read', { uri: 'pennon://projects/..' }),
      200,
      -32_602,
    ],
    ['an unknown cursor', rpc('resources/list', { cursor: 'x' }), 200, -32_602],
  ])('%s is an error of the protocol', async (_, message, status, code) => {
    const response = await post('/mcp', message);

    expect(response).toMatchObject({ status, body: { jsonrpc: '2.0', error: { code } } });
  });

  test.each([
    ['an unknown version', '1999-01-01', {}, 400, -32_022],
    ['no headers', '2026-07-28', {}, 400, -32_020],
    ['another method in the header', '2026-07-28', { 'mcp-method': 'tools/list' }, 400, -32_020],
    ['an unknown method', '2026-07-28', { 'mcp-method': 'ping' }, 404, -32_601],
  ])(
    'a message without a handshake, with %s, is refused',
    async (_, version, more, status, code) => {
      const meta = {
        'io.modelcontextprotocol/protocolVersion': version,
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      const headers =
        Object.keys(more).length > 0 ? { 'mcp-protocol-version': version, ...more } : {};

      const response = await post('/mcp', rpc('ping', { _meta: meta }), { headers });

      expect(response).toMatchObject({ status, body: { error: { code } } });
    },
  );

  test('an unknown version in the header alone is refused, a notification has no response', async () => {
    const headers = { 'mcp-protocol-version': '1999-01-01' };
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };

    expect((await post('/mcp', rpc('ping'), { headers })).status).toBe(400);
    expect(await post('/mcp', notification)).toMatchObject({ status: 202, body: undefined });
  });

  test('a version that is not supported is negotiated to the newest one', async () => {
    const { body } = await post('/mcp', rpc('initialize', { protocolVersion: '2024-11-05' }));

    expect(body.result.protocolVersion).toBe('2025-11-25');
  });
});

describe('reading tools', () => {
  test('find, show and explain a flag', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project, name: unique('a,"b') });
    await aStrategy(db, { flag, environment: 'development' });

    const found = await call(client, 'search_flags', { q: `project:${project}` });
    const shown = await call(client, 'get_flag', { project, flag });
    const explained = await call(client, 'explain_evaluation', {
      project,
      flag,
      ...inEnvironment,
      context: { userId: '7', country: 'DE' },
    });

    expect(found).toMatchObject({ total: 1, flags: [{ name: flag, project, stage: 'initial' }] });
    expect(shown.environments[0]).toMatchObject({ name: 'development', strategies: [{}] });
    expect(shown.link).toBe(
      `${server.config.publicUrl}/projects/${project}/flags/${encodeURIComponent(flag)}`,
    );
    expect(explained).toMatchObject({ name: flag, isEnabled: false, reason: 'switched-off' });
  });

  test('show events and health', async () => {
    const project = await aProject(db);
    const name = unique('flag');
    await call(client, 'create_flag', { project, name });

    const history = await call(client, 'flag_history', { project, flag: name, details: true });
    const events = await call(client, 'search_events', { project, type: 'feature-created' });
    const health = await call(client, 'project_health', { project });

    expect(history.events).toMatchObject([{ type: 'feature-created', after: { name } }]);
    expect(events).toMatchObject({ total: 1, events: [{ flag: name, via: 'mcp' }] });
    expect(health).toMatchObject({ health: 100, totalFlags: 1, costs: [], moreCosts: 0 });
  });

  test('the query language, projects and flags are resources', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const uri = `pennon://projects/${project}/flags/${flag}`;

    const reference = await client.readResource({ uri: 'pennon://query-language' });
    const read = await client.readResource({ uri });
    const { resources } = await client.listResources();

    const document = await readFile(
      new URL('../../docs/query-language.md', import.meta.url),
      'utf8',
    );
    expect(reference.contents).toMatchObject([{ text: document }]);
    expect(JSON.stringify(read.contents)).toContain(flag);
    expect(resources.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['query-language', 'default']),
    );
  });

  test('a refusal of the API is a result with its reason', async () => {
    const unknown = await call(client, 'get_flag', { project: 'default', flag: 'missing' });
    const invalid = await call(client, 'search_flags', { q: 'is:stael' });
    const argument = await call(client, 'search_flags', { query: 'x' });

    expect(unknown.error).toBe('NotFoundError: Flag "missing" not found.');
    expect(invalid.error).toContain('did you mean "stale"?');
    expect(argument.error).toBe('Unknown property "query".');
  });
});

describe('rights', () => {
  test('a caller gets the errors of the API, and no flag', async () => {
    const project = await aProject(db);
    const viewer = await aUser(db);
    const limited = await connectTo(url, viewer.token);
    const before = await lastEventId(db);

    const { error } = await call(limited, 'create_flag', { project, name: unique('flag') });

    expect(error).toBe(
      `NoAccessError: You need the permission CREATE_FEATURE in project "${project}".\n` +
        `Missing permission CREATE_FEATURE in project "${project}".`,
    );
    expect(await lastEventId(db)).toBe(before);
  });

  test('a private project leaks nothing to others', async () => {
    const project = await aProject(db, { mode: 'private' });
    const secret = await aFlag(db, { project, name: unique('secret') });
    const viewer = await aUser(db);
    const limited = await connectTo(url, viewer.token);
    const known = { project, flag: secret, ...inEnvironment };
    const missing = { project: unique('none'), flag: secret, ...inEnvironment };

    for (const { name, inputSchema } of (await limited.listTools()).tools) {
      const allowed = Object.keys(inputSchema.properties ?? {});
      const only = (input: object) =>
        Object.fromEntries(Object.entries(input).filter(([key]) => allowed.includes(key)));
      const more = only({
        enabled: true,
        percentage: 5,
        variants: [],
        id: 1,
        strategyId,
        name: 'x',
      });
      const refused = await call(limited, name, { ...only(known), ...more });
      const unknown = await call(limited, name, { ...only(missing), ...more });

      const text = JSON.stringify(refused).replaceAll(project, missing.project);
      expect(text, name).toBe(JSON.stringify(unknown));
    }
    const uri = `pennon://projects/${project}/flags/${secret}`;
    await expect(limited.readResource({ uri })).rejects.toThrow('Resource not found');
  });

  const strategyId = '00000000-0000-4000-8000-000000000000';

  test('events name the interface, which a header of a request cannot claim', async () => {
    const [byTool, byHeader] = [unique('flag'), unique('flag')];
    const path = '/api/admin/projects/default/features';
    await call(client, 'create_flag', { project: 'default', name: byTool });
    for (const header of ['mcp', 'mcp undefined']) {
      const headers = { 'pennon-via': header };
      await post(path, { name: header === 'mcp' ? byHeader : unique('flag') }, { headers });
    }

    const eventOf = async (name: string) =>
      (await get(`/api/admin/search/events?feature=IS:${name}`)).body.events[0];
    expect(await eventOf(byTool)).toMatchObject({ via: 'mcp', createdBy: admin.username });
    expect(await eventOf(byHeader)).not.toHaveProperty('via');
    expect(await verifyChain(db)).toMatchObject({ intact: true });
  });
});

describe('proposing', () => {
  test('in a protected environment opens a change request in review, with the reason', async () => {
    const project = await aProtectedProject(db);
    const flag = await aFlag(db, { project });
    const input = { project, flag, ...inEnvironment };

    const proposed = await call(client, 'propose_switch', {
      ...input,
      enabled: true,
      reason: 'Why.',
    });
    const { id } = proposed.changeRequest;
    const listed = await call(client, 'list_change_requests', { project, state: 'open' });
    const shown = await call(client, 'get_change_request', { project, id });

    expect(proposed).toMatchObject({
      outcome: 'change request',
      changeRequest: { project, ...inEnvironment, state: 'In review', changes: 1 },
      link: `${server.config.publicUrl}/projects/${project}/change-requests/${id}`,
    });
    expect(listed).toMatchObject({ total: 1, changeRequests: [{ id, flags: [flag] }] });
    expect(shown).toMatchObject({ comments: [{ text: 'Why.' }], preview: { applicable: true } });
    expect(await isEnabled(db, flag)).toBe(false);
  });

  test('does not send unfinished changes of the same user to review', async () => {
    const project = await aProtectedProject(db);
    const flag = await aFlag(db, { project });
    const path = `/api/admin/projects/${project}/environments/development/change-requests`;
    await post(path, { feature: flag, action: 'addStrategy', payload: { name: 'default' } });

    const input = { project, flag, ...inEnvironment, percentage: 10 };
    const proposed = await call(client, 'propose_rollout', input);

    expect(proposed.changeRequest).toMatchObject({ state: 'Draft', changes: 2 });
  });

  test('elsewhere returns a dry run and changes nothing', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const before = await lastEventId(db);

    const input = { project, flag, ...inEnvironment, enabled: true };
    const proposed = await call(client, 'propose_switch', input);

    expect(proposed).toMatchObject({
      outcome: 'dry run',
      applicable: true,
      flags: [
        {
          name: flag,
          differences: expect.arrayContaining([{ path: '/enabled', before: false, after: true }]),
        },
      ],
      effects: [{ flag, environment: 'development' }],
    });
    expect(await lastEventId(db)).toBe(before);
    expect(await isEnabled(db, flag)).toBe(false);
  });

  test('changes it only if the server allows it and apply is true', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const input = { project, flag, ...inEnvironment };
    const strategiesOf = async () =>
      (await call(writing, 'get_flag', { project, flag })).environments[0].strategies;

    const refused = await call(client, 'propose_switch', { ...input, enabled: true, apply: true });
    expect(refused.error).toBe('Unknown property "apply".');

    for (const percentage of [10, 25]) {
      await call(writing, 'propose_rollout', { ...input, percentage, apply: true });
    }
    const [{ id, parameters }] = await strategiesOf();
    expect(parameters.rollout).toBe('25');
    const title = 'All users';
    await call(writing, 'propose_strategy_update', {
      ...input,
      strategyId: id,
      title,
      apply: true,
    });
    await call(writing, 'propose_strategy_add', { ...input, name: 'default', apply: true });
    expect((await strategiesOf()).map((it: { title: string }) => it.title)).toEqual([title, null]);
    await call(writing, 'propose_strategy_delete', { ...input, strategyId: id, apply: true });
    await call(writing, 'propose_variants', {
      ...input,
      variants: [{ name: 'a', weight: 1000 }],
      apply: true,
    });
    await call(writing, 'propose_switch', { ...input, enabled: true, apply: true });
    expect(await isEnabled(db, flag)).toBe(true);
    const archived = await call(writing, 'propose_archive', { project, flag, apply: true });
    expect(archived).toMatchObject({ outcome: 'changed' });
    expect((await call(writing, 'search_flags', { q: `is:archived ${flag}` })).total).toBe(1);
  });

  test('archiving needs a change request if one environment does, and warns of uses', async () => {
    const project = await aProject(db);
    await aProtection(db, { project, environment: 'production' });
    const flag = await aFlag(db, { project, stale: true });
    await aScan(db, { project, references: [{ flag, path: 'a.ts', line: 7 }] });
    const stale = await call(writing, 'find_stale_flags', { project });
    const found = await call(writing, 'find_code_references', { project, flag });
    expect(stale).toMatchObject({ flags: [{ name: flag, marked: true, total: 1 }], scans: 1 });
    expect(found).toMatchObject({ total: 1, references: [{ path: 'a.ts', line: 7 }] });

    const proposed = await call(writing, 'propose_archive', { project, flag, apply: true });

    expect(proposed.changeRequest).toMatchObject({ environment: 'production' });
    expect(proposed.warning).toBe('Code still refers to the flag: 1 uses were found.');
  });

  test('nobody skips change requests through MCP, not even an Admin', async () => {
    const project = await aProtectedProject(db);
    const flag = await aFlag(db, { project });
    await aStrategy(db, { flag, environment: 'development' });
    const owner = await aUser(db);
    await aGrant(db, { project, userId: owner.id, role: 'Owner' });
    const path = `/api/admin/projects/${project}/features/${flag}/environments/development/on`;

    const through = await post(path, {}, { headers: viaHeader('mcp') });

    expect(through).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
    expect((await post(path)).status).toBe(200);
  });
});
