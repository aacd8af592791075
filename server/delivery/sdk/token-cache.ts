import { hashSecret } from '../../identity/api-tokens/secret.ts';
import type { Caller, SdkToken } from '../../platform/caller.ts';

type Bearer = Caller | SdkToken | undefined;

export type KnownTokens = {
  /** Who holds the token; asks the database only for tokens that were not seen before. */
  find: (text: string) => Bearer | Promise<Bearer>;
  /** To be called whenever any token was made, changed or deleted. */
  forgetAll: () => void;
  /** Another number after each time. */
  version: () => number;
  /** Ids of tokens used since their last use was written down, if that is long enough ago. */
  takeUsed: () => number[];
};

type Entry = { token: SdkToken; used: boolean; toldAt: number };

/** Most of either kind; more SDK tokens than any installation is likely to have. */
const knownMax = 10_000;
/** How exact "last seen" is: once in this time, a use of a token is written down. */
const seenEveryMs = 5 * 60_000;

/** Remembers the tokens of SDKs, and texts that are none, so that neither costs a statement. */
export function createKnownTokens(
  findByToken: (text: string) => Promise<Bearer>,
  now: () => number,
): KnownTokens {
  const known = new Map<string, Entry>();
  const unknown = new Set<string>();
  let generation = 0;

  const ask = async (text: string, hash: string): Promise<Bearer> => {
    const asked = generation;
    const bearer = await findByToken(text);
    // What was read before tokens changed must not be remembered after it.
    if (asked !== generation) return bearer;
    if (bearer === undefined) {
      makeRoom(unknown);
      unknown.add(hash);
    } else if (!('admin' in bearer)) {
      makeRoom(known);
      known.set(hash, { token: bearer, used: false, toldAt: now() });
    }
    return bearer;
  };

  return {
    find: (text) => {
      const hash = hashSecret(text);
      if (unknown.has(hash)) return undefined;
      const entry = known.get(hash);
      if (!entry) return ask(text, hash);
      const { expiresAt } = entry.token;
      if (expiresAt !== null && Date.parse(expiresAt) <= now()) return undefined;
      entry.used = true;
      return entry.token;
    },
    forgetAll: () => {
      generation++;
      known.clear();
      unknown.clear();
    },
    version: () => generation,
    takeUsed: () => {
      const due = [...known.values()].filter(
        ({ used, toldAt }) => used && now() - toldAt > seenEveryMs,
      );
      for (const entry of due) Object.assign(entry, { used: false, toldAt: now() });
      return due.map(({ token }) => token.id);
    },
  };
}

/** The one that came first goes first. */
function makeRoom(held: Map<string, unknown> | Set<string>): void {
  if (held.size < knownMax) return;
  const [oldest] = held.keys();
  if (oldest !== undefined) held.delete(oldest);
}
