import type { Db } from '../../platform/db/open.ts';
import { queryPipelined } from '../../platform/db/pipeline.ts';
import { findConflicts } from '../previews/conflicts.ts';
import type { Surroundings } from '../previews/rules.ts';
import { type KnownBefore, surroundingsIn, surroundingsOf } from '../previews/surroundings.ts';
import { waitingChanges } from '../schedules/queries.ts';
import { brokenBy, type WaitingChange } from '../schedules/rules.ts';
import { peopleWith } from './queries.ts';
import { isOpen, isPending, type PersonRow, type RequestRow } from './rules.ts';
import type { ChangeRequest, ScheduleConflicts } from './schema.ts';
import { peopleIn, viewPerson, viewRequest } from './view.ts';

/** What has to be read besides the requests to show them. */
export type Backdrop = {
  around: Surroundings;
  writers: readonly PersonRow[];
  waiting: readonly WaitingChange[];
};

const nothing: Backdrop = {
  around: { flags: new Map(), places: new Map(), segments: new Map() },
  writers: [],
  waiting: [],
};

/** As answers show them, with what stands in their way: a fixed number of statements. */
export async function showRequests(db: Db, rows: readonly RequestRow[]): Promise<ChangeRequest[]> {
  return showBefore(db, rows, await findBackdrop(db, rows));
}

/** What is known of flags and not in doubt is not asked for again. */
export async function findBackdrop(
  db: Db,
  rows: readonly RequestRow[],
  known?: KnownBefore,
): Promise<Backdrop> {
  if (rows.length === 0) return nothing;
  const [writers, waiting, ...surroundings] = await queryPipelined(db, [
    peopleWith(peopleIn(rows)),
    waitingChanges(subjectsOf(rows.filter(isPending))),
    ...surroundingsOf(rows, known),
  ]);
  return { writers, waiting, around: surroundingsIn(surroundings, known) };
}

export async function showBefore(
  db: Db,
  rows: readonly RequestRow[],
  { around, writers, waiting }: Backdrop,
): Promise<ChangeRequest[]> {
  // What is over has no conflicts any more.
  const conflicts = await findConflicts(db, rows.filter(isOpen), around);
  const people = new Map(writers.map((person) => [person.id, viewPerson(person)]));
  const schedules = scheduleConflicts(rows.filter(isPending), waiting);
  return rows.map((row) =>
    viewRequest(row, { around, people, conflicts: conflicts.get(row.id), schedules }),
  );
}

function subjectsOf(rows: readonly RequestRow[]) {
  const changes = rows.flatMap((row) => row.changes);
  return {
    projects: [...new Set(rows.map(({ project }) => project))],
    flags: [...new Set(changes.flatMap(({ flag }) => flag ?? []))],
    segments: [...new Set(changes.flatMap(({ segmentId }) => segmentId ?? []))],
  };
}

/** Which requests that wait for their time each change would break; scheduled ones follow on. */
function scheduleConflicts(rows: readonly RequestRow[], waiting: readonly WaitingChange[]) {
  const found = new Map<number, ScheduleConflicts>();
  for (const row of rows) {
    for (const change of row.changes) {
      const broken = brokenBy(change, row, waiting);
      const byId = new Map(broken.map(({ requestId: id, title }) => [id, { id, title }]));
      if (byId.size > 0) found.set(change.id, { changeRequests: [...byId.values()] });
    }
  }
  return found;
}
