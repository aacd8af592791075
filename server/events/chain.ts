import { sql } from 'kysely';

/** What the first event follows: 64 zeros, as hexadecimal text. */
export const chainStart = '0'.repeat(64);

/**
 * The text whose hash seals an event, for a statement over the columns of `events`. It must be the
 * same in every session for ever: no setting of the database shows in it, and a column that comes
 * later may appear in it only for the events that have it.
 */
export const sealedContent = sql<string>`json_build_array(id,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), type, created_by,
  created_by_user_id, project, environment, feature_name, data, pre_data, tags)::text`;
