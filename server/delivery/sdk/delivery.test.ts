import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { ensureApiToken } from '../../identity/api-tokens/commands.ts';
import type { TokenPlan } from '../../identity/api-tokens/rules.ts';
import { systemCaller } from '../../platform/caller.ts';
import { aFlag, anApiToken, aProject, aUser, unique } from '../../testing/a.ts';
import { atEnd } from '../../testing/cleanup.ts';
import { openTestDb } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { countStatements } from '../../testing/statements.ts';
import { aStrategy } from '../../testing/targeting.ts';
import { inTransaction } from '../../transactions.ts';

const features = '/api/client/features';

/** Two servers on one database, as two processes are, with their statements counted. */
const opened = await openTestDb();
const { db } = opened;
const [one, other] = [await aServer(), await aServer()];
const admin = await aUser(db, { rootRole: 'Admin' });

describe('the caches', () => {
  test('200 repeated requests need no statement, compressed or not', async () => {
    const server = await aServer();
    const token = await anApiToken(db);
    const etag = String((await server.get(features, token)).headers.etag);
    await server.get(features, token, { 'accept-encoding': 'gzip' });
    await server.app.delivery.close();
    const before = server.statements();

    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 50; attempt++) {
      statuses.add((await server.get(features, token)).statusCode);
      statuses.add((await server.get(features, token, { 'if-none-match': etag })).statusCode);
      statuses.add((await server.get(features, token, { 'accept-encoding': 'gzip' })).statusCode);
      statuses.add((await server.get(`${features}/nothing`, token)).statusCode);
    }

    expect([...statuses].sort()).toEqual([200, 304, 404]);
    expect(server.statements() - before).toBe(0);
  });

  test('invalid tokens are queried once', async () => {
    const server = await aServer();
    await server.get(features, '*:development.nonsense');
    await server.app.delivery.close();
    const before = server.statements();

    const { statusCode } = await server.get(features, '*:development.nonsense');

    expect(statusCode).toBe(401);
    expect(server.statements() - before).toBe(0);
  });

  test('after a change, 100 concurrent requests cost one statement', async () => {
    const server = await aServer();
    const token = await anApiToken(db);
    const { headers } = await server.get(features, token);
    await aChange();
    await server.app.delivery.poll();
    await server.app.delivery.close();
    const before = server.statements();

    const responses = await Promise.all(
      Array.from({ length: 100 }, () => server.get(features, token)),
    );

    expect(new Set(responses.map(({ headers: { etag } }) => etag)).size).toBe(1);
    expect(responses[0]?.headers.etag).not.toBe(headers.etag);
    expect(server.statements() - before).toBe(1);
  });

  test('continuous changes cost ten polls a second, not one each', async () => {
    const server = await aServer();
    await server.get(features, await anApiToken(db));
    await server.app.delivery.poll();
    const [before, began] = [server.statements(), performance.now()];

    for (let change = 0; change < 60; change++) await aChange();

    const seconds = (performance.now() - began) / 1000;
    // Besides those on notification, there is one poll a second.
    expect(server.statements() - before).toBeLessThanOrEqual(2 + Math.ceil(11 * seconds));
  });

  test('an environment that was updated equals one that was read completely', async () => {
    const token = await anApiToken(db);
    await one.get(features, token);
    for (let change = 0; change < 5; change++) {
      await aChange();
      await one.app.delivery.poll();
      await one.get(features, token);
    }

    const fresh = await aServer();

    expect((await one.get(features, token)).body).toBe((await fresh.get(features, token)).body);
  });
});

describe('several processes', () => {
  test('a change on one is served by the other', async () => {
    const token = await anApiToken(db);
    const { headers } = await other.get(features, token);

    const name = await aChange();

    await eventually(async () => {
      const { body } = await other.get(features, token, {
        'if-none-match': String(headers.etag),
      });
      expect(body).toContain(name);
    });
  });

  test('both serve the same revision and the same body', async () => {
    const token = await anApiToken(db);
    await aChange();
    await Promise.all([one.app.delivery.poll(), other.app.delivery.poll()]);

    const [here, there] = [await one.get(features, token), await other.get(features, token)];

    expect(here.headers.etag).toBe(there.headers.etag);
    expect(here.body).toBe(there.body);
  });

  test('a token deleted on one is refused by the other, and so is one that has expired', async () => {
    const { token, path } = await aTokenByApi();
    expect((await other.get(features, token)).statusCode).toBe(200);

    await one.app.inject({ method: 'DELETE', url: path, headers: { authorization: admin.token } });

    await eventually(async () => expect((await other.get(features, token)).statusCode).toBe(401));
  });

  test('a token that expires while it is cached is refused immediately', async () => {
    // Longer than the requests before it take on a busy machine.
    const expiresAt = new Date(Date.now() + 5000).toISOString();
    const token = await anApiToken(db, { expiresAt });
    expect((await one.get(features, token)).statusCode).toBe(200);

    await eventually(async () => expect((await one.get(features, token)).statusCode).toBe(401));

    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
  });

  test('a token that was refused is accepted once it is created', async () => {
    const text = `*:development.${unique('secret')}`;
    expect((await one.get(features, text)).statusCode).toBe(401);

    await inTransaction(db, (tx) => ensureApiToken(tx, systemCaller, aPlan, text));

    await eventually(async () => expect((await one.get(features, text)).statusCode).toBe(200));
  });
});

describe('scope', () => {
  test('a token cannot read another environment or project, with any query', async () => {
    const server = await aServer();
    const projects = [await aProject(db), await aProject(db), await aProject(db)];
    const environments = ['development', 'production'];
    for (const project of projects) {
      for (const enabled of [[], ['development'], ['production'], environments]) {
        const flag = await aFlag(db, { project, enabled });
        for (const environment of environments) {
          await aStrategy(db, { flag, environment, parameters: { mark: environment } });
        }
      }
    }
    const scope = fc.record({
      mine: fc.subarray(projects, { minLength: 1 }),
      queried: fc.subarray(projects),
      environment: fc.constantFrom(...environments),
      queriedEnvironment: fc.constantFrom(...environments),
    });

    await fc.assert(
      fc.asyncProperty(scope, async ({ mine, queried, environment, queriedEnvironment }) => {
        const token = await anApiToken(db, { projects: mine, environment });
        const query = [
          `environment=${queriedEnvironment}`,
          ...queried.map((project) => `project=${project}`),
        ];
        const { body } = await server.get(`${features}?${query.join('&')}`, token);
        const received = JSON.parse(body).features as Received[];

        expect(new Set(received.map(({ project }) => project))).toEqual(new Set(mine));
        expect(received).toHaveLength(mine.length * 4);
        expect(received.filter(({ enabled }) => enabled)).toHaveLength(mine.length * 2);
        expect(received.flatMap(({ strategies }) => strategies)).toEqual(
          received.map(() => expect.objectContaining({ parameters: { mark: environment } })),
        );
      }),
      { numRuns: 50 },
    );
  });
  type Received = { project: string; enabled: boolean; strategies: object[] };
});

describe('when the database is unavailable', () => {
  test('the stale response is served, and 304 too', async () => {
    const closing = await openTestDb({ reusable: false });
    const server = await aServer(closing);
    const token = await anApiToken(closing.db);
    const before = await server.get(features, token);
    await server.get(features, token, { 'accept-encoding': 'br' });

    await closing.close();

    await expect(server.app.delivery.poll()).rejects.toThrow();
    const after = await server.get(features, token);
    const unchanged = await server.get(features, token, {
      'if-none-match': String(before.headers.etag),
    });
    expect([after.statusCode, unchanged.statusCode]).toEqual([200, 304]);
    expect(after.body).toBe(before.body);
  });
});

const aPlan = {
  tokenName: 'chosen',
  type: 'client',
  environment: 'development',
  projects: [],
  expiresAt: null,
} satisfies TokenPlan;

async function aServer(on = opened) {
  const { db, count } = countStatements(on.db);
  const app = await buildApp({
    ...on,
    db,
    config: readConfig({}),
    log: false,
  });
  await app.ready();
  atEnd(() => app.close());
  const get = (url: string, token: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { authorization: token, ...headers } });
  return { app, get, statements: count };
}

/** Through the first server, with its event. */
async function aChange(): Promise<string> {
  const name = unique('flag');
  await one.app.inject({
    method: 'POST',
    url: '/api/admin/projects/default/features',
    headers: { authorization: admin.token },
    payload: { name },
  });
  return name;
}

async function aTokenByApi(): Promise<{ token: string; path: string }> {
  const response = await one.app.inject({
    method: 'POST',
    url: '/api/admin/api-tokens',
    headers: { authorization: admin.token },
    payload: { tokenName: unique('token'), type: 'client', environment: 'development' },
  });
  const { secret } = response.json();
  return { token: secret, path: `/api/admin/api-tokens/${encodeURIComponent(secret)}` };
}
