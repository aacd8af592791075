import { readConfig } from './config.ts';
import { type Command, print, type Terminal, UsageError, type Values } from './terminal.ts';
import type { Progress, Source } from './unleash/source/source.ts';

/** Commands for the move from Unleash. */
export const unleashCommands: Record<string, Command> = {
  'import-unleash': {
    summary: 'Import everything from Unleash; run it again to import what is new since',
    arguments: ['source'],
    options: {
      'dry-run': { type: 'boolean', help: 'Change nothing; print what would be imported' },
      merge: { type: 'boolean', help: 'Import into a Pennon that has data already' },
      token: { type: 'string', help: 'Admin token, if the source is the address of an Unleash' },
    },
    notes: () => [
      '',
      'The source is the PostgreSQL URL of an Unleash database; the role needs only the right to read.',
      'Or the address of an Unleash, with --token: everything that its API has, without passwords and usage.',
      'Tested with Unleash 6.10 and 8.2. docs/moving-from-unleash.md describes the whole move.',
    ],
    run: runImport,
  },
  'compare-unleash': {
    summary: 'Compare what SDKs get from Unleash and from Pennon; exit with 1 if it differs',
    arguments: ['unleash-url'],
    options: {
      against: { type: 'string', help: 'Address of Pennon (required)' },
      token: {
        type: 'string',
        help: 'Comma-separated client tokens, one per environment (required)',
      },
      'pennon-token': {
        type: 'string',
        help: 'Tokens of Pennon in the same order (the same tokens)',
      },
      contexts: { type: 'string', help: 'Number of random contexts to evaluate (1000)' },
    },
    run: runCompare,
  },
};

async function runCompare(terminal: Terminal, values: Values): Promise<number> {
  const { compareSides, renderComparison } = await import('./unleash/compare/compare.ts');
  const url = addressOf('The <unleash-url>', values['unleash-url']);
  const against = addressOf('--against', values.against);
  const tokens = listOf(values.token);
  const own = values['pennon-token'] === undefined ? tokens : listOf(values['pennon-token']);
  if (tokens.length === 0) throw new UsageError('compare-unleash needs --token.');
  if (own.length !== tokens.length) {
    throw new UsageError('--token and --pennon-token need the same number of tokens.');
  }
  const contexts = contextCountOf(values.contexts);
  let differs = false;
  for (const [index, token] of tokens.entries()) {
    const comparison = await compareSides(
      { name: 'Unleash', url, token },
      { name: 'Pennon', url: against, token: own[index] ?? '' },
      { contexts, random: Math.random, now: Date.now() },
    );
    differs ||= comparison.differences.length + comparison.mismatches.length > 0;
    print(terminal, renderComparison(comparison, contexts).join('\n'));
  }
  return differs ? 1 : 0;
}

const listOf = (value: Values[string]) =>
  String(value ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');

function addressOf(name: string, value: Values[string]): string {
  const text = String(value ?? '');
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text;
  throw new UsageError(`${name} must be an address such as https://unleash.example.`);
}

const contextsMax = 100_000;

function contextCountOf(value: Values[string]): number {
  const text = String(value ?? 1000);
  if (/^\d+$/.test(text) && Number(text) <= contextsMax) return Number(text);
  throw new UsageError(`--contexts must be an integer from 0 to ${contextsMax}.`);
}

async function runImport(terminal: Terminal, values: Values): Promise<number> {
  const { importUnleash } = await import('./unleash/import/run.ts');
  const { renderReport } = await import('./unleash/import/report.ts');
  const { openDb } = await import('./platform/db/connect.ts');
  const { migrate } = await import('./platform/db/migrate.ts');
  const { transactionsOf } = await import('./transactions.ts');
  const trial = values['dry-run'] === true;
  const progress = createProgress(terminal);
  const source = await openSource(values);
  try {
    const opened = await openDb(readConfig(terminal.env));
    try {
      await migrate(opened.db);
      const report = await importUnleash(opened.db, transactionsOf(opened.db), source, {
        merge: values.merge === true,
        trial,
        progress: progress.update,
      });
      progress.end();
      const done = trial ? 'Dry run: nothing was changed.' : 'The import is complete.';
      return print(terminal, [...renderReport(report), '', done].join('\n'));
    } finally {
      await opened.close();
    }
  } finally {
    await source.close();
  }
}

async function openSource({ source, token }: Values): Promise<Source> {
  const text = String(source ?? '');
  if (/^postgres(ql)?:\/\//.test(text)) {
    const { openDatabaseSource } = await import('./unleash/source/database.ts');
    return openDatabaseSource(text);
  }
  if (/^https?:\/\//.test(text) && URL.canParse(text)) {
    if (!token) throw new UsageError('An address of an Unleash needs --token.');
    const { openApiSource } = await import('./unleash/source/api.ts');
    return openApiSource({ url: text, token: String(token), fetch });
  }
  // Without the value: it may contain a password.
  throw new UsageError(
    'The <source> must be the postgres:// address of an Unleash database, or the https:// address of an Unleash.',
  );
}

const progressEveryMs = 1000;

/** A line for each phase, updated in place by a terminal; a file gets one more each second. */
export function createProgress(
  { stderr }: Pick<Terminal, 'stderr'>,
  now = () => performance.now(),
) {
  let current: string | undefined;
  let [unwritten, written] = ['', 0];
  const write = () => {
    if (unwritten !== '') stderr.write(`${unwritten}\n`);
    [unwritten, written] = ['', now()];
  };
  const update = (progress: Progress) => {
    const isNew = progress.phase !== current;
    current = progress.phase;
    if (stderr.isTTY) {
      stderr.write(`${isNew ? '\n' : '\r\u001b[K'}${progressLine(progress)}`);
      return;
    }
    if (isNew) write();
    unwritten = progressLine(progress);
    if (isNew || now() - written >= progressEveryMs) write();
  };
  return { update, end: () => (stderr.isTTY ? stderr.write('\n') : write()) };
}

function progressLine({ phase, rows, total }: Progress): string {
  if (!total) return `${phase}: ${rows}`;
  const percent = Math.floor((100 * Math.min(rows, total)) / total);
  return `${phase}: ${rows} of ${total} (${percent}%)`;
}
