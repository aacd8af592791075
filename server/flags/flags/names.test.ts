import { describe, expect, test } from 'vitest';
import { aFlag, aProject, aUser, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, post } = await testApp();

const now = () => new Date().toISOString();

describe('POST /api/admin/features/validate', () => {
  test('a good name that is free is good', async () => {
    const answer = await post('/api/admin/features/validate', { name: unique('flag') });

    expect(answer.status).toBe(200);
  });

  test.each([
    ['an empty name', ''],
    ['a name of 101 characters', 'x'.repeat(101)],
    ['a name with a slash', 'a/b'],
    ['two dots', '..'],
    ['a key that JSON tools refuse', '__proto__'],
  ])('%s is not', async (_, name) => {
    expect(await post('/api/admin/features/validate', { name })).toMatchObject({
      status: 400,
      body: { name: 'BadDataError', details: [{ path: '/body/name' }] },
    });
  });

  test('a name that is taken is 409, in the archive too', async () => {
    const names = [await aFlag(db), await aFlag(db, { archivedAt: now() })];

    for (const name of names) {
      expect(await post('/api/admin/features/validate', { name })).toMatchObject({
        status: 409,
        body: { name: 'NameExistsError' },
      });
    }
  });

  test('the rule of the project counts, if one is named', async () => {
    const project = await aProject(db, { naming: { pattern: '[a-z]+', example: 'abc' } });
    const ask = (projectId: string | null) =>
      post('/api/admin/features/validate', { name: 'A-1-b', projectId });

    const answers = [await ask(project), await ask('default'), await ask(null), await ask('')];

    expect(answers.map(({ status }) => status)).toEqual([400, 200, 200, 200]);
  });

  test('a project that is unknown, archived or hidden is not found', async () => {
    const viewer = await aUser(db);
    const hidden = await aProject(db, { mode: 'private' });
    const archived = await aProject(db, { archivedAt: now() });

    for (const projectId of ['moon', archived, hidden]) {
      const answer = await post(
        '/api/admin/features/validate',
        { name: unique('flag'), projectId },
        { token: viewer.token },
      );
      expect(answer).toMatchObject({ status: 404, body: { name: 'NotFoundError' } });
    }
  });
});
