import type {
  ChangeRequest,
  FoundRequest,
  NewChange,
} from '../server/approvals/change-requests/schema.ts';
import type { Setting } from '../server/approvals/protection/schema.ts';
import { print, type Values } from '../server/terminal.ts';
import { type Client, path } from './client.ts';
import type { Session } from './command.ts';
import { Failure } from './failure.ts';
import { printJson } from './output.ts';

/** Options of commands that change what may be protected. */
export const changeOptions = {
  title: { type: 'string', help: 'Title of the change request, if one is created' },
  comment: { type: 'string', help: 'Comment on the change request' },
  submit: { type: 'boolean', help: 'Send the change request to review' },
  direct: {
    type: 'boolean',
    help: 'Write directly where change requests are required, with the permission to skip them',
  },
} as const;

export type Scope = { project: string; environment: string };

/** Environments of a project in which changes need a change request. */
export async function protectedEnvironments(client: Client, project: string): Promise<string[]> {
  const route = path`/api/admin/projects/${project}/change-requests/config`;
  const settings = await client.get<Setting[]>(route);
  return settings
    .filter(({ changeRequestEnabled }) => changeRequestEnabled)
    .map(({ environment }) => environment);
}

/** Writes directly, or proposes the change where change requests are required. */
export async function changeOrPropose(
  session: Session,
  { scope, change, values }: { scope: Scope; change: NewChange; values: Values },
  write: () => Promise<string>,
): Promise<number> {
  const { terminal, client, json } = session;
  const environments = await protectedEnvironments(client, scope.project);
  if (values.direct !== true && environments.includes(scope.environment)) {
    return propose(session, scope, [change], values);
  }
  const sentence = await write();
  return json ? printJson(terminal, { changed: true }) : print(terminal, sentence);
}

/** Adds changes to the caller's pending request of the environment, and sends it to review. */
export async function propose(
  { terminal, client, json }: Session,
  { project, environment }: Scope,
  changes: readonly NewChange[],
  values: Values,
): Promise<number> {
  const route = path`/api/admin/projects/${project}/environments/${environment}/change-requests`;
  const { id } = await client.send<ChangeRequest>('POST', route, { body: changes });
  const { state, url } = await completeRequest(client, { project, id }, values);
  if (json) return printJson(terminal, { changeRequest: id, state, url });
  const next = state === 'Draft' ? ` Send it to review: pennon requests submit ${id}` : '';
  print(terminal, `${environment} requires change requests: this is change request ${id}.`);
  return print(terminal, `State: ${state}.${next}\n${url}`);
}

/** Gives a change request its title and comment, and sends a draft to review. */
export async function completeRequest(
  client: Client,
  { project, id }: { project: string; id: number },
  { title, comment, submit }: Values,
): Promise<{ state: ChangeRequest['state']; url: string }> {
  const route = path`/api/admin/projects/${project}/change-requests/${id}`;
  if (title !== undefined) await client.send('PUT', `${route}/title`, { body: { title } });
  if (comment !== undefined) {
    await client.send('POST', `${route}/comments`, { body: { text: comment } });
  }
  const { state } = await client.get<ChangeRequest>(route);
  const isSubmitted = submit === true && state === 'Draft';
  if (isSubmitted) await client.send('PUT', `${route}/state`, { body: { state: 'In review' } });
  return { state: isSubmitted ? 'In review' : state, url: linkTo(client, { project, id }) };
}

export const linkTo = (client: Client, { project, id }: { project: string; id: number }) =>
  `${client.url}${path`/projects/${project}/change-requests/${id}`}`;

const pageSize = 1000;

/** Ids are unique, so the project follows from the id. */
export async function projectOfRequest(client: Client, id: string, given: unknown) {
  if (typeof given === 'string') return given;
  for (let offset = 0; ; offset += pageSize) {
    const page = await searchRequests(client, { offset, limit: pageSize });
    const found = page.changeRequests.find((request) => String(request.id) === id);
    if (found) return found.project;
    if (page.changeRequests.length < pageSize) {
      throw new Failure(`There is no change request ${id} that you may see.`, 404);
    }
  }
}

export const searchRequests = (
  client: Client,
  query: Readonly<Record<string, string | number | undefined>>,
) =>
  client.get<{ changeRequests: FoundRequest[]; total: number }>(
    '/api/admin/search/change-requests',
    query,
  );
