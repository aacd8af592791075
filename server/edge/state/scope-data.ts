import type { Change, DataScope, EnvironmentState } from '../../delivery/sdk/rules.ts';
import { type Content, changesBetween, stateAt } from './rules.ts';

/** Where the upstream is: its revision, and the ETag to continue from. */
export type Origin = { revision: number | undefined; etag: string | undefined };

/** The last good data of one scope, with its latest changes. */
export type ScopeData = {
  scope: DataScope;
  state: () => EnvironmentState | undefined;
  origin: () => Origin;
  /** Replaces the data, all of it at once; throws if it is older than what is known. */
  accept: (content: Content, origin: Origin) => void;
  /** The upstream has nothing newer. */
  confirm: () => void;
  /** Milliseconds since the upstream was reached. */
  ageMs: () => number;
  changesSince: (revision: number) => Change[] | undefined;
};

/** Data of the past: from a wider scope, from the disk or from a file. */
export type Earlier = Origin & { served: number; content: Content; ageMs: number };

/** The upstream sent an older revision, as a server that lags behind does. */
export class OlderRevisionError extends Error {}

/** After this time the upstream does not lag: its database was restored. */
export const olderAcceptedMs = 60_000;

/** Clients with an older revision receive everything. */
const changesMax = 5000;

export function createScopeData(
  scope: DataScope,
  { earlier, now }: { earlier: Earlier | undefined; now: () => number },
): ScopeData {
  let state = earlier && stateAt(earlier.served, earlier.content);
  let origin: Origin = { revision: earlier?.revision, etag: earlier?.etag };
  let reachedAt = now() - (earlier?.ageMs ?? Number.POSITIVE_INFINITY);
  let olderSince: number | undefined;
  let changes: Change[] = [];
  let discardedUpTo = state?.revision ?? 0;

  const assertNotOlder = ({ revision }: Origin) => {
    const older = (revision ?? 0) < (origin.revision ?? 0) && revision !== undefined;
    if (!older) {
      olderSince = undefined;
      return;
    }
    olderSince ??= now();
    if (now() - olderSince >= olderAcceptedMs) return;
    throw new OlderRevisionError(
      `The upstream sent revision ${revision}, which is older than ${origin.revision}.`,
    );
  };

  /** Revisions never decrease, whatever the upstream sends: SDKs compare them. */
  const replace = (content: Content, { revision = 0 }: Origin) => {
    if (!state) {
      state = stateAt(revision || 1, content);
      discardedUpTo = state.revision;
      return;
    }
    const found = changesBetween(state, content);
    const id = Math.max(revision, state.revision + (found.length > 0 ? 1 : 0));
    changes = changes.concat(found.map((change) => ({ ...change, id })));
    state = stateAt(id, content);
    if (changes.length <= changesMax) return;
    discardedUpTo = changes.at(-changesMax - 1)?.id ?? discardedUpTo;
    changes = changes.slice(-changesMax);
  };

  return {
    scope,
    state: () => state,
    origin: () => origin,
    accept: (content, from) => {
      assertNotOlder(from);
      replace(content, from);
      origin = from;
      reachedAt = now();
    },
    confirm: () => {
      reachedAt = now();
      olderSince = undefined;
    },
    ageMs: () => now() - reachedAt,
    changesSince: (revision) =>
      revision < discardedUpTo ? undefined : changes.filter(({ id }) => id > revision),
  };
}
