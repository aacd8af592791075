import type { AddressInfo } from 'node:net';
import { type App, buildApp } from './app.ts';
import { applyScheduledJob } from './approvals/schedules/job.ts';
import { eventPartitionsJob } from './audit/partitions/job.ts';
import type { Config } from './config.ts';
import { oldVersionsJob } from './flags/versions/job.ts';
import { composeLinkMail } from './identity/password-links/commands.ts';
import { expiredSessionsJob } from './identity/sessions/job.ts';
import { type FirstStart, installFirstData } from './install.ts';
import { pausedByMaintenance } from './installation/settings/job.ts';
import { createDispatcher } from './integrations/deliveries/dispatcher.ts';
import { deliverEventsJob } from './integrations/deliveries/job.ts';
import { endOnSignal, printLines, stop, waitForSignal } from './lifecycle.ts';
import { oldAttemptsJob } from './platform/attempts/job.ts';
import { checkpointJob } from './platform/db/checkpoint.ts';
import { openDb, openStandby } from './platform/db/connect.ts';
import { migrate } from './platform/db/migrate.ts';
import { findKeys } from './platform/encryption/keys.ts';
import { logTo } from './platform/http/terminal-log.ts';
import { type Job, startJobs } from './platform/jobs/runner.ts';
import { sendMailsJob } from './platform/mail/job.ts';
import type { Terminal } from './terminal.ts';
import { recordHealthJob } from './usage/health/job.ts';
import { countChangesJob } from './usage/insights/job.ts';
import { oldUsageJob } from './usage/retention/job.ts';
import { potentiallyStaleJob } from './usage/staleness/job.ts';
import { evaluateViewsJob } from './views/subscriptions/job.ts';

/** Opens the database, migrates, listens; resolves when the server has stopped after a signal. */
export async function serve(config: Config, { stdout, stderr }: Terminal): Promise<number> {
  const startIsOver = endOnSignal();
  const opened = await openDb(config);
  const standby = openStandby(config);
  const close = async () => {
    await Promise.all([standby?.close(), opened.close()]);
  };
  try {
    await migrate(opened.db);
    // Printed before a later step can fail: the password is not stored in plain text.
    const first = await installFirstData(opened.db, config);
    printLines(stderr, firstStartLines(first));
    const encryptionKeys = await findKeys(config);
    const app = await buildApp({
      ...opened,
      standby: standby?.db,
      config,
      encryptionKeys,
      log: logTo(stdout),
    });
    const stopSignal = waitForSignal();
    startIsOver();
    await app.listen({ port: config.port, host: config.host });
    printLines(stderr, listeningLines(app, config, first));
    const { db, inTransaction, log } = app;
    const dispatcher = createDispatcher({
      db,
      inTransaction,
      log,
      send: app.sendToIntegration,
      timeoutMs: config.integrationsTimeoutMs,
    });
    const jobs = [
      pausedByMaintenance(db, applyScheduledJob(inTransaction, app.log)),
      pausedByMaintenance(db, potentiallyStaleJob(inTransaction)),
      pausedByMaintenance(db, evaluateViewsJob(db, inTransaction)),
      recordHealthJob(inTransaction),
      countChangesJob(inTransaction),
      oldUsageJob(inTransaction, config),
      oldVersionsJob(inTransaction, config),
      expiredSessionsJob(inTransaction),
      oldAttemptsJob(inTransaction),
      deliverEventsJob(dispatcher),
      ...mailJobs(app),
      config.databaseUrl === undefined
        ? checkpointJob(opened.db)
        : pausedByMaintenance(db, eventPartitionsJob(inTransaction, config, app.log)),
    ];
    const stopRunner = startJobs(jobs, app.log);
    const stopJobs = async () => {
      await Promise.all([dispatcher.close(), stopRunner()]);
    };
    await stop(app, { signal: await stopSignal, stopJobs, close });
    return 0;
  } catch (error) {
    await close();
    throw error;
  }
}

function mailJobs({ db, inTransaction, log, settings, sendMail: send }: App): Job[] {
  const compose = composeLinkMail(settings.publicUrl + settings.baseUriPath);
  return send ? [sendMailsJob({ db, inTransaction, log, send, compose })] : [];
}

function firstStartLines({ username, password }: FirstStart): string[] {
  if (password === undefined) return [];
  return [
    '',
    'First start: created an administrator. The password is shown once; change it at first login.',
    `  username   ${username}`,
    `  password   ${password}`,
  ];
}

function listeningLines(app: App, config: Config, first: FirstStart): string[] {
  const { port } = app.server.address() as AddressInfo;
  const here = `http://localhost:${port}${config.baseUriPath}`;
  const storage =
    config.databaseUrl === undefined ? `embedded, in ${config.dataDir}` : 'PostgreSQL';
  return [
    '',
    `Pennon listens on ${here} (open it in a browser to use the console)`,
    `  API page   ${here}/docs/openapi/`,
    `  storage    ${storage}`,
    '',
    'Try:',
    `  ${exampleCommand(here, first)}`,
    '',
  ];
}

function exampleCommand(here: string, { username, password }: FirstStart): string {
  if (password === undefined) return `curl ${here}/health`;
  const body = JSON.stringify({ username, password });
  return `curl -i ${here}/auth/simple/login -H 'content-type: application/json' -d '${body}'`;
}
