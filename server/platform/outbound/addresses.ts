import ipaddr from 'ipaddr.js';

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** The part of IPv6 that is assigned to the public internet. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** A public address that serves the metadata of machines on Azure. */
const azureMetadata = '168.63.129.16';

/**
 * Whether a text is an address of the public internet: neither private, loopback, link-local,
 * multicast, reserved, nor one that embeds an IPv4 address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv6
    ? address.match(globalUnicast) && !address.zoneId
    : address.toString() !== azureMetadata;
}

/** Hosts that may be private: by name, or by the range of their address. */
export type AllowedHosts = { names: readonly string[]; ranges: readonly Range[] };

/** Throws for an entry that is neither an address, a range nor a host name. */
export function parseAllowedHosts(entries: readonly string[]): AllowedHosts {
  const ranges = entries.filter(isRange).map(rangeOf);
  const names = entries.filter((entry) => !isRange(entry)).map((entry) => entry.toLowerCase());
  const malformed = names.find((name) => !/^[a-z0-9_]([a-z0-9._-]*[a-z0-9])?$/.test(name));
  if (malformed !== undefined) {
    throw new Error(`must be host names, addresses or ranges with commas, not "${malformed}"`);
  }
  return { names, ranges };
}

export const isAllowedName = ({ names }: AllowedHosts, host: string): boolean =>
  names.includes(host.toLowerCase());

export function isAllowedAddress({ ranges }: AllowedHosts, text: string): boolean {
  if (isPublicAddress(text)) return true;
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  return ranges.some((range) => range[0].kind() === address.kind() && address.match(range));
}

const isRange = (entry: string) => ipaddr.isValidCIDR(entry) || ipaddr.isValid(entry);

function rangeOf(entry: string): Range {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  const address = ipaddr.parse(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128] as Range;
}
