import type { AddressInfo } from 'node:net';
import { type App, buildApp } from './app.ts';
import type { Config } from './config.ts';
import { migrate } from './db/migrate.ts';
import { openDb } from './db/open.ts';
import { type FirstStart, installFirstData } from './install.ts';

/** Opens, migrates, listens; resolves when the process has been told to stop and has stopped. */
export async function serve(config: Config): Promise<number> {
  const opened = await openDb(config);
  try {
    await migrate(opened.db);
    const first = await installFirstData(opened.db, config);
    const app = await buildApp({ ...opened, config, log: process.stdout });
    const told = untilTold();
    await app.listen({ port: config.port, host: config.host });
    announce(app, config, first);
    await stop(app, config, await told);
    await opened.close();
    return 0;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

const untilTold = () =>
  new Promise<string>((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });

/** Lets running requests finish, and cuts off those that take longer than the grace period. */
async function stop(app: App, config: Config, signal: string): Promise<void> {
  app.log.info({ signal }, 'stopping');
  const cut = setTimeout(() => app.server.closeAllConnections(), config.shutdownGraceMs);
  await app.close();
  clearTimeout(cut);
  app.log.info('stopped');
}

/** For the person who started it; the log goes to stdout, this to stderr. */
function announce(app: App, config: Config, { username, password }: FirstStart): void {
  const { port } = app.server.address() as AddressInfo;
  const here = `http://localhost:${port}${config.baseUriPath}`;
  const login = JSON.stringify({ username, password: password ?? '…' });
  const lines = [
    '',
    `Pennon listens on ${here}`,
    `  API page   ${here}/docs/openapi/`,
    `  storage    ${config.databaseUrl === undefined ? `embedded, in ${config.dataDir}` : 'PostgreSQL'}`,
    ...(password === undefined
      ? ['', 'Try:', `  curl ${here}/health`]
      : [
          '',
          'First start: an administrator was made. This is shown once; change it at first login.',
          `  username   ${username}`,
          `  password   ${password}`,
          '',
          'Try:',
          `  curl -i ${here}/auth/simple/login -H 'content-type: application/json' -d '${login}'`,
        ]),
    '',
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
}
