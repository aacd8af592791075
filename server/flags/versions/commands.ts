import { describeEvent } from '../../events/catalogue.ts';
import { findNewestEventId } from '../../events/queries.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import { notFound } from '../../platform/errors.ts';
import type { FlagKey } from '../flags/queries.ts';
import type { Flag } from '../flags/schema.ts';
import {
  findDisplayData,
  findProjectAt,
  findVersionAt,
  findVersionOfEvent,
  type ListedVersion,
  listProjectVersions,
  listSegmentsAt,
  listVersions,
  listVersionsOfProject,
} from './queries.ts';
import { type FlagVersion, flagOf, type Moment } from './rules.ts';
import type { ProjectVersionList, VersionDetail, VersionList, VersionSummary } from './schema.ts';

/** The flag as it was, or not found. */
export async function readFlagAt(db: Db, caller: Caller, key: FlagKey, at: Moment): Promise<Flag> {
  return flagOf(await readVersionAt(db, caller, key, at), await findDisplayData(db));
}

/** The version of that moment, or not found. */
export async function readVersionAt(
  db: Db,
  caller: Caller,
  key: FlagKey,
  at: Moment,
): Promise<FlagVersion> {
  const version = await findVersionAt(db, caller, key, at);
  if (version) return version;
  const when = 'event' in at ? `after event ${at.event}` : `at ${at.time}`;
  throw notFound('Flag', key.name, `project "${key.project}" ${when}`);
}

type Page = { before: number | undefined; limit: number };

export async function readVersions(
  db: Db,
  caller: Caller,
  key: FlagKey,
  { before, limit }: Page,
): Promise<VersionList> {
  const rows = await listVersions(db, caller, key, { before, limit: limit + 1 });
  const newest = { before: undefined, limit: 1 };
  const [any] = rows.length > 0 ? rows : await listVersions(db, caller, key, newest);
  if (!any) throw notFound('Flag', key.name);
  return { versions: rows.slice(0, limit).map(summaryOf), nextCursor: cursorOf(rows, limit) };
}

export async function readVersion(
  db: Db,
  caller: Caller,
  key: FlagKey,
  event: number,
): Promise<VersionDetail> {
  const found = await findVersionOfEvent(db, caller, key, event);
  if (!found) throw notFound('Version', event, `flag "${key.name}"`);
  const { eventId, createdAt, project, configuration } = found.after;
  const feature =
    configuration === null
      ? null
      : flagOf({ ...found.after, configuration }, await findDisplayData(db));
  return { eventId, createdAt, project, feature };
}

export async function readProjectVersions(
  db: Db,
  project: string,
  { before, limit }: Page,
): Promise<ProjectVersionList> {
  const rows = await listProjectVersions(db, project, { before, limit: limit + 1 });
  return { versions: rows.slice(0, limit), nextCursor: cursorOf(rows, limit) };
}

const cursorOf = (rows: readonly { eventId: number }[], limit: number) =>
  rows.length > limit ? String(rows[limit - 1]?.eventId) : null;

function summaryOf({ data, preData, featureName, ...version }: ListedVersion): VersionSummary {
  const { type, createdBy, project, environment } = version;
  if (type === null) return { ...version, label: null, summary: null };
  const described = describeEvent({
    type,
    createdBy: createdBy ?? '',
    project,
    environment,
    featureName,
    data,
    preData,
  });
  return { ...version, ...described };
}

/** As many flags as are in memory at once. */
const flagsPerRead = 100;

/**
 * The whole project as text, in parts. A moment that is not over is replaced by the newest event, so
 * that all parts show the same state.
 */
export async function* writeSnapshot(
  db: Db,
  caller: Caller,
  project: string,
  given: Moment | undefined,
): AsyncGenerator<string> {
  const at = await settledMoment(db, given);
  const settings = await findProjectAt(db, project, at);
  if (!settings) throw notFound('Project', project, 'the state of that moment');
  const display = await findDisplayData(db);
  const head = { id: project, configuration: settings.configuration };
  yield `{"project":${JSON.stringify(head)},"features":[`;
  const used = new Set<number>();
  let separator = '';
  for (let after = ''; ; ) {
    const part = { at, after, limit: flagsPerRead };
    const { last, versions } = await listVersionsOfProject(db, caller, project, part);
    for (const version of versions) {
      for (const id of segmentsOf(version)) used.add(id);
      yield separator + JSON.stringify(flagOf(version, display));
      separator = ',';
    }
    if (last === undefined) break;
    after = last;
  }
  const segments = await listSegmentsAt(db, [...used], at);
  yield `],"segments":${JSON.stringify(segments)}}`;
}

async function settledMoment(db: Db, at: Moment | undefined): Promise<Moment> {
  if (at && ('event' in at || Date.parse(at.time) < Date.now())) return at;
  return { event: await findNewestEventId(db) };
}

const segmentsOf = ({ configuration }: FlagVersion) =>
  Object.values(configuration.environments).flatMap(({ strategies }) =>
    strategies.flatMap(({ segments }) => segments),
  );
