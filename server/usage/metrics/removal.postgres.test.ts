import { expect, test } from 'vitest';
import { aFlag, aProject } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { lockEventLog, runConcurrently } from '../../testing/locks.ts';
import { inTransaction } from '../../transactions.ts';
import { saveReports } from './commands.ts';

const { db, get, del } = await testApp();

test('usage that is written while its environment is removed counts as that of an unknown flag', async () => {
  const project = await aProject(db);
  const flag = await aFlag(db, { project, createdAt: '2026-01-01T00:00:00.000Z' });
  const report = {
    flag,
    environment: 'production',
    application: 'shop',
    hour: Date.parse('2026-01-01T10:00:00Z'),
    scope: null,
    yes: 1,
    no: 0,
    variants: new Map<string, number>(),
    seenAt: Date.parse('2026-01-01T10:30:00Z'),
  };

  await runConcurrently<unknown>(db, lockEventLog, [
    () => del(`/api/admin/projects/${project}/environments/production`),
    () => inTransaction(db, (tx) => saveReports(tx, [report])),
  ]);

  const { body } = await get('/api/admin/metrics/unknown-flags');
  expect(body.unknownFlags).toMatchObject([{ name: flag, environment: 'production' }]);
});
