/** A setting that must be corrected before the server can start. */
export class ConfigError extends Error {}
