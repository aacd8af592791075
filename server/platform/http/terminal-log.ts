/** A destination of text; a terminal has `isTTY`. */
export type Output = { write: (text: string) => unknown; isTTY?: boolean };

/** In a terminal, log lines are written for people; in a file or pipe they stay JSON. */
export const logTo = (output: Output): Output =>
  output.isTTY ? { write: (line) => output.write(readableLine(line)) } : output;

const levels: Readonly<Record<number, string>> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};

/** Identical in every line of a process. */
const omitted = ['pid', 'hostname'];

/** `12:30:01.250 INFO  request completed res={"statusCode":200} responseTime=3.1` */
export function readableLine(line: string): string {
  const { time, level, msg = '', err, ...members } = JSON.parse(line);
  const at = new Date(time).toISOString().slice(11, 23);
  const rest = Object.entries(members)
    .filter(([name]) => !omitted.includes(name))
    .map(([name, value]) => ` ${name}=${textOf(value)}`);
  const start = `${at} ${(levels[level] ?? String(level)).padEnd(5)} ${msg}`;
  const stack = err ? [err.stack ?? `${err.type}: ${err.message}`] : [];
  return `${[start + rest.join(''), ...stack].map(withoutControls).join('\n')}\n`;
}

function textOf(value: unknown): string {
  if (typeof value === 'number') return String(Math.round(value * 10) / 10);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Text of a client could move the cursor or change the title of the terminal. */
const withoutControls = (text: string) =>
  text.replaceAll(
    /[^\P{Cc}\n]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
