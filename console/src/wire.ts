import type { Static, TSchema } from 'typebox';

/** What a schema of the server looks like here: `Wire<typeof FlagSearchResult>`. */
export type Wire<Schema extends TSchema> = Static<Schema>;
