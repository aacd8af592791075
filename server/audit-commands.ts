import { type ChainEnd, parseChainEnd, parseHash } from './audit/proofs/rules.ts';
import { prepare, withDb } from './command-db.ts';
import {
  type Command,
  print,
  printError,
  type Terminal,
  UsageError,
  type Values,
} from './terminal.ts';

/** Commands for the event log. */
export const auditCommands: Record<string, Command> = {
  'audit verify': {
    summary: 'Verify that no event was changed, deleted or inserted',
    options: {
      expect: { type: 'string', help: 'ID:HASH of an earlier run, which must still exist' },
      'expect-head': { type: 'string', help: 'Hash that the newest event must have' },
    },
    notes: () => [
      '',
      'Exits with 0 and prints the newest event as ID:HASH, or with 1 and names the first bad event.',
      'Store the output outside this database: a log that was truncated or rewritten by a user with',
      'write access to the database is consistent in itself and is detected only by --expect.',
    ],
    run: runAuditVerify,
  },
  'audit partition': {
    summary: 'Create, close and delete monthly partitions of the event log, as the server does',
    options: {},
    notes: () => [
      '',
      'Uses EVENT_PARTITIONS_FROM and EVENT_RETENTION_MONTHS. For a server whose role may not change',
      'the schema: run it daily as the owner of the tables.',
    ],
    run: runAuditPartition,
  },
};

async function runAuditPartition(terminal: Terminal): Promise<number> {
  const { runStep } = await import('./audit/partitions/job.ts');
  return withDb(terminal, async (db, config) => {
    if (config.databaseUrl === undefined) throw new UsageError('Partitions need PostgreSQL.');
    const inTransaction = await prepare(db);
    for (;;) {
      const step = await runStep(inTransaction, config, new Date().toISOString());
      if (step.did === 'nothing') return print(terminal, 'Nothing is left to do.');
      if (step.did === 'refused') {
        printError(terminal, 'Partitions need the owner of the table events.');
        return 1;
      }
      if (step.did === 'postponed') {
        printError(terminal, 'The table events is in use by another process; try again later.');
        return 1;
      }
      print(terminal, `${step.partition} was ${step.did}.`);
    }
  });
}

async function runAuditVerify(terminal: Terminal, values: Values): Promise<number> {
  const expected = {
    event: parsed(values, 'expect', parseChainEnd, 'ID:HASH, such as 7:0f…'),
    head: parsed(values, 'expect-head', parseHash, 'a hash of 64 hexadecimal digits'),
  };
  const { verifyChain } = await import('./audit/proofs/verify.ts');
  const { pendingMigrations } = await import('./platform/db/migrate.ts');
  return withDb(terminal, async (db) => {
    if ((await pendingMigrations(db)).length > 0) {
      printError(terminal, 'The database schema is older than this version; run: pennon migrate');
      return 1;
    }
    const result = await verifyChain(db, expected, progressTo(terminal));
    if (!result.intact) {
      printError(terminal, `Event ${result.brokenId} ${result.reason}.`);
      printError(
        terminal,
        `Valid before that: ${result.events} events, up to ${endText(result.head)}`,
      );
      return 1;
    }
    const { deletion } = result;
    if (deletion) {
      print(terminal, `${deletion.events} older events were deleted, up to ${endText(deletion)}`);
    }
    print(terminal, `Verified ${result.events} events. The newest is`);
    return print(terminal, endText(result.head));
  });
}

const progressEvery = 100_000;

const progressTo = (terminal: Terminal) => (events: number, head: ChainEnd) => {
  if (events % progressEvery === 0)
    printError(terminal, `${events} events, up to ${endText(head)}`);
};

const endText = ({ id, hash }: ChainEnd) => `${id}:${hash}`;

function parsed<T>(
  values: Values,
  name: string,
  parse: (text: string) => T | undefined,
  form: string,
): T | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const value = parse(String(text));
  if (value === undefined) throw new UsageError(`--${name} takes ${form}.`);
  return value;
}
