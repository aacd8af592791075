import { dispatch } from './command-line.ts';
import { commands } from './commands.ts';
import { ConfigError } from './platform/config-error.ts';
import { BackupError } from './platform/db/backup.ts';
import { describeDatabaseFailure } from './platform/db/failures.ts';
import { FolderInUseError } from './platform/db/folder-lock.ts';
import { SchemaMismatchError } from './platform/db/schema-mismatch.ts';
import { RequestError } from './platform/errors.ts';
import { exitCodes, printError, type Terminal, UsageError } from './terminal.ts';
import { SourceError } from './unleash/source/source.ts';

/** Runs a command of the server and returns the exit code. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(args, terminal, commands);
  } catch (error) {
    if (error instanceof UsageError) {
      printError(terminal, `${error.message}\nTry: pennon --help`);
      return exitCodes.usage;
    }
    printError(terminal, readableMessage(error));
    return exitCodes.failure;
  }
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
