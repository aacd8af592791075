import { describe, expect, test } from 'vitest';
import { anApiToken, aProject, aUser } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, post, withConfig } = await testApp();
const path = '/edge/validate';
const validate = (tokens: unknown) => post(path, { tokens }, { token: null });

describe(`POST ${path}`, () => {
  test('returns valid tokens with their type and projects, in the given order', async () => {
    const [one, two] = [await aProject(db), await aProject(db)].sort() as [string, string];
    const frontend = await anApiToken(db, { type: 'frontend', projects: [two, one] });
    const client = await anApiToken(db);
    const admin = await anApiToken(db, { type: 'admin' });

    const { status, body } = await validate([frontend, client, client, admin]);

    expect(status).toBe(200);
    expect(body).toEqual({
      tokens: [
        { token: frontend, type: 'frontend', projects: [one, two] },
        { token: client, type: 'client', projects: ['*'] },
        { token: admin, type: 'admin', projects: ['*'] },
      ],
    });
  });

  test('returns nothing for unknown, expired and personal tokens, or placeholders', async () => {
    const expired = await anApiToken(db, { expiresAt: '2020-01-01T00:00:00.000Z' });
    const { token: personal } = await aUser(db);

    const { status, body } = await validate([
      expired,
      personal,
      '*:*.hidden-1',
      '',
      '%',
      "' or true --",
    ]);

    expect({ status, body }).toEqual({ status: 200, body: { tokens: [] } });
  });

  test('the number and the length of tokens are limited', async () => {
    const statuses = await Promise.all([
      validate(Array(1000).fill('x')),
      validate(Array(1001).fill('x')),
      validate(['x'.repeat(500)]),
      validate(['x'.repeat(501)]),
      validate('x'),
      validate([1]),
    ]);

    expect(statuses.map(({ status }) => status)).toEqual([200, 400, 200, 400, 400, 400]);
  });

  test('more requests in a minute than allowed are 429', async () => {
    const limited = await withConfig({ edgePerMinute: 2 });
    const statuses: number[] = [];
    for (let request = 0; request < 3; request++) {
      statuses.push((await limited.post(path, { tokens: [] }, { token: null })).status);
    }

    expect(statuses).toEqual([200, 200, 429]);
  });
});
