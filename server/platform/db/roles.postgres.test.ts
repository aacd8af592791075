import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { unique } from '../../testing/a.ts';
import { atEnd } from '../../testing/cleanup.ts';
import { createDatabase, runOnServer } from '../../testing/database.ts';
import { runCommand, send, startPennon } from '../../testing/process.ts';

const script = fileURLToPath(new URL('../../../deploy/postgres/roles.sql', import.meta.url));
const password = 'a password';

test('the role of deploy/postgres/roles.sql runs the server and cannot change the schema or events', async () => {
  const { url, drop } = await createDatabase('bare');
  const [owner, role] = [unique('owner'), unique('role')];
  atEnd(async () => {
    await drop();
    for (const name of [owner, role]) await runOnServer(`drop role "${name}"`);
  });
  const createRoles = () =>
    promisify(execFile)('psql', [
      '-q',
      '-v',
      `owner=${owner}`,
      '-v',
      `role=${role}`,
      '-f',
      script,
      '-v',
      `owner_password=${password}`,
      '-v',
      `password=${password}`,
      url,
    ]);
  const asRole = (name: string) => {
    const address = new URL(url);
    [address.username, address.password] = [name, password];
    return { DATABASE_URL: address.toString(), HTTP_HOST: '127.0.0.1', PORT: '0' };
  };
  await createRoles();
  expect(await runCommand(['migrate'], asRole(role))).toMatchObject({ code: 1 });
  expect(await runCommand(['migrate'], asRole(owner))).toMatchObject({ code: 0 });
  await createRoles();

  const server = await startPennon(asRole(role));
  const flags = '/api/admin/projects/default/features';
  const created = await send(server, 'POST', flags, { name: 'by-role' });
  const on = `${flags}/by-role/environments/development/on`;
  const switched = await send(server, 'POST', on);
  const found = await send(server, 'GET', '/api/admin/search/features?query=by-role');

  expect([created?.status, switched?.status]).toEqual([201, 200]);
  expect(found?.body).toMatchObject({ total: 1 });
  expect(await server.stop('SIGTERM')).toBe(0);
  expect((await runCommand(['doctor'], asRole(role))).stdout).toMatch(/^ok {7}Privileges /m);
  const partition = (name: string) =>
    runCommand(['audit', 'partition'], { ...asRole(name), EVENT_PARTITIONS_FROM: '1' });
  expect(await partition(role)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('owner'),
  });
  expect(await partition(owner)).toMatchObject({ code: 0 });
  const addToken = ['token', 'create', '--name', 'after-partitioning'];
  expect(await runCommand(addToken, asRole(role))).toMatchObject({ code: 0 });
  const { DATABASE_URL } = asRole(role);
  for (const statement of [
    "update events set type = 'feature-created'",
    'delete from events',
    "do $$ begin execute 'delete from ' || (select name from event_partitions); end $$",
    'update event_partitions set closed_at = now(), last_id = 1',
    "select drop_event_partition('events')",
    'truncate flags cascade',
    'drop table flags',
    'create table other ()',
    "insert into migrations (name, checksum) values ('9999_other.sql', '')",
  ]) {
    await expect(runOnServer(statement, DATABASE_URL), statement).rejects.toThrow(
      /permission denied|must be owner/,
    );
  }
});
