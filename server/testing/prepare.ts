import { cp, rm, writeFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { extensions, openEmbedded } from '../platform/db/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openPostgres } from '../platform/db/open.ts';
import { databaseUrl, foldersOf, runOnServer, testLimits } from './database.ts';
import { storeInitialState } from './initial-state.ts';

/** Migrates once and stores the result, so that each test file starts in a fraction of a second. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const { PENNON_TEST_POSTGRES, PENNON_TEST_TEMPLATE = '' } = project.config.env;
  return PENNON_TEST_POSTGRES
    ? preparePostgres(PENNON_TEST_POSTGRES, PENNON_TEST_TEMPLATE)
    : prepareEmbedded(PENNON_TEST_TEMPLATE);
}

async function preparePostgres(server: string, template: string): Promise<() => Promise<void>> {
  await runOnServer(`create database ${template} template template0`, server);
  const { db, close } = openPostgres(databaseUrl(template, server), testLimits);
  await migrate(db);
  await storeInitialState(db);
  await close();
  return async () => {
    const names = `select datname from pg_database where starts_with(datname, '${template}')`;
    for (const { datname } of await runOnServer(names, server)) {
      await runOnServer(`drop database ${datname} with (force)`, server);
    }
  };
}

/** Creating an embedded database takes seconds, copying one does not. */
async function prepareEmbedded(template: string): Promise<() => Promise<void>> {
  const { bare, migrated } = foldersOf(template);
  await (await PGlite.create(bare, { extensions })).close();
  await cp(bare, migrated, { recursive: true });

  const pglite = await PGlite.create(migrated, { extensions });
  const { db, close } = openEmbedded(pglite, async () => {});
  await migrate(db);
  await storeInitialState(db);
  // What is in memory does not survive a crash: its log need not either. A fifth faster.
  for (const it of ['full_page_writes', 'synchronous_commit', 'wal_init_zero', 'wal_recycle']) {
    await pglite.exec(`alter system set ${it} = off`);
  }
  const dump = await pglite.dumpDataDir('none');
  await pglite.exec('alter system reset all');
  await writeFile(template, Buffer.from(await dump.arrayBuffer()));
  await close();
  return async () => {
    await rm(template);
    await rm(bare, { recursive: true });
    await rm(migrated, { recursive: true });
  };
}
