/** One line of what is wrong; `path` points at the member or parameter, such as `/query/tag`. */
export type ErrorDetail = { message: string; path?: string };

/** An answer other than success that the caller is meant to read. */
export class RequestError extends Error {
  readonly status: number;
  readonly details: readonly ErrorDetail[];

  constructor(status: number, name: string, message: string, details?: readonly ErrorDetail[]) {
    super(message);
    this.status = status;
    this.name = name;
    this.details = details ?? [{ message }];
  }
}

/** Input that is wrong in itself; `path` names the offending member. */
export const badData = (message: string, path?: string) =>
  new RequestError(400, 'BadDataError', message, [path ? { message, path } : { message }]);

export const badDataIn = (message: string, details: readonly ErrorDetail[]) =>
  new RequestError(400, 'BadDataError', message, details);

export const unauthenticated = (message: string) =>
  new RequestError(401, 'AuthenticationRequired', message);

export const noAccess = (message: string, details?: readonly ErrorDetail[]) =>
  new RequestError(403, 'NoAccessError', message, details);

/** `what` is a noun phrase: `Project web`. The same text serves a thing that exists but is hidden. */
export const notFound = (what: string) =>
  new RequestError(404, 'NotFoundError', `${what} was not found`);

/** The value, or an error that says what was not found. */
export function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw notFound(what);
  return value;
}

export const conflict = (message: string) => new RequestError(409, 'ConflictError', message);

export const nameExists = (message: string) => new RequestError(409, 'NameExistsError', message);

/** The caller said which version it had read, and somebody has changed it since. */
export const preconditionFailed = (message: string) =>
  new RequestError(412, 'PreconditionFailedError', message);

export const unavailable = (message: string) => new RequestError(503, 'UnavailableError', message);
