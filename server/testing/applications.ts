import type { Db } from '../platform/db/open.ts';
import { inTransaction } from '../transactions.ts';
import { saveInstanceReports } from '../usage/applications/commands.ts';
import { anApiToken, unique } from './a.ts';
import type { TestApp } from './app.ts';

/** An application with one instance, which has not evaluated a flag. */
export async function anApplication({ db }: { db: Db }): Promise<string> {
  const application = unique('app');
  const report = {
    application,
    environment: 'development',
    instance: 'one',
    kind: 'client',
    projects: undefined,
    sdkVersion: 'unleash-client-node:6.0.0',
    strategies: ['default'],
    seenAt: Date.now(),
  } as const;
  await inTransaction(db, (tx) => saveInstanceReports(tx, [report]));
  return application;
}

/** What SDKs report, written at once. */
export function reportsOf({ app, db, post }: Pick<TestApp, 'app' | 'db' | 'post'>) {
  /** Reports with a token for the projects, or for all. */
  async function use(
    appName: string,
    flag: string,
    { projects = [] as string[], environment = 'development' } = {},
  ) {
    const token = await anApiToken(db, { projects, environment });
    const bucket = { start: 0, stop: Date.now(), toggles: { [flag]: { yes: 1 } } };
    await post('/api/client/metrics', { appName, instanceId: 'one', bucket }, { token });
    await app.intake.flush();
  }

  async function register(input: {
    appName: string;
    projects?: string[];
    instanceId?: string;
    sdkVersion?: string;
    strategies?: string[];
  }) {
    const token = await anApiToken(db, { projects: input.projects ?? [] });
    const body = {
      appName: input.appName,
      instanceId: input.instanceId ?? 'one',
      sdkVersion: input.sdkVersion ?? 'unleash-client-node:6.0.0',
      strategies: input.strategies ?? ['default'],
      started: 0,
      interval: 0,
    };
    await post('/api/client/register', body, { token });
    await app.intake.flush();
  }

  return { use, register };
}
