import type { Db } from '../db/open.ts';
import { type JudgedRequest, type Problem, problemsOf } from './problems.ts';
import { listLastChanges } from './queries.ts';
import type { Conflict, Conflicts, Surroundings } from './rules.ts';
import { findSurroundings } from './surroundings.ts';

export type Findings = { around: Surroundings; byRequest: Map<number, Conflicts> };

/** A fixed number of statements, however many requests there are; those that are over have none. */
export async function findConflicts<R extends JudgedRequest>(
  db: Db,
  requests: readonly R[],
  isOpen: (request: R) => boolean = () => true,
): Promise<Findings> {
  const around = await findSurroundings(db, requests);
  const problems = requests
    .filter(isOpen)
    .flatMap((request) =>
      problemsOf(around, request).map((problem) => ({ ...problem, requestId: request.id })),
    );
  const last = await listLastChanges(
    db,
    problems.map(({ trace }) => trace),
  );
  const byRequest = new Map<number, Conflicts>();
  for (const [position, problem] of problems.entries()) {
    const found = byRequest.get(problem.requestId) ?? { flags: new Map(), changes: new Map() };
    byRequest.set(problem.requestId, found);
    const conflict = describe(problem, last.get(position));
    if (problem.flag !== undefined) found.flags.set(problem.flag, conflict);
    if (problem.changeId !== undefined) found.changes.set(problem.changeId, conflict);
  }
  return { around, byRequest };
}

function describe({ what, where, clashes }: Problem, last?: { by: string; at: string }): Conflict {
  const who = last === undefined ? '' : ` by ${last.by} at ${last.at}`;
  return {
    conflict: `${what}${who}${where === undefined ? '' : `: ${where}`}`,
    ...(clashes.length === 0 ? {} : { conflicts: clashes }),
  };
}
