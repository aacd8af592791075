import { expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { partsOn, testApp } from '../../testing/app.ts';
import { atEnd } from '../../testing/cleanup.ts';

const { db, config, admin, get, post } = await testApp();
const path = '/api/admin/record-ui-error';

test('no telemetry is sent', async () => {
  expect((await get('/api/admin/telemetry/settings')).body).toEqual({
    versionInfoCollectionEnabled: false,
    featureInfoCollectionEnabled: false,
  });
});

test('an error of the user interface is written to the log, without secrets', async () => {
  const lines: string[] = [];
  const log = { write: (line: string) => lines.push(line) };
  const app = await buildApp({ ...partsOn(db, config), log });
  atEnd(() => app.close());
  const errorMessage = `no page\n{"level":60} user:${'ab'.repeat(28)}`;

  const { statusCode } = await app.inject({
    method: 'POST',
    url: path,
    headers: { authorization: admin.token },
    payload: { errorMessage, errorStack: 'at Page' },
  });

  const reports = lines.map((line) => JSON.parse(line)).filter(({ uiError }) => uiError);
  expect(statusCode).toBe(204);
  expect(reports).toMatchObject([
    {
      level: 40,
      userId: admin.id,
      uiError: { message: 'no page\n{"level":60} user:[redacted]', stack: 'at Page' },
    },
  ]);
});

test('long reports are 400, and many are 429', async () => {
  expect((await post(path, { errorMessage: 'x'.repeat(2001) })).status).toBe(400);
  expect((await post(path, { errorStack: 'x' })).status).toBe(400);

  const statuses: number[] = [];
  for (let report = 0; report < 30; report++) {
    statuses.push((await post(path, { errorMessage: 'x'.repeat(2000) })).status);
  }

  expect([...new Set(statuses)]).toEqual([204, 429]);
});
