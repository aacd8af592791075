import type { DataVersion } from './data-version.ts';
import type { Db } from './db/open.ts';
import { type Permission, typeOfPermission } from './permissions.ts';

/** The authenticated caller of a request, as currently stored. */
export type Caller = {
  kind: 'user' | 'service-account' | 'admin-token' | 'system';
  /** The user's id; a fixed negative number for callers that are not users. */
  id: number;
  /** The name in events. */
  name: string;
  admin: boolean;
  /** The permissions of all root roles; those of project type apply to project default. */
  rootPermissions: readonly string[];
  /** True for Viewers without a higher role by a group: private projects are hidden from them. */
  restricted: boolean;
  /** When the personal token of the request expires, if it does. */
  tokenExpiresAt?: string;
  /** The approved change request that is applied by this caller. */
  applying?: Applying;
  /** The interface of the call, if it is not the API itself; events name it. */
  via?: Via;
};

/** An interface that makes calls of the API on behalf of its callers. */
export type Via = 'mcp';

/** A change request while it is applied, with the time it was scheduled for, if any. */
export type Applying = { changeRequestId: number; project: string; scheduledAt: string | null };

/** A caller, and the version of the data at the moment of the lookup. */
export type AuthenticatedCaller = { caller: Caller; dataVersion: DataVersion };

/** Runs a read on the primary, or on a standby that has every change before the request. */
export type Read = <T>(read: (db: Db) => Promise<T>) => Promise<T>;

/** An authenticated caller with the database to read from. */
export type Reader = AuthenticatedCaller & { read: Read };

/** Everything that authentication reads, in one statement. */
export type Authentication = AuthenticatedCaller & {
  /** While true, changes are refused. */
  maintenance: boolean;
};

/** A token of an SDK, valid only on the SDK paths. */
export type SdkToken = {
  kind: 'client' | 'frontend';
  id: number;
  name: string;
  environment: string;
  /** Undefined means every project. */
  projects: readonly string[] | undefined;
  /** Null means never. */
  expiresAt: string | null;
};

/** The server itself, for its jobs. */
export const systemCaller: Caller = {
  kind: 'system',
  id: -1337,
  name: 'unleash_system_user',
  admin: true,
  rootPermissions: ['ADMIN'],
  restricted: false,
};

export const adminTokenId = -42;

/** The project and environment of an action, from the path of the request. */
export type Scope = { project?: string | undefined; environment?: string | undefined };

/** Whether the caller's root roles alone allow it; project roles are in the database. */
export function rootRolesAllow(
  caller: Caller,
  permissions: readonly Permission[],
  scope: Scope,
): boolean {
  if (caller.admin) return true;
  return permissions.some(
    (permission) =>
      caller.rootPermissions.includes(permission) &&
      (typeOfPermission(permission) === 'root' || scope.project === 'default'),
  );
}
