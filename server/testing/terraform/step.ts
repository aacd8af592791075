import type { Method } from '../app.ts';

/** A call of a provider, with the status and the members that it relies on. */
export type Step = {
  call: `${Method} /api/admin/${string}`;
  body?: unknown;
  status: number;
  /** Members that the provider reads; `:name` in texts is replaced as in paths. */
  reads?: object;
  /** All members that the client knows, at the top of the response. */
  known?: readonly string[];
  /** Members that may be absent but not null. */
  notNull?: readonly string[];
  /** Members of the response that later steps use as `:name`. */
  ids?: Record<string, string>;
};
