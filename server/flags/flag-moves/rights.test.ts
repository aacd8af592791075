import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import {
  aFlag,
  aGrant,
  aProject,
  aTagging,
  aUser,
  changesSince,
  lastEventId,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { app, db } = await testApp();

const calls = {
  'POST /api/admin/features/:featureName/tags': { value: 'urgent' },
  'PUT /api/admin/features/:featureName/tags': {
    addedTags: [{ type: 'simple', value: 'urgent' }],
    removedTags: [],
  },
  'DELETE /api/admin/features/:featureName/tags/simple/old': {},
  'POST /api/admin/archive/revive/:featureName': {},
  'DELETE /api/admin/archive/:featureName': {},
};

describe.each(Object.entries(calls))('%s', (route, body) => {
  test('a flag that is moved after the permission check is 404', async () => {
    const [project, target] = [await aProject(db), await aProject(db)];
    const archived = route.includes('/archive/') ? { archivedAt: '2026-01-01T00:00:00.000Z' } : {};
    const flag = await aFlag(db, { project, ...archived });
    await aTagging(db, { flag, value: 'old' });
    const member = await aUser(db);
    await aGrant(db, { project, userId: member.id });
    const before = await lastEventId(db);
    const [method, path = ''] = route.split(' ');

    const { statusCode } = await app.inject({
      method: method as 'POST',
      url: path.replace(':featureName', flag),
      headers: { authorization: member.token, 'content-type': 'application/json' },
      payload: sentAfter(() => move(flag, target), body),
    });

    expect(statusCode).toBe(404);
    expect(await changesSince(db, before)).toEqual([]);
  });
});

/** The body is read after the permission check, so `act` runs between the two. */
function sentAfter(act: () => Promise<void>, body: object): Readable {
  return new Readable({
    read() {
      void act().then(() => {
        this.push(JSON.stringify(body));
        this.push(null);
      });
    },
  });
}

async function move(name: string, project: string): Promise<void> {
  await db.updateTable('flags').set({ project }).where('name', '=', name).execute();
}
