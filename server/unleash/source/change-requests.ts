import type { PeerDatabase } from './queries.ts';
import type { Batch, Row } from './source.ts';
import { epoch, momentOf, numberOf, recordOf, textOf, uuidOf } from './values.ts';

const states = {
  finished: ['Applied', 'Cancelled', 'Rejected'],
  open: ['Draft', 'In review', 'Approved', 'Scheduled'],
};

/** Finished ones first, so that no author has two open requests in between. */
export async function* requestBatches(peer: PeerDatabase): AsyncGenerator<Batch> {
  if (!peer.has('change_requests')) return;
  const ids: unknown[] = [];
  for await (const page of peer.readPages('change_requests', ['id'])) {
    ids.push(...page.map(({ id }) => id));
  }
  yield { rows: {}, present: { change_requests: ids } };
  for (const wanted of Object.values(states)) {
    for await (const page of peer.readPages('change_requests', ['id'])) {
      const requests = page.filter(({ state }) => wanted.includes(String(state)));
      if (requests.length > 0) yield await batchOf(peer, requests);
    }
  }
}

async function batchOf(peer: PeerDatabase, requests: readonly Row[]): Promise<Batch> {
  const ids = requests.map(({ id }) => id);
  const authors = new Map(requests.map(({ id, created_by }) => [id, created_by]));
  const of = (table: string, column = 'change_request_id') => peer.readOf(table, column, ids);
  const changes = await of('change_request_events');
  return {
    rows: {
      change_requests: requests.map(requestRow),
      change_request_changes: changes
        .toSorted((one, other) => Number(one.id) - Number(other.id))
        .flatMap(changeRow),
      change_request_approvals: (await of('change_request_approvals')).map(reviewRow),
      change_request_rejections: (await of('change_request_rejections')).map(reviewRow),
      change_request_comments: (await of('change_request_comments', 'change_request')).map(
        (it) => ({
          id: it.id,
          change_request_id: it.change_request,
          text: it.text,
          created_by: it.created_by,
          created_at: momentOf(it.created_at) ?? epoch,
        }),
      ),
      change_request_schedules: (await of('change_request_schedule', 'change_request')).map((it) =>
        scheduleRow(it, authors.get(it.change_request)),
      ),
    },
    complete: {
      change_request_changes: ids,
      change_request_approvals: ids,
      change_request_rejections: ids,
      change_request_comments: ids,
      change_request_schedules: ids,
    },
  };
}

const requestRow = (request: Row): Row => ({
  id: request.id,
  project: request.project,
  environment: request.environment,
  state: request.state,
  title: textOf(request.title),
  min_approvals:
    request.state === 'Draft'
      ? null
      : Math.min(Math.max(numberOf(request.min_approvals) ?? 1, 1), 10),
  created_by: request.created_by,
  created_at: momentOf(request.created_at) ?? epoch,
});

const scheduleStates = ['pending', 'failed', 'suspended'];

function scheduleRow(schedule: Row, author: unknown): Row {
  const status = textOf(schedule.status) ?? 'pending';
  const reason = textOf(schedule.reason) ?? textOf(schedule.failure_reason) ?? 'unknown';
  return {
    change_request_id: schedule.change_request,
    scheduled_at: momentOf(schedule.scheduled_at) ?? epoch,
    scheduled_by: schedule.created_by ?? author,
    status: scheduleStates.includes(status) ? status : 'failed',
    reason: status === 'pending' ? null : reason,
  };
}

const segmentActions = ['updateSegment', 'deleteSegment'];

/** Unleash does not store what a change was proposed for; the import records it for open requests. */
function changeRow(change: Row): Row[] {
  const ofSegment = segmentActions.includes(String(change.action));
  const segment = ofSegment ? numberOf(recordOf(change.payload).id) : null;
  const flag = ofSegment ? null : textOf(change.feature);
  if (flag === null && segment === null) return [];
  return [
    {
      id: change.id,
      change_request_id: change.change_request_id,
      flag,
      segment_id: segment,
      action: change.action,
      payload: payloadOf(change),
      base: {},
      proposed: {},
      depends_on: {},
      created_by: change.created_by,
      created_at: momentOf(change.created_at) ?? epoch,
    },
  ];
}

const strategyActions = ['updateStrategy', 'deleteStrategy', 'reorderStrategy'];

/** With the ids that imported strategies have. */
function payloadOf({ action, payload }: Row): unknown {
  if (!strategyActions.includes(String(action))) return payload ?? {};
  const withOwnId = (value: unknown) => {
    const { id, ...rest } = recordOf(value);
    return id === undefined ? rest : { ...rest, id: uuidOf(String(id)) };
  };
  return Array.isArray(payload) ? payload.map(withOwnId) : withOwnId(payload);
}

const reviewRow = (review: Row): Row => ({
  change_request_id: review.change_request_id,
  user_id: review.created_by,
  created_at: momentOf(review.created_at) ?? epoch,
});
