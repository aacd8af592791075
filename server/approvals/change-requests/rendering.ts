import type { Db } from '../../platform/db/open.ts';
import { queryPipelined } from '../../platform/db/pipeline.ts';
import { findConflicts } from '../previews/conflicts.ts';
import { currentStateFrom, currentStateQueries } from '../previews/current-state.ts';
import { scheduledChanges } from '../schedules/queries.ts';
import { type ScheduledChange, suspendedBy } from '../schedules/rules.ts';
import { peopleWith } from './queries.ts';
import { isOpen, isPending, type RequestRow } from './rules.ts';
import type { ChangeRequest, ScheduleConflicts } from './schema.ts';
import { peopleIn, viewPerson, viewRequest } from './view.ts';

/** As responses show them, with their conflicts: a fixed number of statements. */
export async function renderRequests(
  db: Db,
  rows: readonly RequestRow[],
): Promise<ChangeRequest[]> {
  if (rows.length === 0) return [];
  const pending = rows.filter(isPending);
  const [writers, scheduled, ...found] = await queryPipelined(db, [
    peopleWith(peopleIn(rows)),
    scheduledChanges(subjectsOf(pending)),
    ...currentStateQueries(rows),
  ]);
  const current = currentStateFrom(found);
  // A closed request has no conflicts.
  const conflicts = await findConflicts(db, rows.filter(isOpen), current);
  const people = new Map(writers.map((person) => [person.id, viewPerson(person)]));
  const schedules = scheduleConflicts(pending, scheduled);
  return rows.map((row) =>
    viewRequest(row, { current, people, conflicts: conflicts.get(row.id), schedules }),
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

/** The scheduled requests that each change would suspend. */
function scheduleConflicts(rows: readonly RequestRow[], scheduled: readonly ScheduledChange[]) {
  const found = new Map<number, ScheduleConflicts>();
  for (const row of rows) {
    for (const change of row.changes) {
      const suspended = suspendedBy(change, row, scheduled);
      const byId = new Map(suspended.map(({ requestId: id, title }) => [id, { id, title }]));
      if (byId.size > 0) found.set(change.id, { changeRequests: [...byId.values()] });
    }
  }
  return found;
}
