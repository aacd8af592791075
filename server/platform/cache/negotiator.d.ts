/** The published types are of an older version, without `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | string[] | undefined> });
    /** The encodings that the client accepts, best first; `preferred` decides between equals. */
    encodings(available: readonly string[], options: { preferred: readonly string[] }): string[];
  }
}
