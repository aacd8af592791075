import { actions, readChange } from '../../approvals/change-requests/actions.ts';
import { dryRunChanges } from '../../approvals/change-requests/commands.ts';
import { isOpen } from '../../approvals/change-requests/rules.ts';
import type { ActionName, State } from '../../approvals/change-requests/schema.ts';
import type { RecordedProposal } from '../../approvals/previews/rules.ts';
import { systemCaller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { badData, RequestError } from '../../platform/errors.ts';
import type { Batch, Row } from '../source/source.ts';
import { listOtherPending } from './queries.ts';

/** The tables with rows of a request. */
const parts = [
  'change_request_changes',
  'change_request_approvals',
  'change_request_rejections',
  'change_request_comments',
  'change_request_schedules',
] as const;

export type Recorded = {
  /** Without the requests that were refused. */
  batch: Batch;
  /** Columns of the changes of open requests, by the id of the change in the source. */
  columns: ReadonlyMap<unknown, Row>;
  /** One reason for each request that was refused. */
  refused: readonly string[];
};

type Context = {
  /** Replaces ids of the source in changes. */
  translate: (changes: readonly Row[]) => Row[];
  /** The ids here of imported requests and users. */
  requests: ReadonlyMap<string, number>;
  users: ReadonlyMap<string, number>;
};

/**
 * The states before and after each change of open requests, which Unleash does not store. A request
 * with a change that cannot be applied is refused.
 */
export async function recordOpenRequests(
  tx: Tx,
  batch: Batch,
  context: Context,
): Promise<Recorded> {
  const { rows } = batch;
  const open = (rows.change_requests ?? []).filter((row) => isOpen(row as { state: State }));
  const columns = new Map<unknown, Row>();
  const refused = new Map<unknown, string>();
  const pending = new Set<string>();
  for (const request of open) {
    const changes = rowsOf(rows.change_request_changes, request);
    try {
      await assertOnlyPending(tx, request, { ...context, pending });
      const translated = context.translate(changes);
      if (translated.length < changes.length) throw badData('Its segment does not exist.');
      const recorded = await dryRunRequest(tx, request, translated);
      for (const [index, change] of changes.entries()) {
        const own = recorded[index];
        if (own) columns.set(change.id, columnsOf(own));
      }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      refused.set(request.id, `change request ${request.id}: ${error.message}`);
    }
  }
  return { batch: without(batch, refused), columns, refused: [...refused.values()] };
}

const rowsOf = (rows: readonly Row[] | undefined, { id }: Row) =>
  (rows ?? []).filter(({ change_request_id }) => change_request_id === id);

/** A user has one request for an environment that is not scheduled. */
async function assertOnlyPending(
  tx: Tx,
  { id, state, project, environment, created_by }: Row,
  { requests, users, pending }: Context & { pending: Set<string> },
): Promise<void> {
  const author = users.get(String(created_by));
  if (state === 'Scheduled' || author === undefined) return;
  const key = JSON.stringify([project, environment, author]);
  const scope = { project: String(project), environment: String(environment), author };
  const others = await listOtherPending(tx, scope, requests.get(String(id)) ?? null);
  if (others.length > 0 || pending.has(key)) {
    throw badData('Its author has another open change request for the environment.');
  }
  pending.add(key);
}

async function dryRunRequest(
  tx: Tx,
  request: Row,
  changes: readonly Row[],
): Promise<RecordedProposal[]> {
  const proposals = changes.map(({ flag, action, payload }) => {
    if (!Object.hasOwn(actions, String(action))) {
      throw badData(`Pennon has no changes of the kind ${action}.`);
    }
    const change = { feature: flag as string | null, action: action as ActionName, payload };
    return readChange(change, 'change', () => {});
  });
  const { id, project, environment } = request as RequestScope;
  const scope = { id, project, environment };
  const partOf = () => 'change';
  return dryRunChanges(tx, systemCaller, scope, { changes: [], proposals, partOf });
}

type RequestScope = { id: number; project: string; environment: string };

const columnsOf = ({ payload, base, proposed, dependsOn }: RecordedProposal): Row => ({
  payload,
  base,
  proposed,
  depends_on: dependsOn,
});

function without(batch: Batch, refused: ReadonlyMap<unknown, string>): Batch {
  if (refused.size === 0) return batch;
  const accepted = (id: unknown) => !refused.has(id);
  const [rows, complete] = [{ ...batch.rows }, { ...batch.complete }];
  rows.change_requests = rows.change_requests?.filter(({ id }) => accepted(id)) ?? [];
  for (const table of parts) {
    rows[table] = rows[table]?.filter((row) => accepted(row.change_request_id)) ?? [];
    const parents = complete[table];
    if (Array.isArray(parents)) complete[table] = parents.filter(accepted);
  }
  return { ...batch, rows, complete };
}
