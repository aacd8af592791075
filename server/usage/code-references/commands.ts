import type { Db, Tx } from '../../platform/db/open.ts';
import { conflict, found, notFound } from '../../platform/errors.ts';
import {
  countOtherScans,
  deleteScans,
  findReferences,
  insertReferences,
  listScans,
  listStaleFlags,
  listUnknownFlags,
  lockScans,
  type ScanKey,
  saveScan,
} from './queries.ts';
import type { NewScan } from './schema.ts';

/** Branches of all repositories of a project. */
const scansMax = 100;
const unknownMax = 100;

/**
 * Replaces the references of a branch. They are reported by machines and change nothing, so that no
 * event is recorded, as for usage.
 */
export async function replaceReferences(tx: Tx, key: ScanKey, scan: NewScan) {
  await lockScans(tx, key.project);
  if ((await countOtherScans(tx, key, scan.branch)) >= scansMax) {
    throw conflict(`A project has at most ${scansMax} scanned branches. Delete one first.`);
  }
  await saveScan(tx, key, scan);
  const rows = scan.references.map(({ text = null, inComment = false, ...reference }) => ({
    ...reference,
    text,
    inComment,
  }));
  const names = [...new Set(rows.map(({ flag }) => flag))];
  return {
    references: await insertReferences(tx, key, scan.branch, rows),
    unknownFlags: await listUnknownFlags(tx, key.project, names, unknownMax),
  };
}

export async function removeScans(tx: Tx, key: ScanKey, branch?: string): Promise<void> {
  await lockScans(tx, key.project);
  if ((await deleteScans(tx, key, branch)) === 0) throw notFound('Repository', key.repository);
}

const shownMax = 1000;

export async function showReferences(db: Db, project: string, flag: string) {
  const references = found(await findReferences(db, project, flag, shownMax), 'Flag', flag);
  const scans = await listScans(db, project);
  return { ...references, scans: scans.map(({ flags: _, references: __, ...scan }) => scan) };
}

const shownOfStale = 20;

export async function showStaleFlags(
  db: Db,
  project: string,
  page: { offset: number; limit: number },
) {
  const stale = await listStaleFlags(db, project, { ...page, references: shownOfStale });
  return { ...stale, scans: (await listScans(db, project)).length };
}
