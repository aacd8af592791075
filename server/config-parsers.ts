import { readFileSync } from 'node:fs';
import { splitHosts } from './platform/db/hosts.ts';
import { parseAllowedHosts } from './platform/outbound/addresses.ts';

/** How values of environment variables are read; each throws what its value must be. */

export type Variable<T> = {
  /** The first name is documented; the others are aliases. */
  names: readonly [string, ...string[]];
  help: string;
  parse: (text: string) => T;
  fallback: T;
};

export function setting<T>(
  names: readonly [string, ...string[]],
  help: string,
  parse: (text: string) => T,
  fallback: T,
): Variable<T> {
  return { names, help, parse, fallback };
}

export function text(value: string) {
  return value;
}

export function list(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

export function hosts(value: string): string[] {
  const entries = list(value);
  parseAllowedHosts(entries);
  return entries;
}

/** Without the value in the error: it may be a secret. */
export function pairs(value: string): Record<string, string> {
  const entries = list(value).map((item) => {
    const [, name, encoded = ''] = /^([\w-]+)\s*=\s*([^\r\n]*)$/.exec(item) ?? [];
    if (name === undefined) throw new Error('must be name=value pairs with commas');
    return [name, decode(encoded)];
  });
  return Object.fromEntries(entries);
}

/** As `name: value` with commas; without the value in the error, as above. */
export function headers(value: string): Record<string, string> {
  const entries = list(value).map((item) => {
    const [, name, text = ''] = /^([\w-]+)\s*:\s*([\t\x20-\x7e]*)$/.exec(item) ?? [];
    if (name === undefined) throw new Error('must be "name: value" pairs with commas');
    return [name, text];
  });
  return Object.fromEntries(entries);
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new Error('must have percent-encoded values');
  }
}

export function share(value: string): number {
  const number = /^\d(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (number >= 0 && number <= 1) return number;
  throw new Error(`must be a number from 0 to 1, not "${value}"`);
}

export function integer(least: number, most: number) {
  return (value: string) => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (Number.isInteger(number) && number >= least && number <= most) return number;
    throw new Error(`must be an integer from ${least} to ${most}, not "${value}"`);
  };
}

/** Trusting more addresses than the proxies wrote would let clients choose their address. */
export function proxies(value: string): number | string | boolean {
  if (value === 'false') return false;
  if (value === 'true') return 1;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  if (/^[0-9a-fA-F.:/]+(,[0-9a-fA-F.:/]+)*$/.test(value)) return value;
  throw new Error(`must be true, false, a number or addresses with commas, not "${value}"`);
}

export function oneOf(allowed: readonly string[]) {
  return (value: string) => {
    if (allowed.includes(value)) return value;
    throw new Error(`must be one of ${allowed.join(', ')}, not "${value}"`);
  };
}

export function path(value: string) {
  if (value === '/' || /^(\/[A-Za-z0-9._~-]+)+\/?$/.test(value)) return value.replace(/\/$/, '');
  throw new Error(`must be a path that starts with a slash, not "${value}"`);
}

export function url(value: string) {
  if (URL.canParse(value) && /^https?:/.test(value)) return value.replace(/\/+$/, '');
  throw new Error(`must be an http or https address, not "${value}"`);
}

export function postgresUrl(value: string): string {
  const hosts = splitHosts(value);
  if (hosts.every((host) => URL.canParse(host) && /^postgres(ql)?:/.test(host))) return value;
  // Without the value: it may contain a password.
  throw new Error('must be a postgres:// address');
}

export function flag(value: string): boolean {
  return oneOf(['true', 'false'])(value) === 'true';
}

/** The content of the file; the error contains only its name. */
export function secretFile(name: string): string {
  try {
    return readFileSync(name, 'utf8').trim();
  } catch {
    throw new Error(`must be a file that can be read, not "${name}"`);
  }
}

const tlsModes = {
  starttls: 'starttls',
  false: 'starttls',
  implicit: 'implicit',
  true: 'implicit',
  none: 'none',
} as const;

export function emailTls(value: string) {
  return tlsModes[oneOf(Object.keys(tlsModes))(value) as keyof typeof tlsModes];
}
