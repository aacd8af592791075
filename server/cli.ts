import { parseArgs } from 'node:util';
import { commands } from './commands.ts';
import { ConfigError } from './platform/config-error.ts';
import { BackupError } from './platform/db/backup.ts';
import { describeDatabaseFailure } from './platform/db/failures.ts';
import { FolderInUseError } from './platform/db/folder-lock.ts';
import { SchemaMismatchError } from './platform/db/schema-mismatch.ts';
import { RequestError } from './platform/errors.ts';
import {
  type Command,
  print,
  printError,
  type Terminal,
  UsageError,
  type Values,
} from './terminal.ts';
import { SourceError } from './unleash/source/source.ts';
import { version } from './version.ts';

/** Returns the exit code: 0 success, 1 failure, 2 invalid usage. */
export async function run(args: readonly string[], terminal: Terminal = process): Promise<number> {
  try {
    return await dispatch(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      printError(terminal, `${error.message}\nTry: pennon --help`);
      return 2;
    }
    printError(terminal, readableMessage(error));
    return 1;
  }
}

async function dispatch(args: readonly string[], terminal: Terminal): Promise<number> {
  const [first = '--help', second = ''] = args;
  if (['--help', '-h', 'help'].includes(first)) return print(terminal, overview());
  if (first === '--version') return print(terminal, version);
  const name = Object.hasOwn(commands, first) ? first : `${first} ${second}`;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`Unknown command "${name.trim()}".`);
  const rest = args.slice(name.split(' ').length);
  if (rest.includes('--help') || rest.includes('-h'))
    return print(terminal, helpFor(name, command));
  return command.run(terminal, parseValues(rest, command));
}

function parseValues(args: string[], { options, argument }: Command): Values {
  const { values, positionals } = parse(args, options, argument !== undefined);
  if (argument === undefined) return values as Values;
  const [given, ...others] = positionals;
  if (given === undefined) throw new UsageError(`The <${argument}> is missing.`);
  if (others.length > 0) throw new UsageError(`Unexpected argument "${others[0]}".`);
  return { ...values, [argument]: given } as Values;
}

function parse(args: string[], options: Command['options'], allowPositionals: boolean) {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function overview(): string {
  const names = Object.keys(commands);
  const width = Math.max(...names.map((name) => name.length));
  return [
    `Pennon ${version}, a feature-flag administration server.`,
    '',
    'Usage: pennon <command> [options]',
    '',
    ...names.map((name) => `  ${name.padEnd(width)}  ${commands[name]?.summary}`),
    '',
    'Run pennon <command> --help for details. Settings are environment variables: pennon start --help.',
  ].join('\n');
}

function helpFor(name: string, { summary, argument, options, notes }: Command): string {
  const names = Object.keys(options);
  const width = Math.max(0, ...names.map((option) => option.length));
  return [
    `Usage: pennon ${name}${argument ? ` <${argument}>` : ''}${names.length > 0 ? ' [options]' : ''}`,
    '',
    `${summary}.`,
    ...(names.length > 0 ? ['', 'Options:'] : []),
    ...names.map((option) => `  --${option.padEnd(width)}  ${options[option]?.help}`),
    ...(notes?.() ?? []),
  ].join('\n');
}

/** The message of an expected failure, the stack of an unexpected one. */
function readableMessage(error: unknown): string {
  if (error instanceof RequestError) return error.details.map(({ message }) => message).join('\n');
  const expected = [BackupError, ConfigError, FolderInUseError, SchemaMismatchError, SourceError];
  if (expected.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code = '', message, stack, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return 'The port is in use; choose another with PORT.';
  if (syscall === 'listen' || (error as { hostname?: string }).hostname !== undefined) {
    return `Cannot listen on HTTP_HOST and PORT: ${message}.`;
  }
  return describeDatabaseFailure(error) ?? stack ?? String(error);
}
