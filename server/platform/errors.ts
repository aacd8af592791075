/** One error; `path` points to the member or parameter, such as `/query/tag`. */
export type ErrorDetail = { message: string; path?: string; position?: number };

/** An error that is sent to the caller. */
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

/** Invalid input; `path` names the member. */
export const badData = (message: string, path?: string) =>
  new RequestError(400, 'BadDataError', message, [path ? { message, path } : { message }]);

export const badDataIn = (message: string, details: readonly ErrorDetail[]) =>
  new RequestError(400, 'BadDataError', message, details);

export const unauthenticated = (message: string) =>
  new RequestError(401, 'AuthenticationRequired', message);

export const noAccess = (message: string, details?: readonly ErrorDetail[]) =>
  new RequestError(403, 'NoAccessError', message, details);

type ErrorScope = {
  project?: string | undefined;
  environment?: string | readonly string[] | undefined;
};

/** Any one of the permissions is sufficient. */
export function missingPermission(permissions: readonly string[], scope: ErrorScope = {}) {
  const where = describeScope(scope);
  return noAccess(
    `You need the permission ${permissions.join(' or ')}${where}.`,
    permissions.map((permission) => ({ message: `Missing permission ${permission}${where}.` })),
  );
}

function describeScope({ project, environment = [] }: ErrorScope): string {
  const environments = [environment].flat().map((name) => `"${name}"`);
  const inside = project === undefined ? '' : named('project', project);
  if (environments.length === 0) return inside && ` in ${inside}`;
  return ` in environment ${environments.join(', ')}${inside && ` of ${inside}`}`;
}

/** How errors name a resource: `Flag "x"`, `Role 5`. */
export const named = (kind: string, key?: string | number) =>
  key === undefined ? kind : `${kind} ${typeof key === 'number' ? key : `"${key}"`}`;

/** Also for a resource that exists but is hidden from the caller. */
export const notFound = (kind: string, key?: string | number, within = '') =>
  new RequestError(
    404,
    'NotFoundError',
    `${named(kind, key)} not found${within && ` in ${within}`}.`,
  );

/** Throws not found if the value is undefined. */
export function found<T>(value: T | undefined, ...what: Parameters<typeof notFound>): T {
  if (value === undefined) throw notFound(...what);
  return value;
}

export const conflict = (message: string) => new RequestError(409, 'ConflictError', message);

export const nameExists = (message: string) => new RequestError(409, 'NameExistsError', message);

export const alreadyExists = (kind: string, key: string | number) =>
  nameExists(`${named(kind, key)} already exists.`);

/** The caller sent the version it had read, which is no longer the current one. */
export const preconditionFailed = (message: string) =>
  new RequestError(412, 'PreconditionFailedError', message);

export const unavailable = (message: string) => new RequestError(503, 'UnavailableError', message);

export const maintenanceRefusal = () =>
  unavailable(
    'The server is in maintenance mode and refuses changes. Try again when an Admin has ended it.',
  );

/** Too many attempts; `seconds` later another one is allowed. */
export class RateLimitError extends RequestError {
  readonly retryAfterSeconds: number;

  constructor(seconds: number) {
    super(429, 'RateLimitError', `Too many attempts. Try again in ${seconds} seconds.`);
    this.retryAfterSeconds = seconds;
  }
}
