import { readFileSync } from 'node:fs';
import type { ChangeRequest, NewChange } from '../server/approvals/change-requests/schema.ts';
import { type Commands, print, UsageError, type Values } from '../server/terminal.ts';
import { linkTo, projectOfRequest, propose, searchRequests } from './changes.ts';
import { path } from './client.ts';
import { clientCommand, type Session } from './command.ts';
import { Failure } from './failure.ts';
import { limitOption, parseLimit } from './flag-search.ts';
import { printFields, printJson, printTable } from './output.ts';

const projectOption = { type: 'string', help: 'Project of the request (found by its id)' } as const;
const commentOption = { type: 'string', help: 'Comment on the change request' } as const;

/** A command that moves a change request to a state. */
const transition = (verb: string, state: ChangeRequest['state'], summary: string) =>
  clientCommand({
    summary,
    arguments: ['id'],
    options: { project: projectOption, comment: commentOption },
    examples: [`pennon requests ${verb} 7`, `pennon requests ${verb} 7 --comment "As agreed"`],
    run: (session, values) => setState(session, values, state),
  });

export const requestCommands: Commands = {
  'requests list': clientCommand({
    summary: 'List change requests, the newest first',
    options: {
      all: { type: 'boolean', help: 'Also those that are applied, rejected or cancelled' },
      project: { type: 'string', help: 'Only of this project' },
      limit: limitOption,
    },
    examples: ['pennon requests list', 'pennon requests list --all --project checkout --json'],
    run: listRequests,
  }),
  'requests show': clientCommand({
    summary: 'Show a change request and its changes',
    arguments: ['id'],
    options: { project: projectOption },
    examples: ['pennon requests show 7'],
    run: showRequest,
  }),
  'requests create': clientCommand({
    summary: 'Propose changes from a JSON file',
    options: {
      project: { type: 'string', help: 'The project (required)' },
      environment: { type: 'string', short: 'e', help: 'The environment (required)' },
      file: { type: 'string', short: 'f', help: 'File with the changes (required)' },
      title: { type: 'string', help: 'Title of the change request' },
      comment: commentOption,
      submit: { type: 'boolean', help: 'Send it to review' },
    },
    examples: ['pennon requests create --project checkout -e production -f changes.json --submit'],
    notes: () => [
      '',
      'The file has a list of changes as in docs/change-requests.md:',
      '  [{"feature": "new-checkout", "action": "updateEnabled", "payload": {"enabled": true}}]',
    ],
    run: createRequest,
  }),
  'requests submit': transition('submit', 'In review', 'Send a draft to review'),
  'requests approve': transition('approve', 'Approved', 'Approve a change request'),
  'requests reject': transition('reject', 'Rejected', 'Reject a change request'),
  'requests cancel': transition('cancel', 'Cancelled', 'Cancel a change request'),
  'requests apply': transition('apply', 'Applied', 'Apply an approved change request'),
};

async function listRequests({ terminal, client, json }: Session, values: Values): Promise<number> {
  const limit = parseLimit(values);
  const state = values.all ? undefined : 'IS:open';
  const found = [];
  const pageSize = 1000;
  for (let offset = 0; found.length < limit; offset += pageSize) {
    const { changeRequests } = await searchRequests(client, { state, offset, limit: pageSize });
    const { project = undefined } = values;
    found.push(...changeRequests.filter((it) => project === undefined || it.project === project));
    if (changeRequests.length < pageSize) break;
  }
  const requests = found.slice(0, limit);
  if (json) return printJson(terminal, requests);
  return printTable(
    terminal,
    ['id', 'project', 'environment', 'state', 'title', 'by', 'created'],
    requests.map((it) => [
      String(it.id),
      it.project,
      it.environment,
      it.state,
      it.title,
      it.createdBy.username ?? '-',
      it.createdAt,
    ]),
  );
}

async function showRequest({ terminal, client, json }: Session, values: Values): Promise<number> {
  const request = await client.get<ChangeRequest>(await routeOf({ client }, values));
  if (json) return printJson(terminal, request);
  printFields(terminal, {
    'Change request': String(request.id),
    Title: request.title,
    Project: request.project,
    Environment: request.environment,
    State: request.state,
    Approvals: `${request.approvals.length} of ${request.minApprovals}`,
    Created: `${request.createdAt} by ${request.createdBy.username ?? '-'}`,
    Page: linkTo(client, request),
  });
  terminal.stdout.write('\n');
  const changes = [
    ...request.features.flatMap(({ name, changes }) => changes.map((it) => ({ name, ...it }))),
    ...request.segments,
  ];
  printTable(
    terminal,
    ['flag or segment', 'action', 'payload', 'conflict'],
    changes.map((it) => [it.name, it.action, JSON.stringify(it.payload), it.conflict ?? '-']),
  );
  if (request.comments.length === 0) return 0;
  terminal.stdout.write('\n');
  return printTable(
    terminal,
    ['comment by', 'time', 'text'],
    request.comments.map((it) => [it.createdBy.username ?? '-', it.createdAt, it.text]),
  );
}

async function createRequest(session: Session, values: Values): Promise<number> {
  const { project, environment, file } = values as Record<string, string | undefined>;
  if (project === undefined || environment === undefined || file === undefined) {
    throw new UsageError('requests create needs --project, --environment and --file.');
  }
  return propose(session, { project, environment }, readChanges(file), values);
}

function readChanges(file: string): NewChange[] {
  try {
    const changes: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return (Array.isArray(changes) ? changes : [changes]) as NewChange[];
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${(error as Error).message}`);
  }
}

async function setState(
  { terminal, client, json }: Session,
  values: Values,
  state: ChangeRequest['state'],
): Promise<number> {
  const route = await routeOf({ client }, values);
  const { comment } = values;
  await client.send('PUT', `${route}/state`, {
    body: { state, ...(comment === undefined ? {} : { comment }) },
  });
  // An approval may not be the last one that is required.
  const request = await client.get<ChangeRequest>(route);
  if (json) return printJson(terminal, request);
  const { approvals, minApprovals } = request;
  const count =
    state === 'Approved' ? ` It has ${approvals.length} of ${minApprovals} approvals.` : '';
  return print(terminal, `Change request ${request.id} is ${request.state}.${count}`);
}

async function routeOf({ client }: Pick<Session, 'client'>, values: Values): Promise<string> {
  const id = String(values.id);
  if (!/^[1-9]\d{0,8}$/.test(id)) throw new UsageError('The <id> of a change request is a number.');
  const project = await projectOfRequest(client, id, values.project);
  return path`/api/admin/projects/${project}/change-requests/${id}`;
}
