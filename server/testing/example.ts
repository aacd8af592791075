import type { EventType } from '../events/types.ts';
import type { Method, TestApp } from './app.ts';

/** What an example may use: the app, and a private project with people around it. */
export type World = TestApp & {
  /** A private project that nobody but its owner, and admins, can see. */
  project: string;
};

/** The filled-in parts of one call. */
export type ExampleCall = {
  params?: Record<string, string | number>;
  query?: string;
  body?: unknown;
  /** Called with these credentials instead of the admin's. */
  token?: string;
};

/** What a caller gets: in, or refused with this status. */
export type Outcome = 'ok' | 403 | 404;

/**
 * One row a route: a call that succeeds, who else may make it, and what it records. The route-wide
 * tests (access, events, faults, fuzz) walk all rows, and fail on a route that has none.
 */
export type Example = {
  method: Method;
  path: string;
  /** Makes what the call needs and says how to call it. */
  arrange: (world: World) => Promise<ExampleCall>;
  /**
   * `public` routes need no credentials, those for SDKs a token of their kind or of either; elsewhere one outcome
   * for each kind of caller.
   */
  access:
    | 'public'
    | 'client'
    | 'frontend'
    | 'sdk'
    | { viewer: Outcome; stranger: Outcome; owner: Outcome };
  /** The event types of the call, or why a write records none; reads leave it out. */
  records?: readonly EventType[] | { nothing: string };
};

/** Everybody with credentials. */
export const anyone = { viewer: 'ok', stranger: 'ok', owner: 'ok' } as const;
/** Only admins, or holders of a root permission that none of the three has. */
export const adminsOnly = { viewer: 403, stranger: 403, owner: 403 } as const;
/** Members of the project, which is private: others are told that it does not exist. */
export const membersOnly = { viewer: 404, stranger: 404, owner: 'ok' } as const;
