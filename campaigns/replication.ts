import { readFileSync } from 'node:fs';
import { appendFile, rm } from 'node:fs/promises';
import { createCleanup } from '../bench/cleanup.ts';
import { startPostgres, temporaryFolder } from '../bench/postgres.ts';
import { freePort } from '../bench/processes.ts';
import { atEnd } from '../server/testing/cleanup.ts';
import { databaseUrl, runOnServer } from '../server/testing/database.ts';

export type Replicated = {
  /** With both hosts. */
  urlOf: (database: string) => string;
  primaryUrlOf: (database: string) => string;
  standbyUrlOf: (database: string) => string;
  /** While paused, the standby receives changes and does not show them. */
  setReplay: (state: 'pause' | 'resume') => Promise<void>;
  stopStandby: () => Promise<void>;
  /** Kills the primary. */
  killPrimary: () => void;
  promoteStandby: () => Promise<void>;
  /** Makes the former primary a standby of the new one, and waits until replication is synchronous. */
  replaceStandby: () => Promise<void>;
};

/** Two PostgreSQL servers with synchronous replication. */
export async function startReplicated(): Promise<Replicated> {
  const cleanup = createCleanup();
  atEnd(cleanup.run);
  const { run, data } = temporaryFolder(cleanup);
  const ports = [await freePort(), await freePort()] as const;
  const folderOf = (server: number) => data(`server${server}`);
  const portOf = (server: number) => ports[server as 0 | 1];
  const addressOf = (server: number) => `postgres://postgres@127.0.0.1:${portOf(server)}/postgres`;
  let primary = 0;
  const standby = () => 1 - primary;

  const start = (server: number) =>
    startPostgres(
      { run, data: folderOf(server), port: portOf(server), settings: { max_connections: '100' } },
      cleanup,
    );

  async function addStandby(): Promise<void> {
    const folder = folderOf(standby());
    await rm(folder, { recursive: true, force: true });
    const source = `-h 127.0.0.1 -p ${portOf(primary)} -U postgres`;
    await run('pg_basebackup', `${source} -D ${folder} -R -X stream -c fast`);
    // Promoted, it has no standby yet that could confirm a commit.
    await appendFile(`${folder}/postgresql.auto.conf`, "synchronous_standby_names = ''\n");
    await start(standby());
    await setOnPrimary("synchronous_standby_names = '*'");
    const isSynchronous = "select from pg_stat_replication where sync_state = 'sync'";
    while ((await runOnServer(isSynchronous, addressOf(primary))).length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function setOnPrimary(setting: string): Promise<void> {
    await runOnServer(`alter system set ${setting}`, addressOf(primary));
    await runOnServer('select pg_reload_conf()', addressOf(primary));
  }

  await run('initdb', `-D ${folderOf(primary)} -U postgres -A trust -E UTF8 --locale=C.UTF-8`);
  await start(primary);
  await addStandby();
  return {
    urlOf: (database) =>
      databaseUrl(database, addressOf(0)).replace(
        `:${ports[0]}`,
        `:${ports[0]},127.0.0.1:${ports[1]}`,
      ),
    primaryUrlOf: (database) => databaseUrl(database, addressOf(primary)),
    standbyUrlOf: (database) => databaseUrl(database, addressOf(standby())),
    setReplay: async (state) => {
      await runOnServer(`select pg_wal_replay_${state}()`, addressOf(standby()));
    },
    stopStandby: async () => {
      await setOnPrimary("synchronous_standby_names = ''");
      await run('pg_ctl', `-D ${folderOf(standby())} -m immediate -w stop`);
    },
    killPrimary: () => process.kill(pidIn(folderOf(primary)), 'SIGKILL'),
    promoteStandby: async () => {
      await run('pg_ctl', `-D ${folderOf(standby())} -w promote`);
      primary = standby();
    },
    replaceStandby: addStandby,
  };
}

function pidIn(folder: string): number {
  return Number(readFileSync(`${folder}/postmaster.pid`, 'utf8').split('\n', 1)[0]);
}
