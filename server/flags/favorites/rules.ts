import type { Caller } from '../../platform/caller.ts';
import { noAccess } from '../../platform/errors.ts';

/** A token does not belong to a user, so it has no favourites. */
export function assertHasFavorites({ kind }: Caller): void {
  if (kind === 'user' || kind === 'service-account') return;
  throw noAccess('Only users and service accounts have favourites. An admin token has none.');
}
