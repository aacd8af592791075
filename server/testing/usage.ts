import { createCaches } from '../platform/cache/cache.ts';
import type { SdkToken } from '../platform/caller.ts';
import type { Db } from '../platform/db/open.ts';
import { inTransaction, transactionsOf } from '../transactions.ts';
import { replaceReferences } from '../usage/code-references/commands.ts';
import type { NewReference } from '../usage/code-references/schema.ts';
import { createIntake } from '../usage/metrics/intake.ts';
import { createWriter } from '../usage/metrics/writer.ts';
import { unique } from './a.ts';
import { atEnd } from './cleanup.ts';

/** An intake with a clock that the test sets; it writes only on flush. */
export function anIntake(db: Db, at: number, { bytesMax }: { bytesMax?: number } = {}) {
  const clock = { now: at };
  const intake = createIntake({
    caches: createCaches(),
    createWriter: (drops) => createWriter(transactionsOf(db), drops),
    now: () => clock.now,
    flushMs: 24 * 3_600_000,
    retentionHours: 48,
    ...(bytesMax === undefined ? {} : { bytesMax }),
    onError: (error) => {
      throw error;
    },
    onDropped: () => {},
  });
  atEnd(() => intake.close());
  return { ...intake, clock };
}

/** A scan of the branch `main` of a repository; returns the repository. */
export async function aScan(
  db: Db,
  { project, references }: { project: string; references: NewReference[] },
): Promise<string> {
  const repository = unique('repository');
  await inTransaction(db, (tx) =>
    replaceReferences(tx, { project, repository }, { branch: 'main', references }),
  );
  return repository;
}

export const anSdkToken = (input: Partial<SdkToken> = {}): SdkToken => ({
  kind: 'client',
  id: 1,
  name: 'token',
  environment: 'development',
  projects: undefined,
  expiresAt: null,
  ...input,
});

/** A report of usage until `stop`. */
export const aUsageReport = (stop: string | number, toggles: object, appName = 'shop') => ({
  appName,
  bucket: { start: 0, stop, toggles: toggles as never },
});

/** Members with these names and one value. */
export const named = <T>(prefix: string, count: number, value: T): Record<string, T> =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`${prefix}-${number}`, value]));
