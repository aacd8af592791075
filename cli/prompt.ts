import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Terminal } from '../server/terminal.ts';
import { Failure } from './failure.ts';

/** A line that is entered in a terminal; it is not shown if it is secret. */
export async function promptFor(
  { stdin, stderr }: Terminal,
  label: string,
  { secret = false } = {},
): Promise<string> {
  if (!stdin) throw new Failure('There is no terminal to enter it.');
  stderr.write(label);
  const output = new Writable({
    write: (chunk, _, done) => {
      if (!secret) stderr.write(String(chunk));
      done();
    },
  });
  const lines = createInterface({ input: stdin, output, terminal: stdin.isTTY === true });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('SIGINT', () => reject(new Failure('Cancelled.')));
      lines.once('close', () => reject(new Failure('Cancelled.')));
    });
  } finally {
    lines.close();
    if (secret) stderr.write('\n');
  }
}

const lengthMax = 10_000;

/** The first line of what is piped in. */
export async function readLine({ stdin }: Terminal): Promise<string> {
  let text = '';
  for await (const chunk of stdin ?? []) {
    text += String(chunk);
    if (text.includes('\n') || text.length > lengthMax) break;
  }
  return text.split('\n', 1)[0]?.trim() ?? '';
}
