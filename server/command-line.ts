import { parseArgs } from 'node:util';
import {
  type Command,
  type Commands,
  print,
  type Terminal,
  UsageError,
  type Values,
} from './terminal.ts';

/** Runs the command that the first one or two arguments name, or prints its help. */
export async function dispatch(
  args: readonly string[],
  terminal: Terminal,
  commands: Commands,
): Promise<number> {
  const [first = '', second = ''] = args;
  const name = Object.hasOwn(commands, first) ? first : `${first} ${second}`.trim();
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const members = namesBelow(commands, first);
  if (!command && members.length > 0 && isHelp(second)) {
    return print(terminal, helpForGroup(first, commands));
  }
  if (!command) throw unknownCommand(name, members);
  const rest = args.slice(name.split(' ').length);
  if (rest.some(isHelp)) return print(terminal, helpFor(name, command));
  return command.run(terminal, parseValues(rest, command));
}

export const isHelp = (argument: string) => ['--help', '-h'].includes(argument);

/** Names and summaries in two columns. */
export function listOf(entries: Readonly<Record<string, { summary: string }>>): string[] {
  const names = Object.keys(entries);
  const width = Math.max(0, ...names.map((name) => name.length));
  return names.map((name) => `  ${name.padEnd(width)}  ${entries[name]?.summary}`);
}

function unknownCommand(name: string, members: readonly string[]): UsageError {
  const hint = members.length === 0 ? '' : ` There are: ${members.join(', ')}.`;
  return new UsageError(`Unknown command "${name}".${hint}`);
}

const namesBelow = (commands: Commands, group: string) =>
  Object.keys(commands).filter((name) => name.startsWith(`${group} `));

function parseValues(args: string[], { options, arguments: names = [] }: Command): Values {
  const { values, positionals } = parse(args, options, names.length > 0);
  const unexpected = positionals[names.length];
  if (unexpected !== undefined) throw new UsageError(`Unexpected argument "${unexpected}".`);
  const missing = names.find((name, at) => !name.endsWith('?') && positionals[at] === undefined);
  if (missing !== undefined) throw new UsageError(`The <${missing}> is missing.`);
  const named = names.map((name, at) => [name.replace('?', ''), positionals[at]]);
  return { ...values, ...Object.fromEntries(named) } as Values;
}

function parse(args: string[], options: Command['options'], allowPositionals: boolean) {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function helpForGroup(group: string, commands: Commands): string {
  const names = namesBelow(commands, group);
  return [
    `Usage: pennon ${group} <command> [options]`,
    '',
    ...listOf(Object.fromEntries(names.map((name) => [name, commands[name] as Command]))),
    '',
    `Run pennon ${group} <command> --help for details.`,
  ].join('\n');
}

function helpFor(name: string, command: Command): string {
  const { summary, options, examples = [], notes } = command;
  const names = Object.keys(options);
  const labels = names.map((option) => labelOf(option, options[option]?.short));
  const width = Math.max(0, ...labels.map((label) => label.length));
  return [
    `Usage: pennon ${name}${argumentsOf(command)}${names.length > 0 ? ' [options]' : ''}`,
    '',
    `${summary}.`,
    ...(names.length > 0 ? ['', 'Options:'] : []),
    ...names.map((option, at) => `  ${labels[at]?.padEnd(width)}  ${options[option]?.help}`),
    ...(examples.length > 0 ? ['', 'Examples:'] : []),
    ...examples.map((example) => `  ${example}`),
    ...(notes?.() ?? []),
  ].join('\n');
}

const labelOf = (option: string, short?: string) =>
  short === undefined ? `--${option}` : `--${option}, -${short}`;

const argumentsOf = ({ arguments: names = [] }: Command) =>
  names.map((name) => (name.endsWith('?') ? ` [<${name.slice(0, -1)}>]` : ` <${name}>`)).join('');
