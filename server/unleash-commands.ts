import type { Command, Terminal, Values } from './commands.ts';
import { readConfig } from './config.ts';
import { openDb } from './platform/db/connect.ts';
import { migrate } from './platform/db/migrate.ts';
import { transactionsOf } from './transactions.ts';

const print = ({ stdout }: Terminal, lines: readonly string[]): number => {
  stdout.write(`${lines.join('\n')}\n`);
  return 0;
};

/** Commands for the move from Unleash. */
export const unleashCommands: Record<string, Command> = {
  'import-unleash': {
    summary: 'Import everything from Unleash; run it again to import what is new since',
    argument: 'source',
    options: {
      'dry-run': { type: 'boolean', help: 'Change nothing; print what would be imported' },
      merge: { type: 'boolean', help: 'Import into a Pennon that has data already' },
    },
    notes: () => [
      '',
      'The source is the PostgreSQL URL of an Unleash database, version 5 to 8; the role needs no more',
      'than the right to read. docs/moving-from-unleash.md describes the whole move.',
    ],
    run: runImport,
  },
};

async function runImport(terminal: Terminal, values: Values): Promise<number> {
  const { openDatabaseSource } = await import('./unleash/source/database.ts');
  const { importUnleash } = await import('./unleash/import/run.ts');
  const { renderReport } = await import('./unleash/import/report.ts');
  const trial = values['dry-run'] === true;
  const source = await openDatabaseSource(String(values.source));
  try {
    const opened = await openDb(readConfig(terminal.env));
    try {
      await migrate(opened.db);
      const report = await importUnleash(opened.db, transactionsOf(opened.db), source, {
        merge: values.merge === true,
        trial,
        progress: createProgress(terminal),
      });
      const done = trial ? 'Dry run: nothing was changed.' : 'The import is complete.';
      return print(terminal, [...renderReport(report), '', done]);
    } finally {
      await opened.close();
    }
  } finally {
    await source.close();
  }
}

const progressEveryMs = 1000;

/** A line each second, on standard error. */
function createProgress({ stderr }: Terminal) {
  let last = performance.now();
  return ({ lines, events }: { lines: Map<string, { read: number }>; events: number }) => {
    if (performance.now() - last < progressEveryMs) return;
    last = performance.now();
    const [label, line] = [...lines].at(-1) ?? ['', { read: 0 }];
    stderr.write(events > 0 ? `${events} events\n` : `${line.read} ${label}\n`);
  };
}
