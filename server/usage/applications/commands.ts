import { recordEvent } from '../../events/record.ts';
import { type Caller, systemCaller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import {
  countFlagsOf,
  deleteApplication,
  findApplication,
  listMissingStrategies,
  listPlacesOf,
  onboardProjects,
  saveApplications,
  saveDescription,
  saveInstances,
  saveReach,
} from './queries.ts';
import { applicationsOf, instancesOf, isOutdated, reachOf, type Sighting } from './rules.ts';
import type { NewApplication, Overview } from './schema.ts';

/** Applications and instances as they showed themselves; new applications are told of. */
export async function saveSightings(tx: Tx, sightings: readonly Sighting[]): Promise<void> {
  const made = await saveApplications(tx, applicationsOf(sightings));
  await saveInstances(tx, instancesOf(sightings));
  const reach = reachOf(sightings);
  await saveReach(tx, reach);
  await onboardProjects(tx, [...new Set(reach.flatMap(({ project }) => project ?? []))].sort());
  for (const { name, strategies, createdAt } of made) {
    recordEvent(tx, systemCaller, {
      type: 'application-created',
      data: { appName: name, strategies, createdAt },
    });
  }
}

/** Makes an application known, or says more of one that is; only the former is told of. */
export async function describeApplication(
  tx: Tx,
  caller: Caller,
  appName: string,
  input: NewApplication,
): Promise<void> {
  const saved = await saveDescription(tx, appName, input);
  if (!saved) throw conflict('There are too many applications. Delete some first.');
  if (!(await findApplication(tx, caller, appName))) throw notFound('Application', appName);
  if (!saved.made) return;
  const { strategies, createdAt } = saved;
  const { description, url, color, icon } = input;
  recordEvent(tx, caller, {
    type: 'application-created',
    data: { appName, strategies, createdAt, description, url, color, icon },
  });
}

/** Comes back by itself when an SDK says that it is in it. */
export async function removeApplication(tx: Tx, caller: Caller, appName: string): Promise<void> {
  if (!(await findApplication(tx, caller, appName))) throw notFound('Application', appName);
  await deleteApplication(tx, appName);
}

export async function findOverview(db: Db, caller: Caller, appName: string): Promise<Overview> {
  const application = await findApplication(db, caller, appName);
  if (!application) throw notFound('Application', appName);
  const places = await listPlacesOf(db, appName);
  return {
    projects: application.usage.map(({ project }) => project),
    featureCount: await countFlagsOf(db, caller, appName),
    environments: places.map(({ missingFeatures, frontendSdks, backendSdks, ...place }) => {
      const [frontend, backend] = [frontendSdks ?? [], backendSdks ?? []];
      const sdks = [...new Set([...frontend, ...backend])];
      return {
        ...place,
        sdks,
        frontendSdks: frontend,
        backendSdks: backend,
        issues: { missingFeatures, outdatedSdks: sdks.filter(isOutdated) },
      };
    }),
    issues: { missingStrategies: await listMissingStrategies(db, application.strategies) },
  };
}
