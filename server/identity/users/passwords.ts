import { hash, verify } from '@node-rs/argon2';
import { compare } from 'bcryptjs';

/**
 * Matches no password and has the same cost as a real hash, so that the response time does not
 * reveal which users exist.
 */
export const noPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$/EGmftuWb9VoeWn3Xu27Ew$gsrCEagWBqD1hIv6gGTPT0rE2wTApldWJ/Q0D5C2RaE';

/** Argon2id with the library's defaults: 19 MiB, two passes. */
export const hashPassword = (password: string): Promise<string> => hash(password);

/** Takes the same time with and without a hash. */
export async function verifyPassword(passwordHash: string | null, password: string) {
  const matches = await matchesHash(passwordHash ?? noPasswordHash, password);
  return passwordHash !== null && matches;
}

export async function matchesAny(passwordHashes: readonly string[], password: string) {
  const matches = await Promise.all(passwordHashes.map((known) => matchesHash(known, password)));
  return matches.includes(true);
}

/** Users that were imported from Unleash have a bcrypt hash until they log in. */
export const isImported = (passwordHash: string) => passwordHash.startsWith('$2');

const matchesHash = (passwordHash: string, password: string): Promise<boolean> =>
  isImported(passwordHash) ? compare(password, passwordHash) : verify(passwordHash, password);
