import { systemCaller } from '../access/caller.ts';
import type { Tx } from '../db/open.ts';
import { recordEvent } from '../events/record.ts';
import { onboardProjects, saveApplications, saveInstances, saveReach } from './queries.ts';
import { applicationsOf, instancesOf, reachOf, type Sighting } from './rules.ts';

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
