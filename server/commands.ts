import { auditCommands } from './audit-commands.ts';
import { prepare, withDb } from './command-db.ts';
import { describeVariables, readConfig } from './config.ts';
import { describeEdgeVariables, readEdgeConfig } from './edge-config.ts';
import { systemCaller } from './platform/caller.ts';
import type { Db } from './platform/db/open.ts';
import {
  type Command,
  print,
  printError,
  type Terminal,
  UsageError,
  type Values,
} from './terminal.ts';
import { unleashCommands } from './unleash-commands.ts';
import { version } from './version.ts';

/** Each command imports its modules when it runs: loading the server takes longer than most of them. */
export const commands: Record<string, Command> = {
  start: {
    summary: 'Start the server; migrates the database first',
    options: {},
    notes: () => ['', 'Environment:', ...linesOf(describeVariables())],
    run: runStart,
  },
  edge: {
    summary:
      'Start an edge: serve SDKs from memory in front of Pennon or Unleash, without a database',
    options: {
      upstream: {
        type: 'string',
        help: 'Address of Pennon, Unleash or another edge (UPSTREAM_URL)',
      },
      bootstrap: { type: 'string', help: 'File with flags to start from (BOOTSTRAP_FILE)' },
    },
    notes: () => ['', 'Environment:', ...linesOf(describeEdgeVariables()), '', sharedSettings],
    run: runEdge,
  },
  health: {
    summary: 'Exit with 0 if the server on this machine responds, else with 1',
    options: {},
    run: runHealth,
  },
  doctor: {
    summary: 'Check the settings, the machine and the database; exit with 1 if something is broken',
    options: {},
    run: runDoctor,
  },
  migrate: {
    summary: 'Migrate the database schema and exit',
    options: {
      check: { type: 'boolean', help: 'Change nothing; exit with 1 if migrations are pending' },
    },
    run: (terminal, { check }) =>
      withDb(terminal, (db) => (check ? checkMigrations : runMigrations)(terminal, db)),
  },
  'user create': {
    summary: 'Create a user',
    options: {
      username: { type: 'string', help: 'Username to log in with' },
      email: { type: 'string', help: 'E-mail address, also for login' },
      name: { type: 'string', help: 'Display name' },
      password: { type: 'string', help: 'Password; if absent, one is generated and printed' },
      role: { type: 'string', help: 'Admin, Editor, Viewer or the id of a root role (Viewer)' },
    },
    run: runUserCreate,
  },
  'token create': {
    summary: 'Create an API token and print it once',
    options: {
      name: { type: 'string', help: 'Name of the token (required)' },
      type: { type: 'string', help: 'client, frontend or admin (client)' },
      environment: {
        type: 'string',
        help: 'Environment of a client or frontend token (development)',
      },
      projects: { type: 'string', help: 'Comma-separated projects (all)' },
      'expires-at': { type: 'string', help: 'Expiry time, as RFC 3339' },
    },
    run: runTokenCreate,
  },
  demo: {
    summary: 'Fill an empty database with demo data',
    options: {},
    run: runDemo,
  },
  seed: {
    summary: 'Generate flags and events, for benchmarks',
    options: {
      flags: { type: 'string', help: 'Number of flags (1000)' },
      events: { type: 'string', help: 'Number of events, at least what the flags need (10000)' },
      seed: { type: 'string', help: 'Random seed; the same text generates the same data (1)' },
    },
    notes: () => [
      '',
      'Runs in one transaction. If more rows are added than exist, indexes are rebuilt: meanwhile',
      'flags and events are locked for reads and writes.',
    ],
    run: runSeed,
  },
  backup: {
    summary: 'Back up the embedded database; the server may run meanwhile',
    options: {},
    notes: () => [
      '',
      'Prints the new folder in DATA_DIR/backups. To restore, use a copy of it as DATA_DIR.',
    ],
    run: runBackup,
  },
  'rebuild-search': {
    summary: 'Rebuild the read model of flag search; the server may run meanwhile',
    options: {},
    run: (terminal) => withDb(terminal, (db) => runRebuildSearch(terminal, db)),
  },
  ...auditCommands,
  ...unleashCommands,
  version: {
    summary: 'Print the version',
    options: {},
    run: async (terminal) => print(terminal, version),
  },
};

async function runStart(terminal: Terminal): Promise<number> {
  // Read first, so that invalid settings are refused before the server is loaded.
  const config = readConfig(terminal.env);
  const { serve } = await import('./main.ts');
  return serve(config, terminal);
}

async function runEdge(terminal: Terminal, values: Values): Promise<number> {
  const { upstream, bootstrap } = values as Record<string, string | undefined>;
  const config = readEdgeConfig({
    ...terminal.env,
    ...(upstream === undefined ? {} : { UPSTREAM_URL: upstream }),
    ...(bootstrap === undefined ? {} : { BOOTSTRAP_FILE: bootstrap }),
  });
  const { serveEdge } = await import('./edge-main.ts');
  return serveEdge(config, terminal);
}

async function runHealth(terminal: Terminal): Promise<number> {
  const { isHealthy, localUrl } = await import('./platform/checks/machine.ts');
  const config = readConfig(terminal.env);
  if (await isHealthy(config)) return print(terminal, `${localUrl(config)} is healthy.`);
  printError(terminal, `${localUrl(config)} does not respond.`);
  return 1;
}

async function runDoctor(terminal: Terminal): Promise<number> {
  const { examine } = await import('./doctor.ts');
  return examine(terminal);
}

async function runBackup(terminal: Terminal): Promise<number> {
  const { databaseUrl, dataDir } = readConfig(terminal.env);
  if (databaseUrl !== undefined) throw new UsageError('On PostgreSQL, back up with pg_dump.');
  const { backUp } = await import('./platform/db/backup.ts');
  return print(terminal, await backUp(dataDir));
}

async function runMigrations(terminal: Terminal, db: Db): Promise<number> {
  const { migrate } = await import('./platform/db/migrate.ts');
  const applied = await migrate(db);
  return print(
    terminal,
    applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`,
  );
}

async function checkMigrations(terminal: Terminal, db: Db): Promise<number> {
  const { pendingMigrations } = await import('./platform/db/migrate.ts');
  const pending = await pendingMigrations(db);
  if (pending.length === 0) return print(terminal, 'The schema is up to date.');
  print(terminal, `Pending: ${pending.join(', ')}.`);
  return 1;
}

async function runRebuildSearch(terminal: Terminal, db: Db): Promise<number> {
  const { rebuildSearch } = await import('./search/commands.ts');
  const { inTransaction } = await import('./transactions.ts');
  let batches = 0;
  for (let last: string | undefined = ''; last !== undefined; batches++) {
    const after: string = last;
    last = await inTransaction(db, (tx) => rebuildSearch(tx, after));
  }
  return print(terminal, `Rebuilt the search in ${batches} transactions.`);
}

async function runUserCreate(terminal: Terminal, values: Values): Promise<number> {
  const { createUser } = await import('./identity/users/commands.ts');
  const { generatePassword } = await import('./install.ts');
  const { username, email, name, password } = values as Record<string, string | undefined>;
  const generated = password === undefined ? generatePassword() : undefined;
  return withDb(terminal, async (db) => {
    const inTransaction = await prepare(db);
    const user = await inTransaction((tx) =>
      createUser(tx, systemCaller, {
        ...withoutUndefined({ username, email, name }),
        password: password ?? generated ?? '',
        rootRole: String(values.role ?? 'Viewer'),
      }),
    );
    print(terminal, `Created user ${user.username ?? user.email} with id ${user.id}.`);
    return generated === undefined ? 0 : print(terminal, `Password, shown once: ${generated}`);
  });
}

async function runTokenCreate(terminal: Terminal, values: Values): Promise<number> {
  const {
    name,
    type = 'client',
    environment,
    projects,
  } = values as Record<string, string | undefined>;
  if (name === undefined) throw new UsageError('token create needs --name.');
  const expiresAt = parseExpiry(values['expires-at'] as string | undefined);
  const { createApiToken } = await import('./identity/api-tokens/commands.ts');
  return withDb(terminal, async (db) => {
    const inTransaction = await prepare(db);
    const token = await inTransaction((tx) =>
      createApiToken(tx, systemCaller, {
        tokenName: name,
        type,
        ...withoutUndefined({ environment }),
        ...withoutUndefined({ projects: projects?.split(',').map((project) => project.trim()) }),
        ...withoutUndefined({ expiresAt }),
      }),
    );
    return print(terminal, token.secret);
  });
}

async function runDemo(terminal: Terminal): Promise<number> {
  const { assertEmpty, demoStart, createDemo } = await import('./demo/demo.ts');
  const { installFirstData } = await import('./install.ts');
  return withDb(terminal, async (db, config) => {
    const now = Date.now();
    const inTransaction = await prepare(db);
    await assertEmpty(db);
    const { username, password } = await installFirstData(db, config, demoStart(now));
    const { projects, people, flags, events } = await createDemo(db, inTransaction, now);
    print(
      terminal,
      `Created ${projects} projects, ${people} people, ${flags} flags and ${events} changes.`,
    );
    if (password === undefined) return print(terminal, `Log in as ${username}.`);
    return print(terminal, `Log in as ${username} with the password, shown once: ${password}`);
  });
}

async function runSeed(terminal: Terminal, values: Values): Promise<number> {
  const input = {
    flags: countOf(values, 'flags', 1000),
    events: countOf(values, 'events', 10_000),
    seed: String(values.seed ?? '1'),
  };
  const { createSeedData } = await import('./demo/seed.ts');
  return withDb(terminal, async (db) => {
    const inTransaction = await prepare(db);
    const start = performance.now();
    const created = await createSeedData(db, inTransaction, input);
    const { flags, events, flagsMs, eventsMs } = created;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const rates = `${rateOf(flags, flagsMs)} flags/s, then ${rateOf(events, eventsMs)} events/s`;
    return print(
      terminal,
      `Created ${flags} flags and ${events} events in ${seconds} s: ${rates}.`,
    );
  });
}

const rateOf = (count: number, ms: number) => Math.round((1000 * count) / Math.max(ms, 1));

const countMax = 10_000_000;

function countOf(values: Values, name: string, fallback: number): number {
  const text = String(values[name] ?? fallback);
  const count = Number(text);
  if (/^\d+$/.test(text) && count <= countMax) return count;
  throw new UsageError(`--${name} must be an integer from 0 to ${countMax}.`);
}

function parseExpiry(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const fits = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(text);
  if (fits && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  throw new UsageError(`--expires-at takes a time such as 2030-01-31T12:00:00Z, not "${text}".`);
}

/** Removes undefined members, for types whose members may be absent but not undefined. */
function withoutUndefined<T extends object>(members: T): { [K in keyof T]: NonNullable<T[K]> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: NonNullable<T[K]> };
}

const sharedSettings =
  'The settings of the server that are not about its data, such as PORT (3063), apply, too.';

function linesOf(variables: ReturnType<typeof describeVariables>): string[] {
  return variables.flatMap(({ name, help, fallback }) => [
    `  ${name}`,
    `      ${help} (default: ${fallback})`,
  ]);
}
