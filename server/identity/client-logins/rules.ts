import { RequestError } from '../../platform/errors.ts';
import type { ClientLogin } from './schema.ts';

const minute = 60_000;

/** How long a client can get its token after a user has allowed it. */
const loginMinutes = 10;
const tokenDays = 90;

/** When the permission of the user and the token expire. */
export const expiriesFrom = (now: number) => ({
  expiresAt: new Date(now + loginMinutes * minute).toISOString(),
  tokenExpiresAt: new Date(now + tokenDays * 24 * 60 * minute).toISOString(),
});

/** With the code that the terminal and the console showed, so that it is unique. */
export function descriptionOf({ challenge, host }: ClientLogin): string {
  const code = challenge.slice(0, 8).toUpperCase();
  return `pennon on ${host} (${code.slice(0, 4)}-${code.slice(4)})`;
}

/** The same for a verifier that is unknown, not allowed yet, expired or used. */
export const notAllowed = () =>
  new RequestError(
    403,
    'LoginNotAllowed',
    'Nobody has allowed this login in the console, or it has expired or was used.',
  );
