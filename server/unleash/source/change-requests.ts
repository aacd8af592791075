import type { PeerDatabase } from './queries.ts';
import type { Batch, Omission, Row } from './source.ts';
import { epoch, momentOf, numberOf, recordOf, textOf } from './values.ts';

const finished = ['Applied', 'Cancelled', 'Rejected'];
const isFinished = ({ state }: Row) => finished.includes(String(state));

/** Those that are finished: an open one would need the state that its changes were proposed for. */
export async function* requestBatches(peer: PeerDatabase): AsyncGenerator<Batch> {
  for await (const page of peer.readPages('change_requests', ['id'])) {
    const requests = page.filter(isFinished);
    const ids = requests.map(({ id }) => id);
    const of = (table: string, column = 'change_request_id') => peer.readOf(table, column, ids);
    yield {
      rows: {
        change_requests: requests.map((it) => ({
          id: it.id,
          project: it.project,
          environment: it.environment,
          state: it.state,
          title: textOf(it.title),
          min_approvals: Math.min(Math.max(numberOf(it.min_approvals) ?? 1, 1), 10),
          created_by: it.created_by,
          created_at: momentOf(it.created_at) ?? epoch,
        })),
        change_request_changes: (await of('change_request_events')).flatMap(changeRow),
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
      },
    };
  }
}

const segmentActions = ['updateSegment', 'deleteSegment'];

/** What a finished change was proposed for is not recorded by Unleash. */
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
      payload: change.payload ?? {},
      base: {},
      proposed: {},
      created_by: change.created_by,
      created_at: momentOf(change.created_at) ?? epoch,
    },
  ];
}

const reviewRow = (review: Row): Row => ({
  change_request_id: review.change_request_id,
  user_id: review.created_by,
  created_at: momentOf(review.created_at) ?? epoch,
});

export async function listOpenRequests(peer: PeerDatabase): Promise<Omission[]> {
  const states = finished.map((state) => `'${state}'`).join(', ');
  const count = await peer.count('change_requests', `state not in (${states})`);
  const reason = 'apply, reject or cancel them before the move';
  return count === 0 ? [] : [{ what: 'open change requests', count, reason }];
}
