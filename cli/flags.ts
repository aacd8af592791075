import type { Flag } from '../server/flags/flags/schema.ts';
import type { Commands, Values } from '../server/terminal.ts';
import { path } from './client.ts';
import { clientCommand, type Session } from './command.ts';
import { flagChangeCommands } from './flag-changes.ts';
import { flagHistoryCommands } from './flag-history.ts';
import {
  limitOption,
  parseLimit,
  printFlags,
  projectOf,
  projectOption,
  queryOf,
  term,
} from './flag-search.ts';
import { printFields, printJson, printTable } from './output.ts';

export const flagCommands: Commands = {
  'flags list': clientCommand({
    summary: 'List flags',
    options: {
      project: { type: 'string', help: 'Only flags of this project' },
      archived: { type: 'boolean', help: 'Only archived flags' },
      limit: limitOption,
    },
    examples: [
      'pennon flags list',
      'pennon flags list --project checkout --json',
      'pennon flags list --limit 5000 | cut -f1',
    ],
    run: (session, values) => printFlags(session, listQuery(values), parseLimit(values)),
  }),
  'flags get': clientCommand({
    summary: 'Show a flag and its environments',
    arguments: ['flag'],
    options: { project: projectOption },
    examples: ['pennon flags get new-checkout', 'pennon flags get new-checkout --json'],
    run: showFlag,
  }),
  ...flagChangeCommands,
  ...flagHistoryCommands,
  search: clientCommand({
    summary: 'Search flags with the query language',
    arguments: ['query'],
    options: { limit: limitOption },
    examples: [
      "pennon search 'is:stale env:production=on sort:-created'",
      "pennon search 'project:checkout -tag:team:legacy' --json",
    ],
    notes: () => ['', 'docs/query-language.md describes the language.'],
    run: (session, values) => printFlags(session, String(values.query), parseLimit(values)),
  }),
};

const listQuery = ({ project, archived }: Values) =>
  queryOf([
    ...(typeof project === 'string' ? [term('project', project)] : []),
    ...(archived ? [term('is', 'archived')] : []),
    term('sort', 'name'),
  ]);

async function showFlag({ terminal, client, json }: Session, values: Values): Promise<number> {
  const name = String(values.flag);
  const project = await projectOf(client, name, values.project);
  const route = path`/api/admin/projects/${project}/features/${name}`;
  const flag = await client.get<Flag>(route, { archived: 'true' });
  if (json) return printJson(terminal, flag);
  printFields(terminal, {
    Flag: flag.name,
    Project: flag.project,
    Type: flag.type,
    Description: flag.description ?? '-',
    State: flag.archived ? 'archived' : flag.stale ? 'stale' : 'active',
    Tags: flag.tags.map(({ type, value }) => `${type}:${value}`).join(', ') || '-',
    'Depends on': flag.dependencies.map(({ feature }) => feature).join(', ') || '-',
    Created: `${flag.createdAt} by ${flag.createdBy.name}`,
    Page: `${client.url}${path`/projects/${project}/flags/${name}`}`,
  });
  terminal.stdout.write('\n');
  return printTable(
    terminal,
    ['environment', 'switch', 'strategies', 'variants', 'last seen'],
    flag.environments.map((environment) => [
      environment.name,
      environment.enabled ? 'on' : 'off',
      String(environment.strategies.length),
      String(environment.variants.length),
      environment.lastSeenAt ?? 'never',
    ]),
  );
}
