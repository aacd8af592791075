import type { Caller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import { notFound } from '../../platform/errors.ts';
import { findApplication } from '../applications/queries.ts';
import { isOutdated, viewApplication } from '../applications/rules.ts';
import {
  countFlagsOf,
  type EnvironmentRow,
  listEnvironmentsOf,
  listInstances,
  listMissingStrategies,
  listProjectsOf,
  listSeenFlags,
  listUnknownFlagsOf,
} from './queries.ts';
import { outdatedSdksOf } from './rules.ts';
import type { ApplicationDetail, Instance, Overview } from './schema.ts';

export async function findDetail(
  db: Db,
  caller: Caller,
  appName: string,
): Promise<ApplicationDetail> {
  const application = await findApplication(db, caller, appName);
  if (!application) throw notFound('Application', appName);
  return {
    ...viewApplication(application),
    instances: await listInstances(db, appName),
    seenToggles: await listSeenFlags(db, caller, appName),
    links: { self: `/api/admin/metrics/applications/${encodeURIComponent(appName)}` },
  };
}

/** In one environment. */
export async function findInstances(
  db: Db,
  caller: Caller,
  { appName, environment }: { appName: string; environment: string },
): Promise<Instance[]> {
  if (!(await findApplication(db, caller, appName))) throw notFound('Application', appName);
  return listInstances(db, appName, environment);
}

export async function findOverview(db: Db, caller: Caller, appName: string): Promise<Overview> {
  const application = await findApplication(db, caller, appName);
  if (!application) throw notFound('Application', appName);
  const environments = (await listEnvironmentsOf(db, caller, appName)).map(viewEnvironment);
  return {
    projects: await listProjectsOf(db, caller, appName),
    featureCount: await countFlagsOf(db, caller, appName),
    environments,
    issues: {
      missingStrategies: await listMissingStrategies(db, application.strategies),
      missingFeatures: await listUnknownFlagsOf(db, caller, appName),
      outdatedSdks: outdatedSdksOf(environments),
    },
  };
}

function viewEnvironment({ missingFeatures, ...row }: EnvironmentRow) {
  const [frontendSdks, backendSdks] = [row.frontendSdks ?? [], row.backendSdks ?? []];
  const sdks = [...new Set([...frontendSdks, ...backendSdks])];
  return {
    ...row,
    sdks,
    frontendSdks,
    backendSdks,
    issues: { missingFeatures, outdatedSdks: sdks.filter(isOutdated) },
  };
}
