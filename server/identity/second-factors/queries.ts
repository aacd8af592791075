import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';
import { hashSecret } from '../api-tokens/secret.ts';

/** The user must be locked before a change. */
export async function findSecondFactor(db: Db, userId: number) {
  return db
    .selectFrom('second_factors')
    .select(['secret', 'last_step as lastStep'])
    .select(sql<boolean>`confirmed_at is not null`.as('confirmed'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Replaces one that was not confirmed. */
export async function saveSecondFactor(tx: Tx, userId: number, secret: string): Promise<void> {
  await tx
    .insertInto('second_factors')
    .values({ user_id: userId, secret })
    .onConflict((clash) => clash.column('user_id').doUpdateSet({ secret, last_step: 0 }))
    .execute();
}

export async function setConfirmed(tx: Tx, userId: number, codes: readonly string[]) {
  await tx
    .updateTable('second_factors')
    .set({ confirmed_at: sql`clock_timestamp()` })
    .where('user_id', '=', userId)
    .execute();
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashSecret(code) })))
    .execute();
}

export async function setLastStep(tx: Tx, userId: number, step: number): Promise<void> {
  await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .execute();
}

/** False if the user has no such code. */
export async function deleteRecoveryCode(tx: Tx, userId: number, code: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashSecret(code))
    .returning('user_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** With the recovery codes; false if there is none. */
export async function deleteSecondFactor(tx: Tx, userId: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  return deleted !== undefined;
}
