import { existsSync } from 'node:fs';
import { type Commands, exitCodes, print, UsageError, type Values } from '../server/terminal.ts';
import type { ApplyOutcome } from '../server/transfer/declarations/schema.ts';
import { path } from './client.ts';
import { clientCommand, type Session } from './command.ts';
import { type DefinitionFile, readDefinition, toYaml, writeDefinition } from './definitions.ts';
import { printJson } from './output.ts';
import { countChanges, finishPlan, printPlan } from './plans.ts';

const fileOption = {
  type: 'string',
  short: 'f',
  help: 'YAML or JSON file with the definition; - is standard input (flags.yaml)',
} as const;
const projectOption = { type: 'string', help: 'The project ("project" in the file)' } as const;

export const fileCommands: Commands = {
  plan: clientCommand({
    summary: 'Print what differs between a file and the server, and change nothing',
    options: { file: fileOption, project: projectOption },
    examples: ['pennon plan -f flags.yaml', 'pennon plan -f flags.yaml --json'],
    notes: () => [
      '',
      'Exits with 2 if something would change, so that it detects drift too. docs/files.md describes',
      'the file.',
    ],
    run: plan,
  }),
  apply: clientCommand({
    summary: 'Change flags and segments to match a file',
    options: {
      file: fileOption,
      project: projectOption,
      title: { type: 'string', help: 'Title of the change requests that are created' },
      comment: { type: 'string', help: 'Comment on these change requests' },
      submit: { type: 'boolean', help: 'Send these change requests to review' },
    },
    examples: ['pennon apply -f flags.yaml', 'pennon apply -f flags.yaml --submit'],
    notes: () => [
      '',
      'Everything is changed in one transaction, or nothing. Where change requests are required and',
      'the token may not skip them, the changes become one change request for each environment.',
    ],
    run: apply,
  }),
  pull: clientCommand({
    summary: 'Write the flags and segments of a project to a file',
    options: {
      file: { ...fileOption, help: 'File to write, .yaml or .json (standard output)' },
      project: projectOption,
      prefix: { type: 'string', help: 'Only flags whose names begin with it' },
    },
    examples: [
      'pennon pull --project checkout -f flags.yaml',
      'pennon pull --project checkout --prefix cart-',
    ],
    notes: () => [
      '',
      'The same state is the same text. Of a file that exists, "project" and "manages" are used again;',
      'if it matches the server already, it is not written.',
    ],
    run: pull,
  }),
};

async function plan(session: Session, values: Values): Promise<number> {
  const { outcome } = await sendDefinition(session, values, true);
  if (session.json) printJson(session.terminal, outcome);
  else printPlan(session, outcome);
  return countChanges(outcome) === 0 ? 0 : exitCodes.differences;
}

async function apply(session: Session, values: Values): Promise<number> {
  const { project, outcome } = await sendDefinition(session, values, false);
  return finishPlan(session, project, outcome, values);
}

async function sendDefinition({ client }: Session, values: Values, dryRun: boolean) {
  const definition = await readDefinition(String(values.file ?? 'flags.yaml'));
  const project = projectIn(values, definition);
  const outcome = await client.send<ApplyOutcome>(
    'POST',
    path`/api/admin/projects/${project}/apply`,
    {
      body: { definition, dryRun },
      // A misspelt member would otherwise be ignored.
      headers: { prefer: 'handling=strict' },
    },
  );
  return { project, outcome };
}

function projectIn({ project: given }: Values, { project }: DefinitionFile): string {
  const name = given ?? project;
  if (typeof name === 'string' && name !== '') return name;
  throw new UsageError('The project is missing: --project, or "project" in the file.');
}

async function pull({ terminal, client, json }: Session, values: Values): Promise<number> {
  const file = values.file as string | undefined;
  const before = file !== undefined && existsSync(file) ? await readDefinition(file) : {};
  const project = projectIn(values, before);
  const { manages, $schema } = before;
  const prefix = (values.prefix as string | undefined) ?? manages?.replace(/\*$/, '');
  const route = path`/api/admin/projects/${project}/definition`;
  const pulled = await client.get<DefinitionFile>(route, { prefix });
  const { version, ...rest } = pulled;
  const definition = {
    ...($schema === undefined ? {} : { $schema }),
    version,
    project,
    ...(manages === undefined ? {} : { manages }),
    ...rest,
  } as DefinitionFile;
  if (file === undefined) {
    return json
      ? printJson(terminal, definition)
      : print(terminal, (await toYaml(definition)).trimEnd());
  }
  const written = await writeDefinition(file, definition);
  const count = Object.keys(definition.flags ?? {}).length;
  return print(terminal, written ? `Wrote ${count} flags to ${file}.` : `${file} is up to date.`);
}
