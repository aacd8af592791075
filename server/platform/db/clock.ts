import { sql } from 'kysely';

/** A time from now, by the clock of the database, which all processes share. */
export const timeIn = (ms: number) =>
  sql<string>`clock_timestamp() + ${ms} * interval '1 millisecond'`;
