import { once } from 'node:events';
import http from 'node:http';
import { readConfig } from '../server/config.ts';
import { openDb } from '../server/platform/db/connect.ts';
import { type CallOptions, type TestApp, testAppOn } from '../server/testing/app.ts';
import { atEnd } from '../server/testing/cleanup.ts';
import type { World } from '../server/testing/example.ts';
import { emptyInstallation, type Running, startPennon } from '../server/testing/process.ts';
import { examples as allExamples, type People, worldOf } from '../server/testing/world.ts';

export type RemoteWorld = World & {
  people: People;
  servers: readonly Running[];
  env: Record<string, string>;
};

/** Without maintenance mode, which would refuse the other writes. */
export const examples = allExamples.filter(({ path }) => path !== '/api/admin/maintenance');

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

/** The same calls over connections to a server process. */
export function callsOver({ url }: Running, token: string): TestApp['call'] {
  const agent = new http.Agent({ keepAlive: true });
  return async (method, path, options: CallOptions = {}) => {
    const { body, headers } = options;
    const chosen = options.token === undefined ? token : options.token;
    const text = body === undefined || method === 'GET' ? undefined : JSON.stringify(body);
    const request = http.request(`${url}${path}`, {
      agent,
      method,
      headers: {
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...(chosen === null ? {} : { authorization: chosen }),
        ...headers,
      },
    });
    request.end(text);
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    return { status: response.statusCode ?? 0, headers: {}, body: await textOf(response) };
  };
}

/** An event stream is not read, since it has no end. */
async function textOf(response: http.IncomingMessage): Promise<string> {
  if (response.headers['content-type']?.startsWith('text/event-stream')) {
    response.destroy();
    return '';
  }
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
