import { type DataVersion, includesVersion } from '../data-version.ts';
import { RequestError } from '../errors.ts';
import { coalesce } from './coalesce.ts';
import type { Db } from './open.ts';

/** Runs a read that needs data of at least this version, on the standby if it has it. */
export type Reads = <T>(
  version: DataVersion,
  read: (db: Db) => Promise<T>,
  onStandby: () => void,
) => Promise<T>;

type Options = {
  primary: Db;
  /** Undefined if none is configured. */
  standby: Db | undefined;
  findVersion: (db: Db) => Promise<DataVersion>;
  onError: (error: unknown) => void;
};

/** Maximum wait for the version of the standby. */
const waitMs = 500;
/** Time for which a standby that failed gets no reads. */
const pauseMs = 5000;

/**
 * The version is that of the primary when the request was authenticated, so that a read never
 * misses a change that was made before the request.
 */
export function createReads({ primary, standby, findVersion, onError }: Options): Reads {
  if (standby === undefined) return (_, read) => read(primary);
  const findReplayed = coalesce(() => findVersion(standby));
  let replayed: DataVersion | undefined;
  let pausedUntil = 0;

  function pause(error: unknown): void {
    pausedUntil = performance.now() + pauseMs;
    onError(error);
  }

  async function isReplayed(version: DataVersion): Promise<boolean> {
    if (performance.now() < pausedUntil) return false;
    if (replayed && includesVersion(replayed, version)) return true;
    try {
      replayed = await withinTime(findReplayed('version'));
      return includesVersion(replayed, version);
    } catch (error) {
      pause(error);
      return false;
    }
  }

  return async (version, read, onStandby) => {
    if (!(await isReplayed(version))) return read(primary);
    try {
      const result = await read(standby);
      onStandby();
      return result;
    } catch (error) {
      if (error instanceof RequestError || isTimeout(error)) throw error;
      pause(error);
      return read(primary);
    }
  };
}

/** It would take as long on the primary. */
const isTimeout = (error: unknown) => (error as { code?: string }).code === '57014';

async function withinTime<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The standby does not respond')), waitMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
