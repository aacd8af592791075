import type { PastEvent } from '../events/queries.ts';
import type { EventType } from '../events/types.ts';
import type { Caller } from '../platform/caller.ts';
import type { Tx } from '../platform/db/open.ts';
import type { History } from './history.ts';
import { type AppliedRequest, insertAppliedRequest } from './queries.ts';
import { createRandoms } from './random.ts';
import { type List, protectedProjects } from './vocabulary.ts';

const hourMs = 60 * 60 * 1000;
/** Before a change that a request could have proposed, as long as nothing else changed the flag. */
const quietMs = 8 * hourMs;

/**
 * Adds the change requests that led to the updates of strategies in protected environments: with their
 * rows, and with their events in the returned history.
 */
export async function addAppliedRequests(
  tx: Tx,
  history: History,
  authors: List<Caller>,
): Promise<History> {
  const events = Array.from({ length: history.length }, (_, index) => history.eventAt(index));
  const added: PastEvent[] = [];
  for (const plan of planRequests(events, authors)) {
    added.push(...requestEvents(plan, await insertAppliedRequest(tx, plan.request)));
  }
  // Stable, so that a request is applied after its change, which has the same time.
  const all = [...events, ...added].sort(
    (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt),
  );
  const [first] = all;
  if (!first) return history;
  return { length: all.length, eventAt: (index) => all[index] ?? first };
}

type Plan = { request: AppliedRequest; change: PastEvent; author: Caller };

/** The user who made the change approves and applies the request of another one. */
function planRequests(events: readonly PastEvent[], authors: List<Caller>): Plan[] {
  const lastChange = new Map<string, number>();
  const randomOf = createRandoms('demo/requests');
  return events.flatMap((change, index) => {
    const {
      type,
      project,
      environment,
      featureName: flag,
      data,
      preData,
      createdByUserId,
    } = change;
    const appliedAt = Date.parse(change.createdAt);
    const quiet = appliedAt - (lastChange.get(flag ?? '') ?? appliedAt);
    if (flag) lastChange.set(flag, appliedAt);
    if (type !== 'feature-strategy-update' || environment !== 'production') return [];
    if (!project || !flag || !protectedProjects.includes(project) || quiet < quietMs) return [];
    const random = randomOf(index);
    const author = random.pick(authors);
    if (author.id === createdByUserId) return [];
    const leadMs = Math.min(0.9 * quiet, (6 + 60 * random.next()) * hourMs);
    const approval = 0.4 + 0.5 * random.next();
    const before = (share: number) => new Date(appliedAt - share * leadMs).toISOString();
    const { id, parameters } = data as { id: string; parameters: { rollout: string } };
    const request = {
      project,
      environment,
      flag,
      authorId: author.id,
      reviewerId: createdByUserId,
      title: `Roll out ${flag} to ${parameters.rollout}%`,
      action: 'updateStrategy',
      payload: { id, parameters },
      base: preData ?? {},
      proposed: data ?? {},
      createdAt: before(1),
      submittedAt: before(0.95),
      approvedAt: before(0.95 * (1 - approval)),
      appliedAt: change.createdAt,
    };
    return [{ request, change, author }];
  });
}

type Ids = { id: number; changeId: number };

function requestEvents({ request, change, author }: Plan, { id, changeId }: Ids): PastEvent[] {
  const { title, project, environment, flag, action, payload } = request;
  const { createdBy, createdByUserId, tags = [] } = change;
  const which = { changeRequestId: id, title };
  const event = (type: EventType, createdAt: string, data: object = which): PastEvent => ({
    type,
    createdAt,
    project,
    environment,
    data,
    createdBy,
    createdByUserId,
  });
  const byAuthor = { createdBy: author.name, createdByUserId: author.id };
  const added = { ...which, changeId, action, payload, feature: flag };
  return [
    { ...event('change-request-created', request.createdAt), ...byAuthor },
    { ...event('change-added', request.createdAt, added), ...byAuthor, featureName: flag, tags },
    { ...event('change-request-sent-to-review', request.submittedAt), ...byAuthor },
    event('change-request-approved', request.approvedAt, { ...which, approvals: 1 }),
    event('change-request-applied', request.appliedAt),
  ];
}
