import type { Tx } from '../../platform/db/open.ts';
import {
  addHours,
  addLastSeen,
  addVariants,
  lockFlagEnvironments,
  lockUsage,
  saveApplicationUsage,
  saveUnknownFlags,
} from './queries.ts';
import {
  applicationUsageOf,
  type Drop,
  hoursOf,
  type KnownReport,
  lastSeenOf,
  partitionReports,
  type Report,
  type StageRow,
  stagesOf,
  unknownOf,
  type VariantRow,
  variantsOf,
} from './rules.ts';

export type SavedReports = {
  /** Reports of flags that another transaction may be deleting: to be saved later. */
  deferred: Report[];
  /** Lifecycle stages that follow from the reports. */
  stages: StageRow[];
  dropped: Omit<Drop, 'at'>[];
};

/** Saves counts and last seen times. Locks nothing that a change of a flag needs. */
export async function saveReports(tx: Tx, reports: readonly Report[]): Promise<SavedReports> {
  await lockUsage(tx);
  const { known, unknown, deferred } = partitionReports(
    reports,
    await lockFlagEnvironments(tx, reports),
  );
  const dropped = unknown.length > 0 ? await saveUnknown(tx, unknown) : [];
  if (known.length > 0) dropped.push(...(await saveKnown(tx, known)));
  return { deferred, stages: stagesOf(known), dropped };
}

async function saveUnknown(tx: Tx, reports: readonly Report[]): Promise<SavedReports['dropped']> {
  const dropped = await saveUnknownFlags(tx, unknownOf(reports));
  return [{ reason: 'unknown-flags', scope: null, dropped }];
}

async function saveKnown(tx: Tx, known: readonly KnownReport[]): Promise<SavedReports['dropped']> {
  const reports = known.map(({ report }) => report);
  await addHours(tx, hoursOf(reports));
  const variants = variantsOf(reports);
  const written = variants.length > 0 ? await addVariants(tx, variants) : [];
  await addLastSeen(tx, lastSeenOf(reports));
  await saveApplicationUsage(tx, applicationUsageOf(known));
  return droppedVariants(known, variants, written);
}

/** By the project of the flag. */
function droppedVariants(
  known: readonly KnownReport[],
  variants: readonly VariantRow[],
  written: readonly string[],
): SavedReports['dropped'] {
  if (written.length === variants.length) return [];
  const left = new Map<string, number>();
  for (const { flag } of variants) left.set(flag, (left.get(flag) ?? 0) + 1);
  for (const flag of written) left.set(flag, (left.get(flag) ?? 0) - 1);
  const projects = new Map(known.map(({ flagEnvironment: it }) => [it.flag, it.project]));
  return [...left].map(([flag, dropped]) => ({
    reason: 'variants',
    scope: projects.get(flag) ?? null,
    dropped,
  }));
}
