import type { EventType } from '../events/types.ts';
import type { Method, TestApp } from './app.ts';

/** The app and a private project. */
export type World = TestApp & {
  /** A private project, visible only to its owner and admins. */
  project: string;
};

/** The parameters of one call. */
export type ExampleCall = {
  params?: Record<string, string | number>;
  query?: string;
  body?: unknown;
  /** Called with these credentials instead of the admin's. */
  token?: string;
};

/** Success, or the status of the refusal. */
export type Outcome = 'ok' | 403 | 404;

/**
 * One row per route: a call that succeeds, the access of other callers, and the events it records. The
 * tests of all routes (access, events, faults, fuzz) use all rows and fail for a route without one.
 */
export type Example = {
  method: Method;
  path: string;
  /** Creates the data of the call and returns its parameters. */
  arrange: (world: World) => Promise<ExampleCall>;
  /**
   * `public` routes need no credentials, SDK routes a token of their kind or of either, SCIM routes
   * the token of the SCIM client; other routes list one outcome per kind of caller. A guest, a member of the
   * project without any permission, may read what members may and write what strangers may, if not stated.
   */
  access:
    | 'public'
    | 'client'
    | 'frontend'
    | 'sdk'
    | 'scim'
    | { viewer: Outcome; stranger: Outcome; owner: Outcome; guest?: Outcome };
  /** The event types of the call, or why a write records none; omitted for reads. */
  records?: readonly EventType[] | { nothing: string };
  /** Runs after each call, for a change that would make other routes fail. */
  restore?: (world: World) => Promise<void>;
};

/** Every authenticated caller. */
export const anyone = { viewer: 'ok', stranger: 'ok', owner: 'ok' } as const;
/** Admins, or callers with a root permission that none of the three has. */
export const adminsOnly = { viewer: 403, stranger: 403, owner: 403 } as const;
/** Members of the private project; 404 for others. */
export const membersOnly = { viewer: 404, stranger: 404, owner: 'ok' } as const;
/** A read that needs a permission in the project. */
export const permittedOnly = { ...membersOnly, guest: 403 } as const;
/** A write that needs no permission in the project. */
export const everyMember = { ...membersOnly, guest: 'ok' } as const;
