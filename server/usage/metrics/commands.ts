import type { Tx } from '../../platform/db/open.ts';
import {
  addHours,
  addSightings,
  addVariants,
  enterStages,
  lockPlaces,
  saveUnknownFlags,
} from './queries.ts';
import {
  hoursOf,
  type Report,
  sightingsOf,
  sortOut,
  stagesOf,
  unknownOf,
  variantsOf,
} from './rules.ts';

/** Counts, last sightings and the stages that follow from them, all or nothing. */
export async function saveReports(tx: Tx, reports: readonly Report[]): Promise<void> {
  const flags = [...new Set(reports.map(({ flag }) => flag))];
  const { known, unknown } = sortOut(reports, await lockPlaces(tx, flags));
  if (unknown.length > 0) await saveUnknownFlags(tx, unknownOf(unknown));
  if (known.length === 0) return;
  const counted = known.map(({ report }) => report);
  await addHours(tx, hoursOf(counted));
  const variants = variantsOf(counted);
  if (variants.length > 0) await addVariants(tx, variants);
  await addSightings(tx, sightingsOf(counted));
  const stages = stagesOf(known);
  if (stages.length > 0) await enterStages(tx, stages);
}
