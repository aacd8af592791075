import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { conflict, maintenanceRefusal } from '../../platform/errors.ts';
import { hashSecret } from '../api-tokens/secret.ts';
import { assertMayCreateToken, createTokenFor } from '../personal-tokens/commands.ts';
import type { PersonalToken } from '../personal-tokens/schema.ts';
import { deleteClientLogin, findClientLogin, saveClientLogin } from './queries.ts';
import { descriptionOf, expiriesFrom, notAllowed } from './rules.ts';
import type { ClientLogin } from './schema.ts';

/** Refused like the creation of the token, so that the user learns the reason in the console. */
export async function allowClientLogin(
  tx: Tx,
  caller: Caller,
  login: ClientLogin,
  now = Date.now(),
): Promise<void> {
  const expiries = expiriesFrom(now);
  await assertMayCreateToken(tx, caller, { expiresAt: expiries.tokenExpiresAt });
  const saved = await saveClientLogin(tx, { ...login, ...expiries, userId: caller.id });
  if (!saved) throw conflict('Another user has allowed this login. Run pennon login again.');
}

/** The token of an allowed login. The login is deleted, so that there is only one. */
export async function exchangeVerifier(tx: Tx, verifier: string): Promise<PersonalToken> {
  const challenge = hashSecret(verifier);
  const owner = await findClientLogin(tx, challenge);
  if (!owner) throw notAllowed();
  const { caller, maintenance } = owner;
  if (maintenance) throw maintenanceRefusal();
  await assertMayCreateToken(tx, caller, {});
  const login = await deleteClientLogin(tx, challenge);
  if (!login) throw notAllowed();
  return createTokenFor(tx, caller, caller.id, {
    description: descriptionOf(login),
    expiresAt: login.tokenExpiresAt,
  });
}
