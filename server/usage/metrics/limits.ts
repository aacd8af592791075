import type { SdkToken } from '../../platform/caller.ts';

/*
 * Any client can report usage, because frontend tokens are public. These limits are above what
 * applications need; docs/usage.md lists them.
 */

/** Estimated memory of reports that are not written yet. */
export const bufferBytesMax = 64 * 1024 * 1024;

/** The parts of the buffer that all frontend tokens together, and one of them, may fill. */
export const frontendShares = { all: 1 / 2, one: 1 / 8 };

/** Variants of a flag, per application and hour. */
export const variantsPerFlagMax = 100;

/** Application names per hour; usage by further ones counts for the flag only. */
export const applicationsPerTokenMax: Record<SdkToken['kind'], number> = {
  client: 5000,
  frontend: 100,
};

/** Names of unknown flags, each with application and environment. */
export const unknownFlagsMax = 10_000;

/** Rows per transaction: about 30 ms on PostgreSQL. */
export const batchSizes = { reports: 1000, instances: 200, stages: 100 };

/** Attempts to write rows that had to wait for other transactions, one per flush. */
export const attemptsMax = 10;

/** Failed transactions per flush after which one that fails is dropped as a whole. */
export const failuresMax = 100;
