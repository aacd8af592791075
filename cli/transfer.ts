import { writeFileSync } from 'node:fs';
import { type Commands, exitCodes, print, UsageError, type Values } from '../server/terminal.ts';
import type { ExportedDocument, ImportPreview } from '../server/transfer/schema.ts';
import { clientCommand, type Session } from './command.ts';
import { readJsonFile } from './definitions.ts';
import { Failure } from './failure.ts';
import { printJson } from './output.ts';

const environmentOption = {
  type: 'string',
  short: 'e',
  help: 'The environment (required)',
} as const;

export const transferCommands: Commands = {
  export: clientCommand({
    summary: 'Export the flags of an environment to a file of the API',
    options: {
      environment: environmentOption,
      project: { type: 'string', help: 'Only flags of this project' },
      tag: { type: 'string', help: 'Only flags with a tag of this value' },
      flag: { type: 'string', multiple: true, help: 'Only this flag; can be repeated' },
      at: {
        type: 'string',
        help: 'As it was at this RFC 3339 time, or after the event with this id',
      },
      output: { type: 'string', short: 'o', help: 'File to write (standard output)' },
    },
    examples: [
      'pennon export -e production --project checkout -o checkout.json',
      'pennon export -e production --project checkout --at 2026-11-01T12:00:00Z',
    ],
    run: exportFlags,
  }),
  import: clientCommand({
    summary: 'Import such a file into an environment of a project',
    options: {
      file: {
        type: 'string',
        short: 'f',
        help: 'The exported file; - is standard input (required)',
      },
      environment: environmentOption,
      project: { type: 'string', help: 'The project (required)' },
      'dry-run': {
        type: 'boolean',
        help: 'Print what would change; exit with 2 if something would',
      },
    },
    examples: [
      'pennon import -f checkout.json --project checkout -e staging --dry-run',
      'pennon import -f checkout.json --project checkout -e staging',
    ],
    notes: () => ['', 'Everything is imported in one transaction, or nothing.'],
    run: importFlags,
  }),
};

async function exportFlags({ terminal, client }: Session, values: Values): Promise<number> {
  const { environment, project, tag, at, output } = values as Record<string, string | undefined>;
  if (environment === undefined) throw new UsageError('export needs --environment.');
  const document = await client.send<ExportedDocument>('POST', '/api/admin/features-batch/export', {
    body: { environment, project, tag, at, features: values.flag },
  });
  if (output === undefined) return printJson(terminal, document);
  try {
    writeFileSync(output, `${JSON.stringify(document, undefined, 2)}\n`);
  } catch (error) {
    throw new Failure(`${output} cannot be written: ${(error as Error).message}`);
  }
  return print(terminal, `Exported ${flagCount(document.features.length)} to ${output}.`);
}

async function importFlags(session: Session, values: Values): Promise<number> {
  const { terminal, client, json } = session;
  const { file, environment, project } = values as Record<string, string | undefined>;
  if (file === undefined || environment === undefined || project === undefined) {
    throw new UsageError('import needs --file, --environment and --project.');
  }
  const body = { project, environment, data: readJsonFile(file) };
  const preview = await client.send<ImportPreview>('POST', '/api/admin/features-batch/validate', {
    body,
  });
  const refused = [...preview.errors, ...preview.permissions];
  if (refused.length > 0) throw new Failure(refused.flatMap(linesOf).join('\n'));
  if (values['dry-run'] !== true) {
    await client.send('POST', '/api/admin/features-batch/import', { body });
  }
  if (json) printJson(terminal, preview);
  else for (const line of linesOfPreview(preview)) print(terminal, line);
  const { created, updated } = preview.changes;
  return values['dry-run'] === true && created.length + updated.length > 0
    ? exitCodes.differences
    : 0;
}

const flagCount = (count: number) => (count === 1 ? '1 flag' : `${count} flags`);

const linesOf = ({ message, affectedItems }: ImportPreview['errors'][0]) => [
  message,
  ...affectedItems.map((item) => `  ${item}`),
];

const linesOfPreview = ({ warnings, changes }: ImportPreview) => [
  ...warnings.flatMap(linesOf),
  ...changes.created.map((name) => `Created: ${name}`),
  ...changes.updated.map((name) => `Updated: ${name}`),
  `${flagCount(changes.unchanged.length)} unchanged.`,
];
