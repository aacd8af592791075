/** A setting that the operator must correct before the server can start. */
export class ConfigError extends Error {}
