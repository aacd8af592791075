import type { InjectOptions } from 'fastify';
import { type App, buildApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import type { ConsoleFiles } from '../platform/console/files.ts';
import type { Db, OpenDb } from '../platform/db/open.ts';
import type { LogTarget } from '../platform/http/log.ts';
import { aUser, type TestUser } from './a.ts';
import { atEnd } from './cleanup.ts';
import { openTestDb } from './database.ts';
import { testKey } from './integrations.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `body` is parsed JSON, or undefined if empty. */
// biome-ignore lint/suspicious/noExplicitAny: tests compare bodies of any shape.
export type TestResponse = { status: number; body: any; headers: Record<string, unknown> };

export type CallOptions = {
  /** Undefined calls as the admin; null calls without credentials. */
  token?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
};

export type TestApp = {
  app: App;
  db: Db;
  config: Config;
  admin: TestUser;
  call: (method: Method, url: string, options?: CallOptions) => Promise<TestResponse>;
  get: (url: string, options?: CallOptions) => Promise<TestResponse>;
  post: (url: string, body?: unknown, options?: CallOptions) => Promise<TestResponse>;
  put: (url: string, body?: unknown, options?: CallOptions) => Promise<TestResponse>;
  del: (url: string, options?: CallOptions) => Promise<TestResponse>;
  /** Another server on the same database. */
  withConfig: (overrides: Partial<Config>, options?: AppOptions) => Promise<TestApp>;
};

type AppOptions = {
  console?: ConsoleFiles | 'absent';
  encryptionKeys?: readonly Buffer[];
  log?: LogTarget;
};

/** For `buildApp`: a server without notifications of the database. */
export const partsOn = (db: Db, config: Config) => ({
  db,
  config,
  listen: () => () => {},
  log: false as const,
  poolUse: () => ({ total: 0, idle: 0, waiting: 0 }),
});

/** The server on a new database, closed when the test file ends. */
export async function testApp(
  overrides: Partial<Config> = {},
  options: AppOptions = {},
): Promise<TestApp> {
  return testAppOn(await openTestDb(), overrides, options);
}

/** The server on a database that has no user named root yet. */
export async function testAppOn(
  opened: OpenDb,
  overrides: Partial<Config> = {},
  options: AppOptions = {},
): Promise<TestApp> {
  const admin = await aUser(opened.db, { username: 'root', rootRole: 'Admin' });
  return startApp(opened, admin, overrides, options);
}

async function startApp(
  opened: OpenDb,
  admin: TestUser,
  overrides: Partial<Config>,
  options: AppOptions,
): Promise<TestApp> {
  const { console = 'absent', encryptionKeys = [testKey], log = false } = options;
  // `inject` reads a response to its end, so event streams must end soon.
  const defaults = {
    ...readConfig({}),
    loginsPerMinute: 1_000_000,
    eventStreamSeconds: 0.05,
    // Reports of SDKs are written by `intake.flush()` only, never by a timer during another test.
    usageFlushMs: 24 * 3_600_000,
    // Targets of integrations are servers of the test.
    integrationsAllowedHosts: ['127.0.0.1'],
  };
  const config = { ...defaults, ...overrides };
  const app = await buildApp({ ...opened, config, console, encryptionKeys, log });
  await app.ready();
  atEnd(() => app.close());
  const call = callsTo(app, admin.token);
  return {
    app,
    db: opened.db,
    config,
    admin,
    call,
    get: (url, options) => call('GET', url, options),
    post: (url, body, options) => call('POST', url, { ...options, body }),
    put: (url, body, options) => call('PUT', url, { ...options, body }),
    del: (url, options) => call('DELETE', url, options),
    withConfig: (other, options = {}) => startApp(opened, admin, other, options),
  };
}

function callsTo(app: App, adminToken: string): TestApp['call'] {
  return async (method, url, { token = adminToken, body, headers } = {}) => {
    const request: InjectOptions = {
      method,
      url,
      headers: { ...(token === null ? {} : { authorization: token }), ...headers },
    };
    if (body !== undefined) request.payload = body as object;
    const response = await app.inject(request);
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body === '' ? undefined : parsed(response.body),
    };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
