import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { installFirstData } from './install.ts';
import { aProject } from './testing/a.ts';
import { openTestDb } from './testing/database.ts';

const { db } = await openTestDb();

const install = (token: string) =>
  installFirstData(db, readConfig({ INIT_CLIENT_API_TOKENS: token }));

describe('the initial client token', () => {
  test.each([
    ['no-shape', 'A token is <project>'],
    ['default:*.secret', 'one environment'],
    ['default:moon.secret', 'Environment "moon" does not exist'],
    ['moon:development.secret', 'Project "moon" does not exist'],
  ])('%s is refused without being printed', async (token, reason) => {
    const error = await install(token).catch((error: Error) => error);

    expect(String(error)).toContain(`INIT_CLIENT_API_TOKENS: `);
    expect(String(error)).toContain(reason);
    expect(String(error)).not.toContain(token);
  });

  test('is accepted at a later start, although its project is archived', async () => {
    const project = await aProject(db);
    const token = `${project}:development.secret`;
    await install(token);
    await sql`update projects set archived_at = now() where id = ${project}`.execute(db);

    await install(token);
  });
});
