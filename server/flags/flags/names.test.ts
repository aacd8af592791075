import { describe, expect, test } from 'vitest';
import { aFlag, aProject, aUser, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, post } = await testApp();

const now = () => new Date().toISOString();

describe('POST /api/admin/features/validate', () => {
  test('a valid name that is free is 200', async () => {
    const response = await post('/api/admin/features/validate', { name: unique('flag') });

    expect(response.status).toBe(200);
  });

  test.each([
    ['an empty name', ''],
    ['a name of 101 characters', 'x'.repeat(101)],
    ['a name with a slash', 'a/b'],
    ['two dots', '..'],
    ['a key that Fastify refuses in bodies', '__proto__'],
  ])('%s is 400', async (_, name) => {
    expect(await post('/api/admin/features/validate', { name })).toMatchObject({
      status: 400,
      body: { name: 'BadDataError', details: [{ path: '/body/name' }] },
    });
  });

  test('the name of a flag, archived or not, is 409', async () => {
    const names = [await aFlag(db), await aFlag(db, { archivedAt: now() })];

    for (const name of names) {
      expect(await post('/api/admin/features/validate', { name })).toMatchObject({
        status: 409,
        body: { name: 'NameExistsError' },
      });
    }
  });

  test('with projectId the naming pattern of the project applies', async () => {
    const project = await aProject(db, { naming: { pattern: '[a-z]+', example: 'abc' } });
    const validate = (projectId: string | null) =>
      post('/api/admin/features/validate', { name: 'A-1-b', projectId });

    const responses = [
      await validate(project),
      await validate('default'),
      await validate(null),
      await validate(''),
    ];

    expect(responses.map(({ status }) => status)).toEqual([400, 200, 200, 200]);
  });

  test('a project that is unknown, archived or hidden is 404', async () => {
    const viewer = await aUser(db);
    const hidden = await aProject(db, { mode: 'private' });
    const archived = await aProject(db, { archivedAt: now() });

    for (const projectId of ['moon', archived, hidden]) {
      const response = await post(
        '/api/admin/features/validate',
        { name: unique('flag'), projectId },
        { token: viewer.token },
      );
      expect(response).toMatchObject({ status: 404, body: { name: 'NotFoundError' } });
    }
  });
});
