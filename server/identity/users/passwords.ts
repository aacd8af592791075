import { hash, verify } from '@node-rs/argon2';

/**
 * Costs what a real one costs and fits no password, so that the time of an answer does not tell
 * which users exist.
 */
export const noPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$/EGmftuWb9VoeWn3Xu27Ew$gsrCEagWBqD1hIv6gGTPT0rE2wTApldWJ/Q0D5C2RaE';

/** Argon2id with the library's defaults: 19 MiB, two passes. */
export const hashPassword = (password: string): Promise<string> => hash(password);

/** Takes the same time whether or not there is a password to compare with. */
export async function verifyPassword(passwordHash: string | null, password: string) {
  const fits = await verify(passwordHash ?? noPasswordHash, password);
  return passwordHash !== null && fits;
}

/** Whether this password was made into any of the hashes. */
export async function matchesAny(passwordHashes: readonly string[], password: string) {
  const fits = await Promise.all(passwordHashes.map((known) => verify(known, password)));
  return fits.includes(true);
}
