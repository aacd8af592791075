import type { Static, TSchema } from 'typebox';

/** The type of a response body: `Wire<typeof FlagSearchResult>`. */
export type Wire<Schema extends TSchema> = Static<Schema>;
