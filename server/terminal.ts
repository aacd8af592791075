import type { Output } from './platform/http/terminal-log.ts';

/** An unknown command or invalid options. */
export class UsageError extends Error {}

/** The settings of a command, its input, and the destinations of its output. */
export type Terminal = {
  env: Record<string, string | undefined>;
  stdout: Output;
  stderr: Output;
  stdin?: NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?: (on: boolean) => unknown };
};

export type Values = Record<string, string | boolean | string[] | undefined>;
type Option = { type: 'string' | 'boolean'; help: string; short?: string; multiple?: boolean };
export type Command = {
  summary: string;
  /** The names of the arguments that are no options; one that ends in `?` may be absent. */
  arguments?: readonly string[];
  options: Record<string, Option>;
  /** Lines that can be pasted into a shell, for `--help`. */
  examples?: readonly string[];
  /** More lines for `--help`. */
  notes?: () => string[];
  /** Returns the exit code. */
  run: (terminal: Terminal, values: Values) => Promise<number>;
};
export type Commands = Readonly<Record<string, Command>>;

/** The same for all commands; the first three follow `diff`, the last one `sysexits.h`. */
export const exitCodes = { success: 0, failure: 1, differences: 2, usage: 64 } as const;

export function print({ stdout }: Terminal, text: string): number {
  stdout.write(`${text}\n`);
  return 0;
}

export function printError({ stderr }: Terminal, text: string): void {
  stderr.write(`${text}\n`);
}
