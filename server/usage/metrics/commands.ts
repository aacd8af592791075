import type { Tx } from '../../platform/db/open.ts';
import {
  addHours,
  addLastSeen,
  addVariants,
  enterStages,
  lockFlagEnvironments,
  saveUnknownFlags,
} from './queries.ts';
import {
  hoursOf,
  lastSeenOf,
  partitionReports,
  type Report,
  stagesOf,
  unknownOf,
  variantsOf,
} from './rules.ts';

/** Saves counts, last seen times and the lifecycle stages that follow from them. */
export async function saveReports(tx: Tx, reports: readonly Report[]): Promise<void> {
  const flags = [...new Set(reports.map(({ flag }) => flag))];
  const { known, unknown } = partitionReports(reports, await lockFlagEnvironments(tx, flags));
  if (unknown.length > 0) await saveUnknownFlags(tx, unknownOf(unknown));
  if (known.length === 0) return;
  const counted = known.map(({ report }) => report);
  await addHours(tx, hoursOf(counted));
  const variants = variantsOf(counted);
  if (variants.length > 0) await addVariants(tx, variants);
  await addLastSeen(tx, lastSeenOf(counted));
  const stages = stagesOf(known);
  if (stages.length > 0) await enterStages(tx, stages);
}
