import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { openDb } from './platform/db/connect.ts';
import type { OpenDb } from './platform/db/open.ts';
import { emptyInstallation, type Running, send, startPennon } from './testing/process.ts';
import { caseCount } from './testing/scale.ts';

const rounds = caseCount({ short: 2, full: 20 });
const writers = 4;

test(`${rounds} kills during writes lose no acknowledged write`, async () => {
  const env = await emptyInstallation();
  const acknowledged: string[] = [];

  for (let round = 1; round <= rounds; round++) {
    const server = await startPennon(env);
    const killAfter = acknowledged.length + randomInt(1, 60);
    const burst = Array.from({ length: writers }, (_, writer) =>
      writeUntilKilled(server, `r${round}-w${writer}`, acknowledged, killAfter),
    );
    await Promise.all(burst);
    await server.exited;
  }

  const opened = await openDb(readConfig(env));
  const { stored, recorded } = await projectsAndEvents(opened);
  await opened.close();
  const missing = acknowledged.filter((id) => !stored.has(id));
  expect(acknowledged.length).toBeGreaterThanOrEqual(rounds);
  expect(missing, 'acknowledged but lost').toEqual([]);
  expect(
    [...stored].filter((id) => !recorded.has(id)),
    'changed without an event',
  ).toEqual([]);
  expect(
    [...recorded].filter((id) => !stored.has(id)),
    'an event without its change',
  ).toEqual([]);
}, 900_000);

/** Creates projects one after another; the writer that reaches the number kills the server. */
async function writeUntilKilled(
  server: Running,
  prefix: string,
  acknowledged: string[],
  killAfter: number,
): Promise<void> {
  for (let number = 1; ; number++) {
    const id = `${prefix}-${number}`;
    const response = await send(server, 'POST', '/api/admin/projects', { id, name: id });
    if (response === undefined) return;
    expect(response.status).toBe(201);
    acknowledged.push(id);
    if (acknowledged.length >= killAfter) void server.stop('SIGKILL');
  }
}

async function projectsAndEvents({ db }: OpenDb) {
  const projects = await db
    .selectFrom('projects')
    .select('id')
    .where('id', '<>', 'default')
    .execute();
  const events = await db
    .selectFrom('events')
    .select('project')
    .where('type', '=', 'project-created')
    .execute();
  return {
    stored: new Set(projects.map(({ id }) => id)),
    recorded: new Set(events.map(({ project }) => project ?? '')),
  };
}
