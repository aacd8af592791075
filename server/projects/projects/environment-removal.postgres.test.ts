import { describe, expect, test } from 'vitest';
import { aFlag, aProject, changesSince, lastEventId } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { lockEventLog, runConcurrently } from '../../testing/locks.ts';
import { aStrategy } from '../../testing/targeting.ts';

const { db, call } = await testApp();

const writes = {
  'the update of a strategy': ['PUT', '/strategies/:id', { title: 'new' }],
  'a new strategy': ['POST', '/strategies', { name: 'default' }],
  'the removal of a strategy': ['DELETE', '/strategies/:id', undefined],
  'the switch': ['POST', '/off', undefined],
  'a set of variants': ['PUT', '/variants', [{ name: 'only', weight: 1 }]],
} as const;

describe('DELETE /api/admin/projects/:projectId/environments/:environment', () => {
  test.each(Object.entries(writes))(
    '%s during the removal of the environment is 404 and records nothing',
    async (_, [method, path, body]) => {
      const project = await aProject(db);
      const flag = await aFlag(db, { project, enabled: ['production'] });
      const id = await aStrategy(db, { flag, environment: 'production' });
      const before = await lastEventId(db);
      const inProject = `/api/admin/projects/${project}`;
      const inEnvironment = `${inProject}/features/${flag}/environments/production`;

      const [removal, write] = await runConcurrently(db, lockEventLog, [
        () => call('DELETE', `${inProject}/environments/production`),
        () => call(method, `${inEnvironment}${path.replace(':id', id)}`, { body }),
      ]);

      expect([removal?.status, write?.status]).toEqual([200, 404]);
      expect((await changesSince(db, before)).map(({ type }) => type)).toEqual([
        'project-environment-removed',
      ]);
    },
  );
});
