import type { Output } from './platform/http/terminal-log.ts';

/** An unknown command or invalid options. */
export class UsageError extends Error {}

/** The settings of a command and the destinations of its output. */
export type Terminal = {
  env: Record<string, string | undefined>;
  stdout: Output;
  stderr: Output;
};

export type Values = Record<string, string | boolean | undefined>;
type Option = { type: 'string' | 'boolean'; help: string };
export type Command = {
  summary: string;
  /** The name of the one argument that is no option. */
  argument?: string;
  options: Record<string, Option>;
  /** More lines for `--help`. */
  notes?: () => string[];
  /** Returns the exit code. */
  run: (terminal: Terminal, values: Values) => Promise<number>;
};

export function print({ stdout }: Terminal, text: string): number {
  stdout.write(`${text}\n`);
  return 0;
}

export function printError({ stderr }: Terminal, text: string): void {
  stderr.write(`${text}\n`);
}
