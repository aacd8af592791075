import { sql } from 'kysely';
import type { Tx } from '../../platform/db/open.ts';
import type { Feedback } from './schema.ts';

/** Clients choose the ids, so that the rows of a user need a limit; this is for each table. */
const rowsMax = 100;

/** False if the user has too many. */
export async function saveSplash(tx: Tx, userId: number, id: string): Promise<boolean> {
  const { rows } = await sql`
    insert into user_splashes (user_id, splash_id)
    select ${userId}::integer, ${id}::text
    where ${rowsMax} > (
      select count(*) from user_splashes where user_id = ${userId} and splash_id <> ${id})
    on conflict (user_id, splash_id) do update set splash_id = excluded.splash_id
    returning splash_id`.execute(tx);
  return rows.length > 0;
}

/** False if the user has too many. */
export async function saveFeedback(tx: Tx, feedback: Feedback): Promise<boolean> {
  const { userId, feedbackId: id, given, neverShow } = feedback;
  const { rows } = await sql`
    insert into user_feedback (user_id, feedback_id, given_at, never_show)
    select ${userId}::integer, ${id}::text, ${given}::timestamptz, ${neverShow}::boolean
    where ${rowsMax} > (
      select count(*) from user_feedback where user_id = ${userId} and feedback_id <> ${id})
    on conflict (user_id, feedback_id)
      do update set given_at = excluded.given_at, never_show = excluded.never_show
    returning feedback_id`.execute(tx);
  return rows.length > 0;
}

export async function deletePreferences(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('user_splashes').where('user_id', '=', userId).execute();
  await tx.deleteFrom('user_feedback').where('user_id', '=', userId).execute();
}
