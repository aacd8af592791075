import type { Db } from '../../platform/db/open.ts';
import { type Problem, problemsOf, type StoredRequest } from './problems.ts';
import { type LastChange, listLastChanges } from './queries.ts';
import type { Conflict, Conflicts, CurrentState } from './rules.ts';

/** By the id of the request; at most one statement for any number of requests. */
export async function findConflicts(
  db: Db,
  requests: readonly StoredRequest[],
  current: CurrentState,
): Promise<Map<number, Conflicts>> {
  const problems = requests.flatMap((request) =>
    problemsOf(current, request).map((problem) => ({ ...problem, requestId: request.id })),
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
  return byRequest;
}

function describe({ what, where, clashes }: Problem, last?: LastChange): Conflict {
  const who = last === undefined ? '' : ` by ${last.by} at ${last.at}`;
  return {
    conflict: `${what}${who}${where === undefined ? '' : `: ${where}`}`,
    conflictCause: { what, ...(last && { by: last.name, at: last.at }) },
    ...(clashes.length === 0 ? {} : { conflicts: clashes }),
  };
}
