import { describe, expect, test } from 'vitest';
import { aProject } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { someEvents } from '../../testing/events.ts';
import { anIntegration } from '../../testing/integrations.ts';
import { findMatching } from '../deliveries/reading.ts';
import { findIntegration } from '../integrations/queries.ts';

const { db, get, post, put } = await testApp();

const path = '/api/admin/addons';
const aWebhook = (members: object = {}) => ({
  provider: 'webhook',
  enabled: true,
  parameters: { url: 'https://hooks.example.com/x' },
  events: ['feature-created'],
  ...members,
});

async function sentBy(id: number) {
  const stored = await findIntegration(db, { id, project: null });
  if (!stored) throw new Error('not found');
  const part = { after: stored.position, window: 1000, limit: 100 };
  return (await findMatching(db, stored, part)).events.map(({ project, environment }) =>
    [project, environment].join(' '),
  );
}

describe('/api/admin/addons', () => {
  test('is a view of the integrations of the installation', async () => {
    const created = await post(path, aWebhook({ description: 'Flags', projects: ['a', 'b,"c"'] }));
    await anIntegration(db, { project: await aProject(db) });

    const { addons, providers } = (await get(path)).body;
    const own = await get(`/api/admin/integrations/${created.body.id}`);

    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: created.body.id,
      provider: 'webhook',
      description: 'Flags',
      enabled: true,
      parameters: { url: '*****' },
      events: ['feature-created'],
      projects: ['a', 'b,"c"'],
      environments: [],
    });
    expect(addons).toEqual([created.body]);
    expect(own.body).toMatchObject({
      name: 'Flags',
      filter: {
        type: 'IS_ANY_OF:"feature-created"',
        project: 'IS_ANY_OF:"a","b,""c"""',
        includeUnscoped: true,
      },
    });
    expect(providers.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['webhook', 'slack', 'slack-app', 'teams', 'datadog', 'new-relic']),
    );
  });

  test('a mask keeps the secret, and filters that the peer does not have are kept', async () => {
    const { id } = await anIntegration(db, {
      parameters: { url: 'https://hooks.example.com/secret' },
      filter: { createdBy: 'IS:1', type: 'IS_NOT:feature-created' },
    });
    const before = await findIntegration(db, { id, project: null });

    const shown = await get(`${path}/${id}`);
    const updated = await put(`${path}/${id}`, { ...shown.body, description: 'new' });

    const after = await findIntegration(db, { id, project: null });
    expect(updated.status).toBe(200);
    expect(shown.body.events).not.toContain('feature-created');
    expect(updated.body.events).toEqual(shown.body.events);
    expect(after?.secrets).toEqual(before?.secrets);
    expect(after?.filter.createdBy).toBe('IS:1');
  });

  test('an event without a project or an environment passes their filters', async () => {
    const { body } = await post(path, aWebhook({ projects: ['p'], environments: ['prod'] }));
    const [type, other] = ['feature-created', 'feature-archived'] as const;
    await someEvents(db, [
      { type, project: 'p', environment: 'prod' },
      { type, project: 'p', environment: 'dev' },
      { type, project: 'q', environment: 'prod' },
      { type, project: 'p' },
      { type },
      { type: other, project: 'p', environment: 'prod' },
    ]);

    expect(await sentBy(body.id)).toEqual(['p prod', 'p ', ' ']);
  });

  test.each(['projects', 'environments'])('* in %s is everything', async (member) => {
    const { body } = await post(path, aWebhook({ [member]: ['*'] }));

    expect(body[member]).toEqual([]);
  });

  test.each([
    ['provider', { provider: 'carrier-pigeon' }],
    ['events', { events: [] }],
  ])('an invalid %s is 400', async (member, members) => {
    const { status, body } = await post(path, aWebhook(members));

    expect({ status, path: body.details[0].path }).toEqual({
      status: 400,
      path: `/body/${member}`,
    });
  });

  test('the provider cannot be changed', async () => {
    const { id } = await anIntegration(db);

    expect((await put(`${path}/${id}`, aWebhook({ provider: 'teams' }))).status).toBe(400);
  });
});
