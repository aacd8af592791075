import { isIPv4, isIPv6 } from 'node:net';

type Address = { bits: 32 | 128; number: bigint };
type Range = Address & { prefix: number };

/**
 * Whether the address is in the range named (`10.0.0.0/8`, `2001:db8::/32`; without a prefix, the one
 * address). An address that is a range itself must lie completely in it.
 */
export function isInRange(address: string, range: string): boolean {
  const [outer, inner] = [parseRange(range), parseRange(address)];
  if (!outer || !inner || outer.bits !== inner.bits || inner.prefix < outer.prefix) return false;
  const hostBits = BigInt(outer.bits - outer.prefix);
  return outer.number >> hostBits === inner.number >> hostBits;
}

/** Whether both begin with the same address, whatever their prefixes. */
export function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [parseRange(one), parseRange(other)];
  return a !== undefined && b !== undefined && a.bits === b.bits && a.number === b.number;
}

function parseRange(text: string): Range | undefined {
  const [base = '', prefix, ...more] = text.split('/');
  const address = parseAddress(base);
  if (!address || more.length > 0) return undefined;
  const prefixBits = prefix === undefined ? address.bits : parsePrefix(prefix, address.bits);
  return prefixBits === undefined ? undefined : { ...address, prefix: prefixBits };
}

function parsePrefix(text: string, bits: number): number | undefined {
  const prefix = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  return prefix <= bits ? prefix : undefined;
}

function parseAddress(text: string): Address | undefined {
  if (isIPv4(text)) return { bits: 32, number: numberOf(text.split('.').map(Number), 8n) };
  // A zone names an interface of one machine, which no range includes.
  if (isIPv6(text) && !text.includes('%'))
    return { bits: 128, number: numberOf(groupsOf(text), 16n) };
  return undefined;
}

const numberOf = (parts: readonly number[], bits: bigint) =>
  parts.reduce((number, part) => (number << bits) | BigInt(part), 0n);

/** The eight groups of an address, `::` filled in and a trailing IPv4 address as two of them. */
function groupsOf(text: string): number[] {
  const [head = '', tail] = text.replace(/\d+\.\d+\.\d+\.\d+$/, asGroups).split('::');
  const [before, after] = [hexGroups(head), hexGroups(tail ?? '')];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function asGroups(ipv4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

const hexGroups = (text: string) =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
