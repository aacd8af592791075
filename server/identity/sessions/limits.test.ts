import { describe, expect, test } from 'vitest';
import { aPassword, aUser, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, withConfig } = await testApp();
const limited = await withConfig({ loginsPerMinute: 3 });
const password = await aPassword();

describe('POST /auth/simple/login', () => {
  test('attempts beyond the limit per minute are 429', async () => {
    await db.deleteFrom('attempts').execute();
    const attempt = () =>
      limited.post('/auth/simple/login', { username: 'x', password: 'x' }, { token: null });
    const allowed = [await attempt(), await attempt(), await attempt()];

    const { status, body, headers } = await attempt();

    expect(allowed.map((response) => response.status)).toEqual([401, 401, 401]);
    expect(status).toBe(429);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'RateLimitError',
      message: expect.stringContaining('Try again in'),
      details: [{ message: expect.any(String) }],
    });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  test('attempts of an address at several processes are counted together', async () => {
    await db.deleteFrom('attempts').execute();
    const processes = [
      await withConfig({ loginsPerMinute: 3 }),
      await withConfig({ loginsPerMinute: 3 }),
    ];
    const statuses: number[] = [];
    for (const { post } of [...processes, ...processes]) {
      const body = { username: unique('nobody'), password: 'x' };
      statuses.push((await post('/auth/simple/login', body, { token: null })).status);
    }

    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  test.each([
    ['a user', async () => (await aUser(db, { passwordHash: password.hash })).username],
    ['an unknown name', async () => unique('nobody')],
  ])('failed logins of %s are limited, from all addresses together', async (_, nameOf) => {
    const username = await nameOf();
    const strict = await withConfig({ loginFailuresMax: 2, trustProxy: 1 });
    const attempt = async (name: string, index: number) => {
      const headers = { 'x-forwarded-for': `203.0.113.${index}` };
      const body = { username: name, password: 'wrong' };
      return (await strict.post('/auth/simple/login', body, { token: null, headers })).status;
    };

    const statuses = [];
    for (const index of [1, 2, 3]) statuses.push(await attempt(username.toUpperCase(), index));

    expect(statuses).toEqual([401, 401, 429]);
    expect(await attempt(unique('other'), 4)).toBe(401);
  });

  test('a login ends the count of failures, by username and by e-mail alike', async () => {
    const email = `${unique('ann')}@example.com`;
    const { username } = await aUser(db, { passwordHash: password.hash, email });
    const strict = await withConfig({ loginFailuresMax: 2 });
    const attempt = async (name: string, secret: string) => {
      const body = { username: name, password: secret };
      return (await strict.post('/auth/simple/login', body, { token: null })).status;
    };

    const statuses = [
      await attempt(username, 'wrong'),
      await attempt(email, password.text),
      await attempt(username, 'wrong'),
      await attempt(email, 'wrong'),
      await attempt(username, password.text),
    ];

    expect(statuses).toEqual([401, 200, 401, 401, 429]);
  });
});
