/** This version cannot use the schema of the database; the message contains why and what to do. */
export class SchemaMismatchError extends Error {}
