import type { ColumnType, JSONColumnType } from 'kysely';

/** A timestamp: written and read as ISO text. */
export type Moment = ColumnType<string, string | undefined, string>;
export type NullableMoment = ColumnType<string | null, string | null | undefined, string | null>;
export type Json<T extends object | null> = JSONColumnType<T>;
/** JSON with a default: written as text, read as a value. */
export type GeneratedJson<T extends object> = ColumnType<T, string | undefined, string>;
