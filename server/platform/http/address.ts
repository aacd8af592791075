/** Converts an IPv4-mapped IPv6 address to IPv4. */
export const plainAddress = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/i, '');
