import { describe, expect, test } from 'vitest';
import { aGrant, aProject, aUser, changesSince, lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { someEvents } from '../../testing/events.ts';
import { anIntegration } from '../../testing/integrations.ts';
import { findMatching } from '../deliveries/reading.ts';
import { findIntegration } from './queries.ts';

const { db, get, post, put, del, withConfig } = await testApp();

const path = '/api/admin/integrations';
const url = 'https://hooks.invalid/services/T0/secret-part';
const aWebhook = (members: object = {}) => ({
  name: unique('hook'),
  kind: 'webhook',
  parameters: { url },
  ...members,
});

describe('POST /api/admin/integrations', () => {
  test('secrets are encrypted, masked in responses and absent from events', async () => {
    const before = await lastEventId(db);
    const parameters = { url, authorization: 'Bearer sesame', contentType: 'application/json' };

    const created = await post(path, aWebhook({ parameters }));

    const { id, signingSecret, ...shown } = created.body;
    expect(created.status).toBe(201);
    expect(signingSecret).toMatch(/^whsec_/);
    expect(shown.parameters).toEqual({
      url: '*****',
      authorization: '*****',
      contentType: 'application/json',
    });
    expect((await get(`${path}/${id}`)).body).toEqual({ id, ...shown });
    const stored = await db.selectFrom('integrations').selectAll().execute();
    const everywhere = JSON.stringify([stored, await changesSince(db, before), shown]);
    expect(everywhere).not.toMatch(/sesame|secret-part|whsec_/);
  });

  test('the log contains no secret, whether it succeeds or not', async () => {
    const lines: string[] = [];
    const log = { write: (line: string) => lines.push(line) };
    const server = await withConfig({ logLevel: 'trace' }, { log });
    const parameters = { url, authorization: 'sesame' };

    const created = await server.post(path, aWebhook({ parameters }));
    const refused = await server.post(path, aWebhook({ parameters, kind: 'slack' }));
    const tested = await server.post(`${path}/${created.body.id}/test`);

    expect([created, refused, tested].map(({ status }) => status)).toEqual([201, 400, 200]);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.join('')).not.toMatch(/sesame|secret-part|whsec_/);
  });

  test('a given signing secret is used; a kind without signatures has none', async () => {
    const signingSecret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

    const webhook = await post(path, aWebhook({ signingSecret }));
    const slack = await post(path, aWebhook({ kind: 'slack' }));

    expect(webhook.body.signingSecret).toBe(signingSecret);
    expect(slack.body.signingSecret).toBeNull();
    expect(await post(path, aWebhook({ kind: 'slack', signingSecret }))).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/signingSecret' }] },
    });
  });

  test.each([
    ['url', {}, 'is required'],
    ['url', { url: 'ftp://x' }, 'must be an http or https address'],
    ['url', { url: 'https://me:pw@x' }, 'must not contain credentials'],
    ['contentType', { url, contentType: 'x\r\ny: z' }, 'must be a media type'],
    ['authorization', { url, authorization: 'a\nb' }, 'must be printable ASCII'],
    ['authorization', { url, authorization: '*****' }, 'has no stored value'],
    ['customHeaders', { url, customHeaders: '[]' }, 'must be a JSON object'],
    ['customHeaders', { url, customHeaders: '{"Host": "x"}' }, 'must not set the header "Host"'],
    ['customHeaders', { url, customHeaders: '{"a b": "x"}' }, 'malformed header name'],
    ['customHeaders', { url, customHeaders: '{"a": "\\n"}' }, 'printable ASCII'],
    ['customHeaders', { url, customHeaders: '{"webhook-id": "1"}' }, 'must not set'],
    ['bodyTemplate', { url, bodyTemplate: '{{#x}}{{/x}}' }, 'has the placeholder {{#x}}'],
    ['bodyTemplate', { url, bodyTemplate: '{{event.id}} plain' }, 'must be JSON'],
    ['apiKey', { url, apiKey: 'x' }, 'is no parameter of kind "webhook"'],
  ])('%s: %j is 400', async (name, parameters, message) => {
    const { status, body } = await post(path, aWebhook({ parameters }));

    expect({ status, details: body.details }).toEqual({
      status: 400,
      details: [{ path: `/body/parameters/${name}`, message: expect.stringContaining(message) }],
    });
  });

  test('a template of another media type need not be JSON', async () => {
    const parameters = { url, contentType: 'text/plain', bodyTemplate: 'by {{event.createdBy}}' };

    expect(await post(path, aWebhook({ parameters }))).toMatchObject({ status: 201 });
  });

  test.each([{ type: 'feature-created' }, { createdBy: 'IS:ada' }, { from: 'IS:2026-02-30' }])(
    'the filter %j is 400, as in event search',
    async (filter) => {
      const query = new URLSearchParams(filter as Record<string, string>);
      const search = await get(`/api/admin/search/events?${query}`);

      const { status, body } = await post(path, aWebhook({ filter }));

      expect({ status, message: body.message }).toEqual({
        status: search.status,
        message: search.body.message,
      });
      expect(status).toBe(400);
    },
  );

  test('without an encryption key it is 409', async () => {
    const without = await withConfig({}, { encryptionKeys: [] });

    const { status, body } = await without.post(path, aWebhook());

    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: 'Integrations need an encryption key: set ENCRYPTION_KEY or ENCRYPTION_KEY_FILE.',
    });
  });
});

describe('PUT /api/admin/integrations/:id', () => {
  test('a mask keeps the stored secret, absence removes it', async () => {
    const parameters = { url, authorization: 'Bearer sesame' };
    const { id, name, secrets } = await anIntegration(db, { parameters });
    const masked = { url: '*****', authorization: '*****' };

    await put(`${path}/${id}`, { name, parameters: masked, description: 'x' });
    const kept = await findIntegration(db, { id, project: null });
    await put(`${path}/${id}`, { name, parameters: { url: '*****' } });
    const removed = await findIntegration(db, { id, project: null });

    expect(kept?.secrets).toEqual(secrets);
    expect(Object.keys(removed?.secrets ?? {}).sort()).toEqual(['signingSecret', 'url']);
  });

  test('the event names changed parameters, without values', async () => {
    const { id, name } = await anIntegration(db);
    const before = await lastEventId(db);

    await put(`${path}/${id}`, { name, parameters: { url, contentType: 'text/json' } });

    const [event] = await changesSince(db, before);
    expect(event).toMatchObject({ data: { changedParameters: ['contentType', 'url'] } });
    expect(JSON.stringify(event)).not.toMatch(/hooks\.invalid|text\/json/);
  });

  test('a call that changes nothing records nothing', async () => {
    const { id, name } = await anIntegration(db);
    const before = await lastEventId(db);

    await put(`${path}/${id}`, { name, parameters: { url: '*****' } });
    await post(`${path}/${id}/resume`, {});

    // The builder saves as the system, which is an Admin.
    expect(await changesSince(db, before)).toEqual([]);
  });
});

describe('what is sent', () => {
  const types = async (id: number, project: string | null = null) => {
    const stored = await findIntegration(db, { id, project });
    if (!stored) throw new Error('not found');
    const after = stored.position;
    const { events } = await findMatching(db, stored, { after, window: 1000, limit: 100 });
    return events.map((event) => `${event.type} ${event.project}`);
  };

  test('an Editor gets events of projects only; so does what an Editor saved last', async () => {
    const editor = await aUser(db, { rootRole: 'Editor' });
    const byEditor = await post(path, aWebhook(), { token: editor.token });
    const byAdmin = await post(path, aWebhook());
    const taken = await post(path, aWebhook());
    const update = { name: 'mine', parameters: { url: 'https://mine.example.com' } };
    await put(`${path}/${taken.body.id}`, update, { token: editor.token });
    const filter = { type: 'IS_ANY_OF:user-created,project-created' };
    for (const { body } of [byEditor, byAdmin, taken]) {
      await db
        .updateTable('integrations')
        .set({ filter: JSON.stringify(filter) })
        .where('id', '=', body.id)
        .execute();
    }
    await someEvents(db, [{ type: 'user-created' }, { type: 'project-created', project: 'p' }]);

    expect(await types(byEditor.body.id)).toEqual(['project-created p']);
    expect(await types(taken.body.id)).toEqual(['project-created p']);
    expect(await types(byAdmin.body.id)).toEqual(['user-created null', 'project-created p']);
  });

  test('an integration of a project gets events of that project only, whatever its filter', async () => {
    const [own, other] = [await aProject(db, { mode: 'private' }), await aProject(db)];
    const owner = await aUser(db);
    await aGrant(db, { project: own, userId: owner.id, role: 'Owner' });
    const filter = { project: `IS_ANY_OF:${own},${other}`, includeUnscoped: true };
    const base = `/api/admin/projects/${own}/integrations`;
    const { body } = await post(base, aWebhook({ filter }), { token: owner.token });
    await someEvents(db, [
      { type: 'feature-archived', project: own },
      { type: 'feature-archived', project: other },
      { type: 'feature-archived', project: null },
    ]);

    expect(await types(body.id, own)).toEqual([
      `addon-config-created ${own}`,
      `feature-archived ${own}`,
    ]);
  });
});

describe('/api/admin/projects/:projectId/integrations', () => {
  test('the same id is found in its own scope only', async () => {
    const [project, other] = [await aProject(db), await aProject(db)];
    const { id } = await anIntegration(db, { project });
    const global = await anIntegration(db);

    const statuses = [
      (await get(`/api/admin/projects/${project}/integrations/${id}`)).status,
      (await get(`/api/admin/projects/${other}/integrations/${id}`)).status,
      (await get(`${path}/${id}`)).status,
      (await del(`/api/admin/addons/${id}`)).status,
      (await get(`/api/admin/projects/${project}/integrations/${global.id}`)).status,
      (await get(`/api/admin/projects/${other}/integrations/${id}/deliveries`)).status,
    ];

    expect(statuses).toEqual([200, 404, 404, 404, 404, 404]);
  });

  test('a Member may not use them', async () => {
    const project = await aProject(db);
    const member = await aUser(db);
    await aGrant(db, { project, userId: member.id, role: 'Member' });

    const { status } = await get(`/api/admin/projects/${project}/integrations`, {
      token: member.token,
    });

    expect(status).toBe(403);
  });

  test('they are deleted with their project', async () => {
    const project = await aProject(db);
    const { id } = await anIntegration(db, { project });

    await del(`/api/admin/projects/${project}`);

    expect(await findIntegration(db, { id, project })).toBeUndefined();
  });
});
