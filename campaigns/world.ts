import { readConfig } from '../server/config.ts';
import { openDb } from '../server/platform/db/connect.ts';
import { type CallOptions, type TestApp, testAppOn } from '../server/testing/app.ts';
import { atEnd } from '../server/testing/cleanup.ts';
import type { World } from '../server/testing/example.ts';
import { emptyInstallation, type Running, startPennon } from '../server/testing/process.ts';
import { type People, worldOf } from '../server/testing/world.ts';

export type RemoteWorld = World & {
  people: People;
  servers: readonly Running[];
  env: Record<string, string>;
};

/** Limits per minute that a campaign must not meet. */
const unlimited = {
  LOGIN_ATTEMPTS_PER_MINUTE: '1000000',
  CLIENT_METRICS_RATE_LIMIT_PER_MINUTE: '10000000',
  REGISTER_CLIENT_RATE_LIMIT_PER_MINUTE: '10000000',
};

/** Server processes on one PostgreSQL database, and an app in this process that creates the data. */
export async function aRemoteWorld(processes: number): Promise<RemoteWorld> {
  const env = { ...(await emptyInstallation()), ...unlimited };
  const opened = await openDb(readConfig(env));
  atEnd(opened.close);
  const world = await worldOf(await testAppOn(opened));
  // The builders need these environments, which random calls would delete.
  await world.db.updateTable('environments').set({ protected: true }).execute();
  const servers = await Promise.all(Array.from({ length: processes }, () => startPennon(env)));
  return { ...world, servers, env };
}

/** The same calls over a connection to a server process; a body of text is sent as it is. */
export function callsOver({ url }: Running, token: string): TestApp['call'] {
  return async (method, path, options: CallOptions = {}) => {
    const { body, headers } = options;
    const chosen = options.token === undefined ? token : options.token;
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(chosen === null ? {} : { authorization: chosen }),
        ...headers,
      },
      ...(body === undefined || method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: {}, body: text };
  };
}
