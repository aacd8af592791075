import { recordEvent } from '../../events/record.ts';
import { type Caller, systemCaller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { lockUsage } from '../metrics/queries.ts';
import {
  deleteApplication,
  findApplication,
  listApplications,
  listSdkVersions,
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
import type { ListedApplication, NewApplication } from './schema.ts';

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

type ListInput = Omit<Parameters<typeof listApplications>[2], 'outdatedSdks'>;

export async function findApplications(
  db: Db,
  caller: Caller,
  { issuesFirst, ...input }: ListInput & { issuesFirst: boolean },
): Promise<{ total: number; applications: ListedApplication[] }> {
  const outdatedSdks = issuesFirst ? (await listSdkVersions(db)).filter(isOutdated) : undefined;
  const rows = await listApplications(db, caller, { ...input, outdatedSdks });
  return {
    total: rows[0]?.total ?? 0,
    applications: rows.map(({ lastSeen, sdks, otherIssues, ...application }) => ({
      ...viewApplication(application),
      lastSeen,
      sdks,
      issueCount: otherIssues + sdks.filter(isOutdated).length,
    })),
  };
}
