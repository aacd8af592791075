import { type Commands, print, type Values } from '../server/terminal.ts';
import { path } from './client.ts';
import { clientCommand, type Session } from './command.ts';
import {
  type FoundFlag,
  limitOption,
  parseLimit,
  printFlags,
  queryOf,
  searchFlags,
  term,
} from './flag-search.ts';

export const staleCommands: Commands = {
  stale: clientCommand({
    summary: 'List flags that are stale or potentially stale',
    options: {
      report: { type: 'boolean', help: 'Print a report in Markdown, by project' },
      project: { type: 'string', help: 'Only flags of this project' },
      limit: limitOption,
    },
    examples: ['pennon stale', 'pennon stale --report --project checkout > stale.md'],
    notes: () => [
      '',
      'A flag is stale if it was marked so, and potentially stale if it is older than the lifetime of',
      'its type.',
    ],
    run: listStale,
  }),
};

async function listStale(session: Session, values: Values): Promise<number> {
  const { project } = values;
  const q = queryOf([
    term('is', 'stale'),
    ...(typeof project === 'string' ? [term('project', project)] : []),
    term('sort', 'project'),
  ]);
  if (!values.report || session.json) return printFlags(session, q, parseLimit(values));
  const { flags, total } = await searchFlags(session.client, q, parseLimit(values));
  const projects = [...new Set(flags.map((flag) => flag.project))];
  print(session.terminal, `# Stale flags\n\n${session.client.url}: ${total} stale flags.`);
  if (flags.length < total) print(session.terminal, `The report has the first ${flags.length}.`);
  for (const name of projects) {
    print(session.terminal, `\n## ${textOf(name)}\n`);
    for (const flag of flags.filter((it) => it.project === name)) {
      print(session.terminal, describe(session.client.url, flag));
    }
  }
  return 0;
}

function describe(url: string, flag: FoundFlag): string {
  const page = `${url}${path`/projects/${flag.project}/flags/${flag.name}`}`;
  const why = flag.potentiallyStale ? `older than the lifetime of ${flag.type}` : 'marked as stale';
  const environments = flag.environments.map((it) => `${it.name} ${describeUse(it)}`).join('; ');
  return [
    `- [${textOf(flag.name)}](${page}): ${why}, created ${flag.createdAt.slice(0, 10)} by ${textOf(flag.createdBy.name)}`,
    `  - ${textOf(environments)}`,
  ].join('\n');
}

function describeUse({ enabled, lastSeenAt }: FoundFlag['environments'][number]): string {
  const seen = lastSeenAt === null ? 'never used' : `last used ${lastSeenAt.slice(0, 10)}`;
  return `${enabled ? 'on' : 'off'}, ${seen}`;
}

/** One line in which Markdown has no meaning. */
const textOf = (text: string) =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]()<>#|~]/g, '\\$&');
