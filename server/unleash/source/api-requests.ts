import type { Get } from './requests.ts';
import type { Row } from './source.ts';
import { listOf, recordOf } from './values.ts';

/** Runs the work for each item, some at once; the results are in the order of the items. */
export async function inParallel<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const [left, results] = [[...items.entries()], [] as R[]];
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [index, item] = next;
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
}

const concurrency = 8;
const searchSize = 1000;

type Listed = { project: string; id: number };
type Tables = Partial<Record<string, Row[]>>;

/** Undefined for an edition without change requests. */
export async function readRequests(
  get: Get,
  projects: readonly string[],
  users: readonly Row[],
): Promise<Tables | undefined> {
  const lists = await inParallel(projects, async (project) => {
    const list = await get(`${pathOf(project)}`);
    return list === undefined
      ? undefined
      : listOf(list).map((it) => ({ project, id: Number(recordOf(it).id) }));
  });
  if (lists.every((list) => list === undefined)) return undefined;
  const listed = [...lists.flatMap((list) => list ?? []), ...(await searchRequests(get))];
  const distinct = [...new Map(listed.map((it) => [it.id, it])).values()];
  const details = await inParallel(distinct, ({ project, id }) => get(`${pathOf(project)}/${id}`));
  const tables: Tables = Object.fromEntries(requestTables.map((table) => [table, []]));
  const idOf = idsByName(users);
  for (const detail of details) {
    if (detail === undefined) continue;
    for (const [table, rows] of Object.entries(requestRows(recordOf(detail), idOf))) {
      tables[table]?.push(...rows);
    }
  }
  return tables;
}

export const requestTables = [
  'change_requests',
  'change_request_events',
  'change_request_approvals',
  'change_request_rejections',
  'change_request_comments',
  'change_request_schedule',
] as const;

const pathOf = (project: string) =>
  `/api/admin/projects/${encodeURIComponent(project)}/change-requests`;

/** The list of a project has only the newest ones; older versions have no search. */
async function searchRequests(get: Get): Promise<Listed[]> {
  const found: Listed[] = [];
  for (;;) {
    const query = `limit=${searchSize}&offset=${found.length}`;
    const response = await get(`/api/admin/search/change-requests?${query}`);
    const page = listOf(recordOf(response).changeRequests).map(recordOf);
    found.push(...page.map(({ project, id }) => ({ project: String(project), id: Number(id) })));
    if (page.length < searchSize) return found;
  }
}

/** Some versions name the author without an id. */
function idsByName(users: readonly Row[]) {
  const ids = new Map(
    users.flatMap(({ id, username, email }) =>
      [username, email].flatMap((name) => (typeof name === 'string' ? [[name, id] as const] : [])),
    ),
  );
  return (person: unknown) => {
    const { id, username } = recordOf(person);
    return id ?? ids.get(String(username)) ?? null;
  };
}

/** A title that was not entered has the id, which may be another one here. */
const titleOf = ({ id, title }: Row) => (title === `Change request #${id}` ? null : title);

type Rows = Record<(typeof requestTables)[number], Row[]>;

function requestRows(request: Row, idOf: (person: unknown) => unknown): Rows {
  const key = { change_request_id: request.id };
  const created = ({ createdBy, createdAt }: Row) => ({
    created_by: idOf(createdBy),
    created_at: createdAt,
  });
  const changeRow = (change: Row, feature: unknown, payload = change.payload): Row => ({
    id: change.id,
    ...key,
    feature,
    action: change.action,
    payload,
    ...created({ createdBy: request.createdBy, createdAt: request.createdAt, ...change }),
  });
  const reviews = (list: unknown) =>
    listOf(list).map((it) => ({ ...key, ...created(recordOf(it)) }));
  const { scheduledAt, status, reason, failureReason } = recordOf(request.schedule);
  return {
    change_requests: [
      {
        id: request.id,
        project: request.project,
        environment: request.environment,
        state: request.state,
        title: titleOf(request),
        min_approvals: request.minApprovals,
        ...created(request),
      },
    ],
    change_request_events: [
      ...listOf(request.features)
        .map(recordOf)
        .flatMap(({ name, changes }) =>
          listOf(changes).map((change) => changeRow(recordOf(change), name)),
        ),
      ...listOf(request.segments).map((it) => changeRow(recordOf(it), null)),
    ],
    change_request_approvals: reviews(request.approvals),
    change_request_rejections: reviews(request.rejections),
    change_request_comments: listOf(request.comments).map((it) => {
      const comment = recordOf(it);
      return {
        id: comment.id,
        change_request: request.id,
        text: comment.text,
        ...created(comment),
      };
    }),
    change_request_schedule:
      scheduledAt === undefined
        ? []
        : [
            {
              change_request: request.id,
              scheduled_at: scheduledAt,
              status,
              reason,
              failure_reason: failureReason,
            },
          ],
  };
}
