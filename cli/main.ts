import { dispatch, isHelp, listOf } from '../server/command-line.ts';
import { exitCodes, print, printError, type Terminal, UsageError } from '../server/terminal.ts';
import { version } from '../server/version.ts';
import { groups, serverCommands } from './commands.ts';
import { Failure } from './failure.ts';
import { escaping } from './output.ts';

/** Runs a command and returns the exit code; the server is loaded only for its own commands. */
export async function run(args: readonly string[], terminal: Terminal = process): Promise<number> {
  const [first = '--help'] = args;
  if (isHelp(first) || first === 'help') return print(terminal, await overview());
  if (first === '--version') return print(terminal, version);
  const group = Object.hasOwn(groups, first) ? groups[first] : undefined;
  if (group) return runClient(args, escaping(terminal), group.load);
  const server = await import('../server/cli.ts');
  return server.run(args, terminal);
}

async function runClient(
  args: readonly string[],
  terminal: Terminal,
  load: (typeof groups)[string]['load'],
): Promise<number> {
  try {
    return await dispatch(args, terminal, await load());
  } catch (error) {
    if (error instanceof UsageError) {
      printError(terminal, `${error.message}\nTry: pennon ${args[0]} --help`);
      return exitCodes.usage;
    }
    const expected = error instanceof Failure;
    printError(terminal, expected ? error.message : ((error as Error).stack ?? String(error)));
    return exitCodes.failure;
  }
}

async function overview(): Promise<string> {
  return [
    `Pennon ${version}, a feature-flag administration server.`,
    '',
    'Usage: pennon <command> [options]',
    '',
    'Work with a server (pennon login, or PENNON_URL and PENNON_TOKEN):',
    ...listOf(groups),
    '',
    'Run and maintain a server:',
    ...listOf(await serverCommands()),
    '',
    'Run pennon <command> --help for details. Settings of the server are environment variables:',
    'pennon start --help. Exit codes: 0 success, 1 failure, 2 differences, 64 invalid usage.',
  ].join('\n');
}
