import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import {
  type HistoryRow,
  type RequestHead,
  type RequestRow,
  requestEvent,
} from '../change-requests/rules.ts';
import type { HistoryAction } from '../change-requests/schema.ts';
import { insertHistory, listEdits } from './queries.ts';
import { withEdits } from './rules.ts';

/** The entry in the history of a request for each event that it appears in. */
const actions = {
  'change-request-sent-to-review': 'submitted',
  'change-request-approval-added': 'approved',
  'change-request-approved': 'approved',
  'change-request-rejected': 'rejected',
  'change-request-cancelled': 'cancelled',
  'change-request-scheduled': 'scheduled',
  'change-request-schedule-removed': 'unscheduled',
  'change-request-applied': 'applied',
  'change-request-scheduled-application-success': 'applied',
  'change-request-scheduled-application-failure': 'failed',
} as const satisfies Record<string, HistoryAction>;

type Step = {
  type: keyof typeof actions;
  /** Members of the event. */
  data?: object;
  comment?: string | undefined;
  reason?: string;
  scheduledAt?: string;
};

/** Records the event of a step, and adds the step to the history of the request. */
export async function recordStep(
  tx: Tx,
  caller: Caller,
  request: Pick<RequestHead, 'id' | 'title' | 'project' | 'environment'>,
  { type, data, comment, reason, scheduledAt }: Step,
): Promise<void> {
  const entry = { action: actions[type], comment, reason, scheduledAt };
  await insertHistory(tx, caller, request.id, entry);
  recordEvent(tx, caller, requestEvent(request, type, data ? { data } : {}));
}

/** The history of a request, with what was edited in review. */
export async function findHistory(db: Db, row: RequestRow): Promise<HistoryRow[]> {
  const { history } = row;
  const edited = history.filter(({ action }) => action === 'change-edited');
  if (edited.length === 0) return history;
  const flags = new Set(edited.flatMap(({ subjects = [] }) => subjects));
  return withEdits(history, await listEdits(db, row, [...flags]));
}
