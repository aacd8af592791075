import { recordEvent } from '../../events/record.ts';
import { type Caller, systemCaller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { lockUsage } from '../metrics/queries.ts';
import {
  countFlagsOf,
  deleteApplication,
  findApplication,
  listEnvironmentsOf,
  listInstances,
  listMissingStrategies,
  listProjectsOf,
  listSeenFlags,
  onboardProjects,
  saveApplicationProjects,
  saveApplications,
  saveDescription,
  saveInstances,
} from './queries.ts';
import {
  applicationsOf,
  type InstanceReport,
  instancesOf,
  isOutdated,
  projectsOf,
  viewApplication,
} from './rules.ts';
import type { ApplicationDetail, NewApplication, Overview } from './schema.ts';

/**
 * Saves reported applications and instances; new applications are recorded. Returns how many instances
 * were not saved.
 */
export async function saveInstanceReports(
  tx: Tx,
  reports: readonly InstanceReport[],
): Promise<number> {
  await lockUsage(tx);
  const created = await saveApplications(tx, applicationsOf(reports));
  const skipped = await saveInstances(tx, instancesOf(reports));
  const projects = projectsOf(reports);
  await saveApplicationProjects(tx, projects);
  await onboardProjects(tx, [...new Set(projects.flatMap(({ project }) => project ?? []))].sort());
  for (const { name, strategies, createdAt } of created) {
    recordEvent(tx, systemCaller, {
      type: 'application-created',
      data: { appName: name, strategies, createdAt },
    });
  }
  return skipped;
}

/** Creates or updates an application; only the creation is recorded. */
export async function describeApplication(
  tx: Tx,
  caller: Caller,
  appName: string,
  input: NewApplication,
): Promise<void> {
  const saved = await saveDescription(tx, appName, input);
  if (!saved) throw conflict('There are too many applications. Delete some first.');
  if (!(await findApplication(tx, caller, appName))) throw notFound('Application', appName);
  if (!saved.created) return;
  const { strategies, createdAt } = saved;
  const { description, url, color, icon } = input;
  recordEvent(tx, caller, {
    type: 'application-created',
    data: { appName, strategies, createdAt, description, url, color, icon },
  });
}

/** The application is created again when one of its SDKs reports. */
export async function removeApplication(tx: Tx, caller: Caller, appName: string): Promise<void> {
  if (!(await findApplication(tx, caller, appName))) throw notFound('Application', appName);
  await deleteApplication(tx, appName);
}

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

export async function findOverview(db: Db, caller: Caller, appName: string): Promise<Overview> {
  const application = await findApplication(db, caller, appName);
  if (!application) throw notFound('Application', appName);
  const environments = await listEnvironmentsOf(db, caller, appName);
  return {
    projects: await listProjectsOf(db, caller, appName),
    featureCount: await countFlagsOf(db, caller, appName),
    environments: environments.map(({ missingFeatures, frontendSdks, backendSdks, ...row }) => {
      const [frontend, backend] = [frontendSdks ?? [], backendSdks ?? []];
      const sdks = [...new Set([...frontend, ...backend])];
      return {
        ...row,
        sdks,
        frontendSdks: frontend,
        backendSdks: backend,
        issues: { missingFeatures, outdatedSdks: sdks.filter(isOutdated) },
      };
    }),
    issues: { missingStrategies: await listMissingStrategies(db, application.strategies) },
  };
}
