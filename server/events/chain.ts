import { sql } from 'kysely';

/** The hash before the first event: 64 zeros, as hexadecimal text. */
export const chainStart = '0'.repeat(64);

/**
 * The text that is hashed for an event, for a statement over the columns of `events`. It must never
 * change: it depends on no setting of the database, and a column that is added later may appear in it
 * only for events that have it.
 */
export const sealedContent = sql<string>`(case when via is null then
  json_build_array(id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    type, created_by, created_by_user_id, project, environment, feature_name, data, pre_data,
    tags)
else
  json_build_array(id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    type, created_by, created_by_user_id, project, environment, feature_name, data, pre_data,
    tags, via)
end)::text`;
