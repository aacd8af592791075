import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { adminsOnly, type Example, type World } from '../../testing/example.ts';

const path = '/api/admin/unleash-import';

const elsewhere = 'https://unleash.example';

/** Nothing may change during the next test. */
async function waitForEnd({ get }: World): Promise<void> {
  const isRunning = async () => {
    const { run } = (await get(path)).body;
    return run?.state === 'running' && run.url !== elsewhere;
  };
  while (await isRunning()) await setImmediate();
}

/** A row as another process has it. */
async function aRunElsewhere({ db }: World): Promise<void> {
  const run = { kind: 'preview', url: elsewhere, started_by: 'root' } as const;
  await db.deleteFrom('import_runs').execute();
  await db
    .insertInto('import_runs')
    .values({ id: randomUUID(), ...run })
    .execute();
}

export const importRunExamples: Example[] = [
  { method: 'GET', path, arrange: async () => ({}), access: adminsOnly },
  {
    method: 'POST',
    path,
    // A private address, which is refused before a connection.
    arrange: async ({ db }) => {
      await db.deleteFrom('import_runs').execute();
      return { body: { kind: 'preview', url: 'http://10.0.0.1', token: '*:*.secret' } };
    },
    access: adminsOnly,
    records: { nothing: 'the end of an import is recorded' },
    restore: waitForEnd,
  },
  {
    method: 'POST',
    path: `${path}/cancel`,
    arrange: async (world) => {
      await aRunElsewhere(world);
      return {};
    },
    access: adminsOnly,
    records: { nothing: 'the end of an import is recorded' },
    restore: aRunElsewhere,
  },
];
